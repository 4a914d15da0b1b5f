/**
 * The plugin in a real Hermes, judged by the requests that reach the model (issue 3, item 8).
 *
 * Run with Bun only: `bun test --timeout 300000 test/e2e`. See README.md beside this file.
 */
import { test } from "node:test";
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { type Hermes, INSTALLATIONS } from "./installation.ts";
import {
  continues,
  labelsOf,
  offeredSkills,
  splitAtIndex,
  systemPrompt,
  toolResults,
  userMessages,
} from "./requests.ts";
import * as scenarios from "./scenarios.ts";
import { ANSWER, LIFE, QUESTION, type Recording, TOPICS, TURNS } from "./scenarios.ts";
import { DESCRIPTIONS, PLUGIN_SKILL } from "./skills.ts";

/** Declares a test for each build, or says why a build is missing. */
function testOnEach(
  sentence: string,
  check: (hermes: Hermes) => Promise<void>,
  releases: Hermes["release"][] = ["0.22.2", "0.19.0"],
): void {
  for (const found of INSTALLATIONS) {
    if (!releases.includes(found.release)) continue;
    const name = `Hermes ${found.release} ${sentence}`;
    if ("hermes" in found) test(name, () => check(found.hermes));
    else test(`${name} [${found.missing}]`, { skip: found.missing }, () => {});
  }
}

/** Builds whose index lists plugin skills, so also the one our plugin brings (hermes-real §4). */
const LISTS_PLUGIN_SKILLS: Hermes["release"][] = ["0.22.2"];

testOnEach("sends names only in every attempt of a tool loop", async (hermes) => {
  const { requests } = await scenarios.oneShot(hermes);
  assertEquals(requests.length, 4);
  await assertNamesOnly(hermes, await scenarios.oneShot(hermes));
});

testOnEach("sends names only in every turn of one process", async (hermes) => {
  await assertNamesOnly(hermes, await scenarios.interactive(hermes));
});

testOnEach("sends everything outside the index as it is without the plugin", async (hermes) => {
  const outside = async (recording: Promise<Recording>) => {
    const { anonymous } = await recording;
    const body = JSON.parse(anonymous[0]!);
    const { before, after } = splitAtIndex(systemPrompt(body));
    const { messages: _messages, ...rest } = body;
    return { before, after, rest };
  };
  const plain = await outside(scenarios.withoutPlugin(hermes));
  const ours = await outside(scenarios.oneShot(hermes));
  assertEquals(ours.before, plain.before);
  assertEquals(ours.rest, plain.rest);
  assert(ours.after.startsWith(plain.after), "the text after the index changed");
  // The one addition is the note of SR-65: a paragraph of two sentences at the very end.
  assertMatch(ours.after.slice(plain.after.length), /^\n\n[^\n.]+\.[^\n]+$/);
});

testOnEach("adds the fitting skill below the user's words", async (hermes) => {
  const { requests } = await scenarios.oneShot(hermes);
  const [message] = userMessages(requests[0]!.body);
  assert(message!.startsWith(`${QUESTION}\n\n`));
  assertEquals(offeredSkills(message!)[0], scenarios.QUESTION_SKILL);
});

testOnEach("keeps all earlier bytes from one attempt to the next", async (hermes) => {
  const { requests: [first, second, third] } = await scenarios.oneShot(hermes);
  assert(continues(first!, second!));
  assert(continues(second!, third!));
});

testOnEach("loads skills by the printed string inside a tool loop", async (hermes) => {
  const { requests } = await scenarios.oneShot(hermes);
  const results = toolResults(requests[2]!.body);
  assertEquals(results.map(({ success, path }) => ({ success, path })), [
    { success: true, path: "data-science/csv-charts/SKILL.md" },
    { success: true, path: "research/summary/SKILL.md" },
  ]);
});

testOnEach("replays the injected text unchanged when a session is resumed", async (hermes) => {
  const { requests } = await scenarios.oneShot(hermes);
  assert(continues(requests[2]!, requests[3]!));
});

testOnEach("offers the skill of the second turn in a resumed session", async (hermes) => {
  const { requests } = await scenarios.oneShot(hermes);
  const messages = userMessages(requests[3]!.body);
  assertEquals(messages.length, 2);
  assert(messages[1]!.startsWith(`${scenarios.RESUMED_QUESTION}\n\n`));
  assertEquals(offeredSkills(messages[1]!)[0], scenarios.RESUMED_SKILL);
});

testOnEach("replays the injected text unchanged in later turns of one process", async (hermes) => {
  const { requests } = await scenarios.interactive(hermes);
  assertEquals(requests.length, 2 * TURNS.length);
  for (let index = 1; index < requests.length; index++) {
    assert(continues(requests[index - 1]!, requests[index]!), `request ${index} rewrites history`);
  }
});

for (const [index, { message, load, description }] of TURNS.entries()) {
  const kind = ["an ambiguous name", "a plugin skill", "a Chinese skill", "a second copy"][index];
  testOnEach(`loads ${kind} by the printed string "${load}"`, async (hermes) => {
    const { requests } = await scenarios.interactive(hermes);
    const { body } = requests[2 * index + 1]!;
    const said = userMessages(body).at(-1)!;
    assert(said.startsWith(`${message}\n\n`), said);
    assertEquals(offeredSkills(said)[0], load);
    const result = toolResults(body).at(-1)!;
    assertEquals({ success: result.success, error: result.error }, {
      success: true,
      error: undefined,
    });
    assertStringIncludes(result.content ?? "", description);
  });
}

testOnEach("offers a skill once for its topic and keeps it in follow-ups", async (hermes) => {
  const { requests } = await scenarios.topics(hermes);
  const spoken = TOPICS.map(({ message }) => message);
  const offers = spoken.map((message, index) => {
    // The request in which a turn was said first holds everything that came before it, too.
    const messages = requests.map(({ body }) => userMessages(body))
      .find((said) => said.at(-1)!.startsWith(message))!;
    assertEquals(messages.length, index + 1, "the history lost a turn");
    return messages.map(offeredSkills);
  });
  const expected = TOPICS.map(({ offer }) => offer === null ? [] : [offer]);
  assertEquals(offers, TOPICS.map((_, index) => expected.slice(0, index + 1)));
});

testOnEach("does not offer a loaded skill again in a resumed session", async (hermes) => {
  const { requests } = await scenarios.topics(hermes);
  const said = userMessages(requests.at(-2)!.body);
  assertEquals(said.length, TOPICS.length + 1);
  assert(said.at(-1)!.startsWith(scenarios.RESUMED_TOPICS.loaded));
  assertEquals(offeredSkills(said.at(-1)!).includes("podcast-cutter"), false);
});

testOnEach("does not offer a shown skill again in a resumed session", async (hermes) => {
  const { requests } = await scenarios.topics(hermes);
  const said = userMessages(requests.at(-1)!.body);
  assertEquals(said.length, TOPICS.length + 2);
  assert(said.at(-1)!.startsWith(scenarios.RESUMED_TOPICS.shown));
  assertEquals(offeredSkills(said.at(-1)!).includes(scenarios.QUESTION_SKILL), false);
}, ["0.22.2"]);

testOnEach("keeps one server for all turns of one process", async (hermes) => {
  const { servers } = await scenarios.interactive(hermes);
  const distinct = new Set(servers.flat());
  assertEquals(distinct.size, 1);
  assert(servers.every((seen) => seen.length === 1));
});

testOnEach("runs without a warning, a word on the terminal or a process left", async (hermes) => {
  const plain = await scenarios.withoutPlugin(hermes);
  const { outputs, warnings, survivors } = await scenarios.oneShot(hermes);
  assertEquals(outputs[0]!.stdout, plain.outputs[0]!.stdout);
  assertEquals(outputs[0]!.stderr.includes("skill"), false);
  assertEquals({ warnings, survivors }, { warnings: [], survivors: [] });
  const terminal = await scenarios.interactive(hermes);
  assertEquals(terminal.warnings, []);
  assertEquals(terminal.survivors, []);
});

testOnEach("leaves a config as it was but for our entry, then byte by byte", async (hermes) => {
  const { outputs, notes } = await scenarios.lifecycle(hermes);
  assertEquals(outputs.map(({ code }) => code), [0, 0, 0, 0], JSON.stringify(outputs, null, 2));
  assertEquals(
    notes["installed"],
    notes["before"]!.replace("   # birds\n", "   # birds\n    - skill-retrieval\n"),
  );
  assertEquals(notes["used"], notes["installed"], "an upgrade or Hermes changed the config");
  assertEquals(notes["uninstalled"], notes["before"]);
  assertEquals([notes["left"], notes["folder"]], ["", "false"]);
});

testOnEach("works after install, through an upgrade, and not after uninstall", async (hermes) => {
  const { requests, servers, notes, warnings, survivors } = await scenarios.lifecycle(hermes);
  assertEquals(requests.length, 2 * LIFE.length + 2);
  const said = requests.map(({ body }) => userMessages(body).at(-1)!);
  for (const [index, { load, description }] of LIFE.entries()) {
    assertEquals(offeredSkills(said[2 * index]!)[0], load);
    const result = toolResults(requests[2 * index + 1]!.body).at(-1)!;
    assertStringIncludes(result.content ?? "", description);
  }
  const [fresh, plain] = requests.slice(-2);
  assertEquals(offeredSkills(userMessages(fresh!.body)[0]!)[0], scenarios.QUESTION_SKILL);
  for (const { body } of requests.slice(0, -1)) {
    assertStringIncludes(systemPrompt(body), "<!-- skill-retrieval:compact -->");
  }
  assertEquals(systemPrompt(plain!.body).includes("skill-retrieval:"), false);
  assertEquals(userMessages(plain!.body), [scenarios.QUESTION]);
  // The session kept its server through the upgrade; the next process ran the new one.
  assertEquals(notes["upgraded"], "true");
  assertEquals(new Set(servers.slice(0, 2 * LIFE.length).flat()).size, 1);
  assertEquals({ warnings, survivors }, { warnings: [], survivors: [] });
});

testOnEach(
  "is found, with its version, by our doctor, which finds nothing wrong",
  async (hermes) => {
    const { outputs: [, , doctor] } = await scenarios.lifecycle(hermes);
    const { healthy, hermes: found, findings } = JSON.parse(doctor!.stdout);
    assert(found.version.startsWith(hermes.release), found.version);
    assertEquals(
      findings.filter(({ severity }: { severity: string }) => /warning|error/.test(severity)),
      [],
    );
    assertEquals(healthy, true);
  },
);

testOnEach("sends the bytes of a home without the plugin when it is off", async (hermes) => {
  const plain = await scenarios.withoutPlugin(hermes);
  const off = await scenarios.switchedOff(hermes);
  assertSameBytes(off.anonymous, plain.anonymous);
  assertEquals(off.servers, [[], []]);
  assertEquals(off.warnings, []);
});

testOnEach("completes a turn unchanged when the executable is missing", async (hermes) => {
  await assertUnchanged(hermes, await scenarios.withoutExecutable(hermes));
});

testOnEach("completes a turn unchanged when the executable dies at once", async (hermes) => {
  await assertUnchanged(hermes, await scenarios.dyingExecutable(hermes));
});

testOnEach("completes a turn whose server is killed, with one warning", async (hermes) => {
  const recording = await scenarios.killedDuringTurn(hermes);
  const { requests, servers, outputs, warnings, survivors } = recording;
  assertEquals(servers[0]!.length, 1, "no server ran when it was to be killed");
  assertEquals(requests.length, 2);
  assertEquals(toolResults(requests[1]!.body)[0]!.success, true);
  assertStringIncludes(outputs[0]!.stdout, ANSWER);
  // What was sent before the kill stays as it is: the provider's cache of it must not be lost.
  await assertNamesOnly(hermes, recording);
  assert(continues(requests[0]!, requests[1]!));
  assertEquals(warnings.length, 1, warnings.join("\n"));
  assertEquals(survivors, []);
});

testOnEach(
  "keeps parts and their cache marks where prompts are cached (needs 0.22)",
  async (hermes) => {
    const recording = await scenarios.cachedParts(hermes);
    await assertNamesOnly(hermes, recording);
    for (const { body } of recording.requests) {
      const system = body.messages[0]!.content;
      assert(Array.isArray(system));
      assertEquals(system.map((part) => [part.type, "cache_control" in part]), [
        ["text", true],
        ["text", true],
      ]);
    }
    const [message] = userMessages(recording.requests[0]!.body);
    assertEquals(offeredSkills(message!)[0], scenarios.QUESTION_SKILL);
  },
  ["0.22.2"],
);

testOnEach("works with the plugin in a host process (needs 0.22)", async (hermes) => {
  const recording = await scenarios.isolated(hermes);
  await assertNamesOnly(hermes, recording);
  const [message] = userMessages(recording.requests[0]!.body);
  assertEquals(offeredSkills(message!)[0], scenarios.QUESTION_SKILL);
  assertEquals(recording.warnings, []);
  assertEquals(recording.survivors, []);
}, ["0.22.2"]);

testOnEach("finds nothing to say in `plugins doctor` (needs 0.22)", async (hermes) => {
  const { outputs: [doctor] } = await scenarios.inspected(hermes);
  assertStringIncludes(doctor!.stdout, "OK: runtime discovery, manifest parsing");
  assertNotMatch(doctor!.stdout, /warn|error|fail/i);
}, ["0.22.2"]);

testOnEach("finds nothing to say in `plugins validate` (needs 0.22)", async (hermes) => {
  const { outputs: [, validate] } = await scenarios.inspected(hermes);
  const lines = validate!.stdout.split("\n").filter((line) => line !== "");
  assertEquals(lines.at(-1), "Validation passed.");
  // ✓ is a check that passed, ◆ a remark on where the plugin runs.
  assertEquals(lines.slice(0, -1).filter((line) => !/^[✓◆] /.test(line)), []);
}, ["0.22.2"]);

/** Every request carries the labels a home without the plugin lists, and no description. */
async function assertNamesOnly(hermes: Hermes, recording: Recording): Promise<void> {
  const plain = await scenarios.withoutPlugin(hermes);
  const { block } = splitAtIndex(systemPrompt(plain.requests[0]!.body));
  const expected = labelsOf(block, false);
  if (LISTS_PLUGIN_SKILLS.includes(hermes.release)) {
    assert(expected.includes(`${PLUGIN_SKILL.plugin}:${PLUGIN_SKILL.skill}`));
    expected.push("skill-retrieval:skill-retrieval");
  }
  for (const { body } of recording.requests) {
    const { block } = splitAtIndex(systemPrompt(body));
    assertStringIncludes(block, "<!-- skill-retrieval:compact -->");
    assertEquals(labelsOf(block, true), expected.sort());
    for (const description of DESCRIPTIONS) {
      assert(!block.includes(description), `the index still says "${description}"`);
    }
  }
}

/** The turn went as without the plugin, but for the plugin's own row in the index and one warning. */
async function assertUnchanged(hermes: Hermes, recording: Recording): Promise<void> {
  const plain = await scenarios.withoutPlugin(hermes);
  const ownRow = /\\n {4}- skill-retrieval:skill-retrieval(?:: [^\\]*)?/;
  assertSameBytes(recording.anonymous.map((bytes) => bytes.replace(ownRow, "")), plain.anonymous);
  assertEquals(recording.outputs[0]!.stdout, plain.outputs[0]!.stdout);
  assertEquals(recording.warnings.length, 1, recording.warnings.join("\n"));
  assertEquals(recording.survivors, []);
}

/** Compares long bodies; a failure shows the place, not the whole. */
function assertSameBytes(actual: string[], expected: string[]): void {
  assertEquals(actual.length, expected.length);
  for (const [index, wanted] of expected.entries()) {
    const given = actual[index]!;
    let same = 0;
    while (same < wanted.length && given[same] === wanted[same]) same++;
    const place = (text: string) => text.slice(Math.max(0, same - 80), same + 160);
    assertEquals(place(given), place(wanted), `request ${index} differs at character ${same}`);
    assertEquals(given.length, wanted.length);
  }
}
