import { test } from "node:test";
import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { type TriggerHit, TriggerTable } from "../../lib/rank/triggers.ts";
import { isSubsequence, matchByRules } from "../helpers/trigger_reference.ts";

/** The table of the worked examples (EE §9), in order. */
const TABLE: readonly [string, string][] = [
  ["debug", "dbg"],
  ["debug python", "pydbg"],
  ["TDD", "tdd"],
  ["root cause", "dbg"],
  ["systematic-debugging", "dbg"],
  ["C++", "cpp"],
  ["调试", "dbg"],
  ["代码审查", "review"],
  ["Python数据", "data"],
  ["写 计划", "plan"],
  ["做PPT", "ppt"],
  ["技能指南", "skill"],
  ["图", "pic"],
  ["发送邮件", "mail"],
  ["gh_auth", "gh"],
  ["数据,报表", "rep"],
];

function matcher(rows: readonly (readonly [string, string])[]) {
  const table = new TriggerTable(rows.map(([trigger], skill) => ({ trigger, skill })));
  /** Name of the skill and tier, `none` for no hit. */
  return (query: string): string => {
    const hit: TriggerHit | null = table.match(query);
    return hit === null ? "none" : `${rows[hit.skill]![1]} ${hit.tier}`;
  };
}

const match = matcher(TABLE);

const EXAMPLES: readonly [string, readonly (readonly [string, string])[]][] = [
  ["E-L1-1", [["please debug this", "dbg 1"], ["DEBUG!", "dbg 1"], ["é debug", "dbg 1"]]],
  ["E-L1-2", [
    ["please debugging this", "none"],
    ["debug_python", "none"],
    ["xdebug", "none"],
    ["debug1", "none"],
  ]],
  ["E-L1-3", [["debug python now", "pydbg 1"]]],
  ["E-L1-4", [["systematic-debuggings", "dbg 1"]]],
  ["E-L1-5", [["learn C++", "cpp 1"], ["C++11", "none"]]],
  ["E-L1-6", [["find the Root Cause", "dbg 1"], ["use tdd here", "tdd 1"]]],
  ["E-L1-7", [["tdd and debug", "dbg 1"], ["debug and tdd", "dbg 1"]]],
  ["E-L1-8", [["帮我调试一下", "dbg 1"]]],
  ["E-L1-9", [["帮我调一下试", "dbg 2"]]],
  ["E-L1-10", [["代码帮我们审查一下", "review 2"], ["代码帮我们再审查", "none"]]],
  ["E-L1-11", [["审查代码", "none"]]],
  ["E-L1-12", [["调试代码审查", "review 1"]]],
  ["E-L1-13", [["Python的据", "none"], ["用python数据处理", "data 1"]]],
  ["E-L1-14", [["帮我做PPT", "ppt 1"], ["做ppt", "ppt 1"]]],
  ["E-L1-15", [["梳理一下现有的技能，弄个说明指南", "none"], ["技能的指南", "skill 2"]]],
  ["E-L1-16", [["看图", "pic 1"], ["数据和报表", "rep 2"], ["gh_authx", "none"], ["", "none"]]],
  ["E-L1-17", [["写了很长很长的文，写个计划", "plan 3"]]],
];

for (const [example, cases] of EXAMPLES) {
  test(`TriggerTable finds what ${example} says`, () => {
    for (const [query, expected] of cases) assertEquals(match(query), expected, query);
  });
}

test("TriggerTable takes the earlier of two triggers of equal length (E-L1-18, EE-13)", () => {
  const find = matcher([["alpha", "A"], ["gamma", "B"]]);
  assertEquals(find("gamma then alpha"), "B 1");
  assertEquals(find("alpha then gamma"), "A 1");
});

test("TriggerTable takes the first in the list of equal triggers (E-L1-19, EE-A011)", () => {
  assertEquals(matcher([["python", "a"], ["python", "b"]])("I love python"), "a 1");
  assertEquals(matcher([["Python", "b"], ["python", "a"]])("I love python"), "b 1");
});

test("TriggerTable gives nothing for a blank message (EE-11, EE-A004)", () => {
  for (const query of ["", "  ", "\n\t"]) assertEquals(match(query), "none");
  assertEquals(matcher([["", "a"], ["  ", "b"]])("anything at all"), "none");
});

test("TriggerTable finds short words as words only (EE-12, EE-A006, EE-A007, EE-A008)", () => {
  const find = matcher([["debug", "debugging-skill"], ["TDD", "tdd"]]);
  assertEquals(find("please debug this"), "debugging-skill 1");
  assertEquals(find("please debugging this"), "none");
  assertEquals(find("please DEBUG this"), "debugging-skill 1");
  assertEquals(find("use tdd here"), "tdd 1");
});

test("TriggerTable finds long triggers and those with blanks anywhere (EE-12, EE-A009)", () => {
  const find = matcher([["root cause", "a"], ["systematic-debugging", "b"]]);
  assertEquals(find("the root causes"), "a 1");
  assertEquals(find("xsystematic-debuggings"), "b 1");
});

test("TriggerTable finds Chinese triggers inside a text (EE-A012, EE-A013)", () => {
  assertEquals(matcher([["调试", "debug"]])("帮我调试一下"), "debug 1");
  const find = matcher([["Python数据", "data"]]);
  assertEquals(find("Python的据"), "none");
  assertEquals(find("用Python数据处理"), "data 1");
});

test("TriggerTable looks for loose matches only where no trigger stands as it is (EE-14)", () => {
  const find = matcher([["技能指南说明", "loose"], ["图", "exact"]]);
  assertEquals(find("技能的指南的说明"), "loose 2");
  assertEquals(find("技能的指南的说明图"), "exact 1");
});

test("TriggerTable takes the longest of tiers 2 and 3, then the first (EE-17)", () => {
  assertEquals(
    matcher([["写 计划", "plan"], ["代码", "code"]])("写很长很长的，写个计划代的码"),
    "plan 3",
  );
  assertEquals(matcher([["代码", "a"], ["数据", "b"]])("数的据代的码"), "a 2");
});

test("TriggerTable lets no line end stand between the runs of tier 3 (EE-16)", () => {
  const find = matcher([["写 计划", "plan"]]);
  assertEquals(find("写了很长很长的文，写\n计划"), "none");
  assertEquals(find("写\n计划"), "plan 2");
});

test("TriggerTable counts characters, not halves of them, between two (EE-15)", () => {
  const find = matcher([["数据", "data"]]);
  assertEquals(find("数🎉🎉🎉据"), "data 2");
  assertEquals(find("数🎉🎉🎉🎉据"), "none");
});

test("isSubsequence(), the yardstick, keeps to the examples (EE-15, EE-A001, EE-A002)", () => {
  assertEquals(isSubsequence([..."debug"], "please debug this"), true);
  assertEquals(isSubsequence([..."技能指南"], "梳理一下现有的技能，弄个说明指南"), false);
  assertEquals(isSubsequence(["b", "a"], "ab"), false);
  assertEquals(isSubsequence(["a", "b"], "a123b"), true);
  assertEquals(isSubsequence(["a", "b"], "a1234b"), false);
  assertEquals(isSubsequence([], "ab"), true);
});

test("TriggerTable agrees with the rules tried one by one (EE-11…17)", () => {
  const piece = fc.constantFrom(..."ab_1C+ 写计划数据报表🎉,\n");
  const trigger = fc.string({ unit: piece, minLength: 1, maxLength: 7 })
    .filter((text) => text.trim() === text);
  const message = fc.string({ unit: piece, maxLength: 24 });
  fc.assert(
    fc.property(fc.array(trigger, { maxLength: 12 }), message, (triggers, text) => {
      const rows = triggers.map((each, skill) => ({ trigger: each, skill }));
      assertEquals(new TriggerTable(rows).match(text), matchByRules(rows, text));
    }),
    { numRuns: 2_000 },
  );
});

test("TriggerTable answers a trigger made to be slow at once", () => {
  const rows = [{ trigger: Array(60).fill("一").join(" "), skill: 0 }];
  const table = new TriggerTable(rows);
  assertEquals(table.match("一二三四五六".repeat(600)), null);
  assertEquals(table.match(`${"一".repeat(59)}${"二".repeat(900)}`), null);
});
