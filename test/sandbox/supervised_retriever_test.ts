/** The supervisor and its workers, which only Deno can narrow. */
import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import type { TurnRequest } from "../../lib/hermes/mod.ts";
import { createPlanner } from "../../lib/rank/mod.ts";
import { hasSandbox, monotonicMs } from "../../lib/runtime/mod.ts";
import { SupervisedRetriever, type SupervisorOptions } from "../../lib/sandbox/mod.ts";
import { makeHome, writeHomeFile } from "../helpers/home.ts";

const skip = hasSandbox() ? false : "Bun has no sandbox; its rules are tested in confine_test.ts";

const environment = () => undefined;
const { settings } = readSettings({ environment, config: {} });

function supervisor(more: Partial<SupervisorOptions> = {}): SupervisedRetriever {
  return new SupervisedRetriever({
    planner: createPlanner(environment),
    environment,
    environmentNames: [],
    resident: true,
    now: monotonicMs,
    ...more,
  });
}

function turn(home: string, text: string, more: Partial<TurnRequest> = {}): TurnRequest {
  return { home, cwd: null, text, earlier: [], session: NO_FACTS, settings, ...more };
}

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${description}\n`;

test(
  "SupervisedRetriever ranks in a worker that reads the roots of one home alone",
  { skip },
  async () => {
    const home = makeHome({ "skills/pdf/SKILL.md": skill("pdf", "Merge PDF files"), "other/": "" });
    const module = new URL("./probing_worker.ts", import.meta.url);
    const probe = supervisor({ module });
    const [root, other] = [join(home, "skills"), join(home, "other")];
    const { outcome } = await probe.turn(turn(home, `${root}\n${other}\n${home}\n/etc`));
    probe.end();
    assertEquals(outcome.injected, [
      `read ${root}: done`,
      `write ${root}: NotCapable`,
      `read ${other}: NotCapable`,
      `write ${other}: NotCapable`,
      `read ${home}: NotCapable`,
      `write ${home}: NotCapable`,
      "read /etc: NotCapable",
      "write /etc: NotCapable",
      "environment: NotCapable",
      "more: NotCapable",
    ]);
    const ranked = supervisor();
    const result = await ranked.turn(turn(home, "merge these PDF files"));
    ranked.end();
    assertEquals(result.outcome.results.map(({ id }) => id), ["pdf"]);
  },
);

test(
  "SupervisedRetriever starts a worker for a root that is added, and ends the former",
  { skip },
  async () => {
    const home = makeHome({
      "skills/pdf/SKILL.md": skill("pdf", "Merge PDF files"),
      "more/mail/SKILL.md": skill("mail", "Send mail with PDF files"),
    });
    let started = 0;
    const retriever = supervisor({ onFirstMessage: () => started++ });
    const ids = async () =>
      (await retriever.turn(turn(home, "merge these PDF files"))).outcome.results
        .map(({ id }) => id).toSorted();
    assertEquals([await ids(), await ids(), started], [["pdf"], ["pdf"], 1]);
    writeHomeFile(home, "config.yaml", "skills:\n  external_dirs: [more]\n");
    assertEquals([await ids(), started], [["mail", "pdf"], 2]);
    fs.rmSync(join(home, "config.yaml"));
    assertEquals([await ids(), started], [["pdf"], 3]);
    retriever.end();
  },
);

test("SupervisedRetriever keeps homes apart in workers of their own", { skip }, async () => {
  const homes = ["pdf", "mail"].map((name) =>
    makeHome({ [`skills/${name}/SKILL.md`]: skill(name, "Merge PDF files") })
  );
  let started = 0;
  const retriever = supervisor({ onFirstMessage: () => started++ });
  const results = await Promise.all(
    homes.map((home) => retriever.turn(turn(home, "merge PDF files"))),
  );
  retriever.end();
  assertEquals(results.map(({ outcome }) => outcome.results.map(({ id }) => id)), [["pdf"], [
    "mail",
  ]]);
  assertEquals(started, 2);
});

test("SupervisedRetriever asks a new worker once when one crashes", { skip }, async () => {
  const home = makeHome({ "skills/": "" });
  let starts = 0;
  const retriever = supervisor({
    module: new URL("./crashing_worker.ts", import.meta.url),
    environment: (name) =>
      name === "SKILL_RETRIEVAL_CRASH" ? (starts++ === 0 ? "yes" : "no") : undefined,
    environmentNames: ["SKILL_RETRIEVAL_CRASH"],
  });
  const { outcome, warnings } = await retriever.turn(turn(home, "x"));
  retriever.end();
  assertEquals(outcome.injected, ["done"]);
  assertEquals(warnings.length, 1);
  assertStringIncludes(warnings[0]!, "a skill was too much");
});

test(
  "SupervisedRetriever answers with nothing when workers go on crashing, or too late to try again",
  { skip },
  async () => {
    const home = makeHome({ "skills/": "" });
    let starts = 0;
    let ticks = 0;
    const crashing = (now: () => number) =>
      supervisor({
        module: new URL("./crashing_worker.ts", import.meta.url),
        environment: (name) => name === "SKILL_RETRIEVAL_CRASH" ? "yes" : undefined,
        environmentNames: ["SKILL_RETRIEVAL_CRASH"],
        onFirstMessage: () => starts++,
        now,
      });
    for (const [now, expected] of [[() => 0, 2], [() => ticks++ * 1_000, 1]] as const) {
      starts = 0;
      const retriever = crashing(now);
      const { outcome, poolSize, warnings } = await retriever.turn(turn(home, "x"));
      assertEquals([outcome.decision, outcome.results, poolSize], ["silent", [], 0]);
      assertEquals(outcome.degraded, warnings);
      assert(warnings[0]!.includes("this turn goes on without skills"));
      assertEquals(starts, expected);
      retriever.end();
    }
  },
);
