/** Rights as a ceiling over this program's own access, on both runtimes. */
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { join } from "@std/path";
import process from "node:process";
import { assertEquals } from "@std/assert";
import { denoPermissions, mergedRights, NO_RIGHTS, type Rights } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";

const child = fileURLToPath(new URL("./confined_child.ts", import.meta.url));

/** What a process can still do that confined itself. */
function confined(rights: readonly Rights[], files: readonly string[]): Record<string, unknown> {
  const runtime = "Deno" in globalThis ? ["run", "--quiet", "-A", child] : ["run", child];
  const args = [JSON.stringify(rights), JSON.stringify(files)];
  return JSON.parse(
    execFileSync(process.execPath, [...runtime, ...args], { encoding: "utf8" }),
  ) as Record<string, unknown>;
}

test("confine() leaves reading, writing, hosts and programs only inside of the rights", () => {
  const home = makeHome({ "read/a": "a", "write/b": "b", "outside/c": "c", "read-not/d": "d" });
  const [a, b, c, d] = ["read/a", "write/b", "outside/c", "read-not/d"].map((path) =>
    join(home, path)
  ) as [string, string, string, string];
  const rights = { ...NO_RIGHTS, read: [join(home, "read")], write: [join(home, "write")] };
  assertEquals(confined([rights], [a, b, c, d]), {
    [a]: ["ok", "outside"],
    [b]: ["ok", "ok"],
    [c]: ["outside", "outside"],
    [d]: ["outside", "outside"],
    host: "host",
    program: "ProgramError",
  });
  // With rights to them the host is tried, where nobody listens, and the program runs.
  const more = { ...NO_RIGHTS, hosts: ["127.0.0.1:61234"], programs: true };
  assertEquals(confined([more], []), { host: "network", program: "ok" });
});

test("confine() called again can only narrow", () => {
  const home = makeHome({ "a": "a", "b": "b" });
  const [a, b] = [join(home, "a"), join(home, "b")];
  const narrow = { ...NO_RIGHTS, read: [a] };
  const wide: Rights = {
    read: "anywhere",
    write: [home],
    hosts: ["127.0.0.1:61234"],
    programs: true,
  };
  const result = { [a]: ["ok", "outside"], [b]: ["outside", "outside"] };
  const refused = { host: "host", program: "ProgramError" };
  assertEquals(confined([narrow, wide], [a, b]), { ...result, ...refused });
  assertEquals(confined([{ ...wide, write: [] }, narrow], [a, b]), { ...result, ...refused });
});

test("mergedRights() allows what either allows", () => {
  const one = { ...NO_RIGHTS, read: ["/a"], hosts: ["x"] };
  const other = { ...NO_RIGHTS, read: ["/a", "/b"], write: ["/w"], programs: true };
  assertEquals(mergedRights(one, other), {
    read: ["/a", "/b"],
    write: ["/w"],
    hosts: ["x"],
    programs: true,
  });
  assertEquals(mergedRights(one, { ...NO_RIGHTS, read: "anywhere" }).read, "anywhere");
});

test("denoPermissions() names every kind of right, so that a worker inherits none", () => {
  assertEquals(denoPermissions(NO_RIGHTS), {
    read: [],
    write: [],
    net: [],
    env: false,
    run: false,
    sys: false,
    ffi: false,
    import: false,
  });
  const { read, write, net } = denoPermissions({
    ...NO_RIGHTS,
    read: ["/r"],
    write: ["/w"],
    hosts: ["api.typesafe.ai", "host:8443", "localhost", "[::1]:99"],
  });
  const temporary = `/w.${process.pid}.tmp`;
  assertEquals([read, write], [["/r", "/w", temporary], ["/w", temporary]]);
  assertEquals(net, [
    "api.typesafe.ai:443",
    "host:8443",
    "localhost:443",
    "localhost:80",
    "[::1]:99",
  ]);
});
