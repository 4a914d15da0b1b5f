// Ambient types of the four @std modules, which come from the npm package `deno-std` (plain JavaScript).
// Only what this project uses is declared, so a call to anything else is a type error.

declare module "@std/yaml" {
  export interface ParseOptions {
    /** Whether the last of several equal keys wins instead of an error. @default false */
    allowDuplicateKeys?: boolean;
    schema?: "core" | "default" | "failsafe" | "json" | "extended";
  }
  export function parse(content: string, options?: ParseOptions): unknown;
  export function stringify(
    data: unknown,
    options?: { indent?: number; lineWidth?: number; sortKeys?: boolean; skipInvalid?: boolean },
  ): string;
}

declare module "@std/front-matter" {
  export interface Extract<T> {
    frontMatter: string;
    body: string;
    attrs: T;
  }
  export function extractYaml<T = unknown>(text: string): Extract<T>;
  export function test(text: string, formats?: readonly ("yaml" | "toml" | "json")[]): boolean;
}

declare module "@std/path" {
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function extname(path: string): string;
  export function isAbsolute(path: string): boolean;
  export function join(path?: string, ...paths: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: string[]): string;
  export const SEPARATOR: "/" | "\\";
}

declare module "@std/assert" {
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertAlmostEquals(
    actual: number,
    expected: number,
    tolerance?: number,
    msg?: string,
  ): void;
  export function assertArrayIncludes<T>(
    actual: ArrayLike<T>,
    expected: ArrayLike<T>,
    msg?: string,
  ): void;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertLess<T>(actual: T, expected: T, msg?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): void;
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  export function assertThrows(
    fn: () => unknown,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: new (...args: any[]) => Error,
    msgIncludes?: string,
  ): Error;
  export function assertRejects(
    fn: () => PromiseLike<unknown>,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: new (...args: any[]) => Error,
    msgIncludes?: string,
  ): Promise<Error>;
  export function fail(msg?: string): never;
}
