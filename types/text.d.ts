// Files embedded as text: `import text from "./x.py" with { type: "text" }` (Deno and Bun).

declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.yaml" {
  const text: string;
  export default text;
}
declare module "*.tsv" {
  const text: string;
  export default text;
}
declare module "*.json" {
  const value: unknown;
  export default value;
}
