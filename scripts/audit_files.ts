/**
 * Audits on Linux with `strace` what the executable opens, makes, changes and connects to, in its
 * default mode: `bun scripts/audit_files.ts`. Prints what is neither inside of the home that it is
 * asked about, nor opened by an empty program that was built the same way, nor on the list below; exit
 * code 1 if there is such a thing.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { buildExecutable } from "./executable.ts";

/** What is seen of a file system or a network. */
export interface Touched {
  /** Paths opened for reading, also those that are not there. */
  opened: string[];
  /** Calls that write, make, move or remove. */
  changed: string[];
  /** Calls that open or use a socket. */
  sockets: string[];
}

/** Calls that are watched. */
const TRACED =
  "open,openat,openat2,creat,mkdir,mkdirat,unlink,unlinkat,rename,renameat,renameat2," +
  "link,linkat,symlink,symlinkat,chmod,fchmodat,truncate,socket,connect,bind,sendto";

/**
 * What the runtime may open whatever the program: the loader and its libraries, what the system tells
 * of this process and of its memory, the time zone.
 */
const OF_THE_RUNTIME = [
  /^\/etc\/(?:ld\.so\.(?:cache|preload)|localtime)$/,
  /^(?:\/usr)?\/lib(?:64|\/\w+-linux-\w+)?\/lib[\w.-]+\.so[\w.]*$/,
  /^\/lib\/ld-musl-[\w-]+\.so\.1$/,
  /^\/proc\/(?:self|\d+)\//,
  /^\/proc\/sys\/vm\//,
  /^\/sys\//,
  /^\/usr\/share\/zoneinfo\//,
  /^\/dev\/(?:null|urandom)$/,
];

/** What the program may open besides the home: facts about the machine (DESIGN §8). */
const OF_THE_PROGRAM = [/^\/\.dockerenv$/, /^\/run\/(?:\.containerenv|s6)$/, /\/\.git$/];

/** Why no audit is possible here, or false. */
export function whyNoAudit(): string | false {
  if (process.platform !== "linux") return "strace is a program of Linux";
  const { error, status } = spawnSync("strace", ["-qq", "-e", "trace=none", "true"]);
  return (error !== undefined || status !== 0) && "strace is not there or may not trace";
}

/** Runs a program under `strace`. @param input its standard input */
export function trace(program: string, args: readonly string[], input = ""): Touched {
  const folder = fs.mkdtempSync(join(tmpdir(), "skill-retrieval-audit-"));
  try {
    const output = join(folder, "calls");
    const { status, stderr } = spawnSync(
      "strace",
      ["-f", "-qq", "-s", "4096", "-e", `trace=${TRACED}`, "-o", output, program, ...args],
      { input, encoding: "utf8", env: { PATH: process.env.PATH ?? "", HOME: folder } },
    );
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
    return readCalls(fs.readFileSync(output, "utf8"));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the output of `strace -f`. */
export function readCalls(text: string): Touched {
  const touched: Touched = { opened: [], changed: [], sockets: [] };
  for (const line of text.split("\n")) {
    const call = /^\d+\s+(\w+)\((.*)$/.exec(line);
    if (call === null) continue;
    const [, name, rest] = call as unknown as [string, string, string];
    const path = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? "";
    if (/^(?:socket|connect|bind|sendto)$/.test(name)) touched.sockets.push(`${name}(${rest}`);
    else if (!/^open/.test(name) || /O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(rest)) {
      touched.changed.push(`${name}(${rest}`);
    } else touched.opened.push(path);
  }
  return touched;
}

/**
 * What a program touches beyond what it may.
 * @param empty what an empty program touches that was built the same way
 * @param allowed absolute paths of folders and files
 */
export function beyond(touched: Touched, empty: Touched, allowed: readonly string[]): Touched {
  const isFine = (path: string) =>
    [...OF_THE_RUNTIME, ...OF_THE_PROGRAM].some((pattern) => pattern.test(path)) ||
    empty.opened.includes(path) ||
    allowed.some((place) => path === place || path.startsWith(`${place}/`));
  return {
    opened: [...new Set(touched.opened.filter((path) => !isFine(path)))],
    changed: touched.changed.filter((call) => !empty.changed.includes(call)),
    sockets: touched.sockets.filter((call) => !empty.sockets.includes(call)),
  };
}

/** What an empty program touches that is built as the executable is. */
export function traceEmpty(): Touched {
  const folder = fs.mkdtempSync(join(tmpdir(), "skill-retrieval-empty-"));
  try {
    const [module, program] = [join(folder, "empty.ts"), join(folder, "empty")];
    fs.writeFileSync(module, "export {};\n");
    buildExecutable(program, null, module);
    return trace(program, []);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const reason = whyNoAudit();
  if (reason !== false) {
    console.error(`No audit: ${reason}.`);
    process.exit(1);
  }
  const root = dirname(fileURLToPath(new URL(".", import.meta.url)));
  const home = join(root, "fixtures", "home");
  const executable = join(root, "dist", "skill-retrieval");
  const empty = traceEmpty();
  console.log(`an empty program opens ${new Set(empty.opened).size} files`);
  let isFine = true;
  for (const [args, input] of auditedCalls(home)) {
    const touched = trace(executable, args, input);
    const found = beyond(touched, empty, [home, executable]);
    const count = found.opened.length + found.changed.length + found.sockets.length;
    isFine &&= count === 0;
    console.log(
      `${args[0]}: ${new Set(touched.opened).size} files opened, beyond the home and the list: ` +
        (count === 0 ? "nothing" : JSON.stringify(found, null, 2)),
    );
  }
  process.exitCode = isFine ? 0 : 1;
}

/** What the executable is asked in its default mode. */
export function auditedCalls(home: string): [args: string[], input: string][] {
  const call = (id: number, method: string, params: Record<string, unknown>) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params: { home, ...params } })}\n`;
  const message = "merge these two PDF files";
  return [
    [["query", "--home", home, message], ""],
    [["list", "--home", home], ""],
    [["info", "--home", home], ""],
    [["compact", "--home", home, "--quiet"], "no block here"],
    [
      ["serve"],
      call(1, "initialize", { protocol: 1 }) +
      call(2, "pre_llm_call", { session_id: "s", user_message: message, is_first_turn: true }),
    ],
    [
      ["hook", "--home", home],
      JSON.stringify({
        hook_event_name: "pre_llm_call",
        session_id: "s",
        extra: { user_message: message, is_first_turn: true },
      }),
    ],
  ];
}
