import { test } from "node:test";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome } from "../helpers/home.ts";
import { e41 } from "../rerank/_records.ts";
import { program } from "./program.ts";

const lines = e41().map((record) => `${JSON.stringify(record)}\n`);

test("report reads the home's log with its old generation (SR-102, SR-A121)", () => {
  const home = makeHome({
    "data/jev-trial/rerank_ab_log.jsonl.1": lines.slice(0, 3).join(""),
    "data/jev-trial/rerank_ab_log.jsonl": `{"torn":\n${lines.slice(3).join("")}`,
  });
  const { code, out, error } = program(["report", "--home", home]);
  assertEquals(code, 0);
  assertStringIncludes(out, "7, 3 applied, 4 skipped");
  assertStringIncludes(error, "1 line left out");
  assertStringIncludes(error, "rerank_ab_log.jsonl:1");
  const document = JSON.parse(program(["report", "--home", home, "--json", "--quiet"]).out);
  assertEquals([document.total.turns, document.files.length, document.damaged.length], [7, 2, 1]);
});

test("report writes a page for its owner alone, of the logs that are named", () => {
  const home = makeHome({ "a.jsonl": lines.join("") });
  const page = join(home, "page.html");
  const { code, out, error } = program(["report", join(home, "a.jsonl"), "--html", page]);
  assertEquals([code, error], [0, ""]);
  assertStringIncludes(out, page);
  assert(fs.readFileSync(page, "utf8").startsWith("<!doctype html>"));
  assertEquals(fs.statSync(page).mode & 0o777, 0o600);
});

test("report says that there is nothing, or no such log (SR-102)", () => {
  const home = makeHome();
  assertEquals(program(["report", "--home", home]), {
    code: 0,
    out: "There are no records yet.\n",
    error: "",
  });
  const { code, error } = program(["report", join(home, "none.jsonl")]);
  assertEquals(code, 1);
  assertStringIncludes(error, "There is no log");
});
