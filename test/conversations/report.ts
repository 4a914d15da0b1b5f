/**
 * Prints the turns of the fixture conversations that go wrong, grouped by cause.
 *
 *     bun test/conversations/report.ts [--preset NAME] [--all] [--exceptions]
 *
 * `--all` prints the right turns too; `--exceptions` prints a new exceptions.json instead, in which
 * turns that are listed already keep their reasons and the others wait for one.
 */
import process from "node:process";
import { messageText } from "../../lib/hermes/mod.ts";
import { type Exception, EXCEPTIONS, fixtureConversations, problemOf } from "./fixtures.ts";
import { Player } from "./play.ts";

const argv = process.argv.slice(2);
const presetAt = argv.indexOf("--preset");
const player = new Player(presetAt < 0 ? "default" : argv[presetAt + 1]!);
const groups = new Map<string, string[]>();
const failed: Exception[] = [];
let total = 0;
let right = 0;

for (const { id, turns, expectations } of fixtureConversations()) {
  const played = await player.play(id, turns);
  played.forEach(({ injected, outcome }, at) => {
    const wanted = expectations[at]!;
    const problem = problemOf(injected, wanted);
    total++;
    if (problem === null) right++;
    else failed.push({ id, turn: at + 1, reason: reasonOf(id, at + 1) });
    if (problem === null && !argv.includes("--all")) return;
    const cause = problem === null ? "right" : causeOf(injected, wanted.expect, outcome?.injected);
    const lines = [
      `${id} turn ${at + 1}: ${head(messageText(turns[at]!.user.content))}   (${wanted.note})`,
      `    ${problem ?? "right"}; confidence ${outcome?.confidence?.toFixed(3) ?? "—"}; gate: ${
        outcome === null ? "not asked" : list(outcome.injected)
      }; injected: ${list(injected)}; expected: ${list(wanted.expect)}${
        wanted.allow.length > 0 ? `; allowed: ${list(wanted.allow)}` : ""
      }`,
      ...(outcome?.results.slice(0, 3) ?? []).map((hit) =>
        `      ${(hit.confidence ?? 0).toFixed(3)} ${hit.id}  ${hit.why}`
      ),
      ...missing(wanted.expect, injected).map((each) => {
        const rank = outcome?.results.findIndex((hit) => hit.id === each) ?? -1;
        return rank < 3 && rank >= 0
          ? ""
          : `      ${each}: ${rank < 0 ? "not in the ranking" : `rank ${rank + 1}`}`;
      }).filter((line) => line !== ""),
    ];
    groups.set(cause, [...(groups.get(cause) ?? []), lines.join("\n")]);
  });
}

if (argv.includes("--exceptions")) console.log(JSON.stringify(failed, null, 2));
else {
  console.log(`${right} of ${total} turns right (${(100 * right / total).toFixed(1)} %)\n`);
  for (const [cause, turns] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
    console.log(`## ${cause} (${turns.length})\n\n${turns.join("\n")}\n`);
  }
}

function reasonOf(id: string, turn: number): string {
  return EXCEPTIONS.find((known) => known.id === id && known.turn === turn)?.reason ?? "";
}

function causeOf(
  injected: readonly string[],
  expect: readonly string[],
  gate: readonly string[] = [],
): string {
  const lacking = missing(expect, injected);
  if (lacking.some((id) => gate.includes(id))) {
    return "policy withheld a skill the gate let through";
  }
  if (lacking.length > 0) {
    return injected.length > 0
      ? "another skill instead, or one of two"
      : "silent though a skill fits";
  }
  return expect.length === 0 ? "injected where nothing should be" : "injected too much";
}

function missing(expect: readonly string[], injected: readonly string[]): string[] {
  return expect.filter((id) => !injected.includes(id));
}

function head(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 110 ? `${line.slice(0, 70)} … ${line.slice(-35)}` : line;
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "nothing" : ids.join(", ");
}
