/**
 * What is done with Hermes, once for all tests that look at it: each scenario runs when its first
 * test asks for it, on every build at the same time, and hands out a recording.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { HermesOnHome, type Output } from "./hermes.ts";
import { EXECUTABLE, type HomeOptions, kill, PLUGIN } from "./home.ts";
import { type Hermes, INSTALLATIONS } from "./installation.ts";
import { type ChatBody, type ChatRequest, type Reply, viewSkills } from "./mock_endpoint.ts";
import { offeredSkills, userMessages } from "./requests.ts";

/** What every scenario records. */
export interface Recording {
  requests: ChatRequest[];
  /** Bodies of `requests`, the home's own paths made anonymous. */
  anonymous: string[];
  /** Ids of the processes of our executable, seen as each request arrived. */
  servers: number[][];
  outputs: Output[];
  /** Log records of level WARNING and above that name our plugin. */
  warnings: string[];
  /** Command lines of processes that outlived Hermes. */
  survivors: string[];
  /** What the scenario noted down besides. */
  notes: Record<string, string>;
}

/** The message of most one-shot turns, and the skill it is about. */
export const QUESTION = "Draw bar charts and histograms from my CSV file";
export const QUESTION_SKILL = "csv-charts";
/** The message with which a session is resumed, and the skill it is about. */
export const RESUMED_QUESTION = "Book sleeper berths on night trains across Europe";
export const RESUMED_SKILL = "rail-tickets";
/** The model's last words of a turn. */
export const ANSWER = "This is the answer.";

/** Turns of the interactive session; each loads the first skill that is offered. */
export const TURNS = [
  {
    message: "Publish my Android app to the app store and follow its review",
    load: "mobile/deploy",
    description: "Publish an iOS or Android app",
  },
  {
    message: "Plan a bird survey with transects and point counts",
    load: "field-notes:bird-survey",
    description: "Plan a bird survey",
  },
  {
    message: "请把数据库备份到远程服务器并定期演练恢复",
    load: "数据库备份",
    description: "把数据库备份到远程服务器",
  },
  {
    message: "Condense these scientific articles into an annotated bibliography",
    load: "research/summary",
    description: "Condense scientific articles",
  },
];

/** The model loads the skill that the newest user message offers first. */
function loadFirstOffer(body: ChatBody): Reply {
  const [first] = offeredSkills(userMessages(body).at(-1) ?? "");
  return viewSkills(first ?? "(nothing was offered)");
}

/** The model answers a one-shot turn after loading one skill by its plain name. */
const LOAD_AND_ANSWER = [viewSkills(QUESTION_SKILL), { text: ANSWER }];

/**
 * A tool loop in a new session, then a second turn in a new process. There the index of the session
 * has not been seen yet, so that the setting decides whether anything is offered (SR-72).
 */
export const oneShot = scenario({
  plugin: "copied",
  config: () => ({ plugins: { entries: { [PLUGIN]: { settings: { uncaptured: "allow" } } } } }),
}, async (run) => {
  run.endpoint.play(loadFirstOffer, viewSkills("research/summary"), { text: ANSWER });
  const first = await run.chat(QUESTION);
  const session = /^session_id: (\S+)$/m.exec(first.stderr)?.[1];
  run.endpoint.play({ text: ANSWER });
  return [first, await run.chat(RESUMED_QUESTION, session)];
});

/** Several turns in one process, the plugin's folder being a symbolic link. */
export const interactive = scenario({ plugin: "linked" }, async (run) => {
  const terminal = await run.openTerminal();
  for (const [index, { message }] of TURNS.entries()) {
    const answer = `This is answer number ${index + 1}.`;
    run.endpoint.play(loadFirstOffer, { text: answer });
    await terminal.say(message, answer);
  }
  return [await terminal.exit()];
});

/** Turns of one process in preset `default`, and the skill that each must offer, or null for none. */
export const TOPICS: { message: string; offer: string | null; loads?: true }[] = [
  { message: QUESTION, offer: QUESTION_SKILL },
  { message: "and the same for the second one, please", offer: null },
  { message: "Draw bar charts from the third CSV file as well", offer: null },
  {
    message: "Remove silences and filler words from my podcast recording",
    offer: "podcast-cutter",
    loads: true,
  },
  { message: "Remove the silences from the other podcast recording, too", offer: null },
];
/** Turns in processes of their own that resume the session: about what was loaded, and shown. */
export const RESUMED_TOPICS = {
  loaded: "Remove silences and filler words from the last podcast recording",
  shown: QUESTION,
};

/**
 * What is said at which turn of a longer conversation: five turns in one process, then one each in
 * two processes that resume it. Preset `default` by the home's config.
 */
export const topics = scenario({
  plugin: "copied",
  config: () => ({ plugins: { entries: { [PLUGIN]: { settings: { preset: "default" } } } } }),
}, async (run) => {
  const terminal = await run.openTerminal();
  for (const [index, { message, loads }] of TOPICS.entries()) {
    const answer = `This is answer number ${index + 1}.`;
    run.endpoint.play(...(loads ? [loadFirstOffer] : []), { text: answer });
    await terminal.say(message, answer);
  }
  const outputs = [await terminal.exit()];
  const session = /--resume (\w+)/.exec(stripVTControlCharacters(outputs[0]!.stdout))?.[1];
  for (const message of [RESUMED_TOPICS.loaded, RESUMED_TOPICS.shown]) {
    run.endpoint.play({ text: ANSWER });
    outputs.push(await run.chat(message, session));
  }
  return outputs;
});

/** The same home without our plugin: what all others are compared with. */
export const withoutPlugin = scenario({ plugin: "none" }, turn);

/** The plugin present, and switched off by the environment. */
export const switchedOff = scenario({ plugin: "copied" }, turn, { SKILL_RETRIEVAL_DISABLE: "1" });

/** The plugin's files without the executable. */
export const withoutExecutable = scenario({ plugin: "copied", executable: null }, turn);

/** An executable that is killed by the first thing it reads. */
export const dyingExecutable = scenario(
  { plugin: "copied", executable: "#!/bin/sh\nread -r line\nkill -KILL $$\n" },
  turn,
);

/** The executable killed while the model "thinks" about the first attempt of a turn. */
export const killedDuringTurn = scenario({ plugin: "copied" }, async (run) => {
  run.endpoint.play(() => {
    run.home.servers().forEach(kill);
    return viewSkills(QUESTION_SKILL);
  }, { text: ANSWER });
  return [await run.chat(QUESTION)];
});

/** The plugin hosted in a child process of Hermes; builds before 0.22 ignore the setting. */
export const isolated = scenario(
  { plugin: "copied", config: () => ({ plugins: { isolation: "host" } }) },
  turn,
  {},
  ["0.22.2"],
);

/** A model with prompt caching: its messages are lists of parts with marks; 0.19 has no such setting. */
export const cachedParts = scenario(
  {
    plugin: "copied",
    config: (baseUrl) => ({
      custom_providers: [{
        name: "mock",
        base_url: baseUrl,
        models: { "mock-model": { prompt_caching: true, context_length: 400_000 } },
      }],
    }),
  },
  turn,
  {},
  ["0.22.2"],
);

/** What `hermes plugins` says about the plugin; 0.19 has neither command. */
export const inspected = scenario(
  { plugin: "copied" },
  async (run) => [
    await run.run("plugins", "doctor", PLUGIN),
    await run.run("plugins", "validate", run.home.pluginFolder),
  ],
  {},
  ["0.22.2"],
);

/** Turns of the life of an installation: before the upgrade, after it in the same process, in a new one. */
export const LIFE = TURNS.slice(0, 2);

/**
 * Our program installs itself into a home with a config written by hand, is upgraded by another build
 * while a session runs, examines the home, and takes itself out again.
 */
export const lifecycle = scenario({ plugin: "none" }, async (run, notes) => {
  const { home, endpoint } = run;
  const outputs: Output[] = [];
  const installed = join(home.pluginFolder, PLUGIN);
  const note = (when: string) => notes[when] = home.config;
  home.writeConfigByHand(endpoint.baseUrl);
  note("before");
  outputs.push(await run.program(home.otherBuild(), "install"));
  note("installed");
  const terminal = await run.openTerminal();
  for (const [index, { message }] of LIFE.entries()) {
    const answer = `This is answer number ${index + 1}.`;
    endpoint.play(loadFirstOffer, { text: answer });
    await terminal.say(message, answer);
    if (index === 0) outputs.push(await run.program(EXECUTABLE, "install"));
  }
  await terminal.exit();
  endpoint.play({ text: ANSWER });
  await run.chat(QUESTION);
  note("used");
  notes["upgraded"] = String(readFileSync(installed).equals(readFileSync(EXECUTABLE)));
  outputs.push(await run.program(installed, "doctor", "--json"));
  outputs.push(await run.program(installed, "uninstall"));
  note("uninstalled");
  notes["left"] = home.names.filter((name) => /skill.retrieval/.test(name)).join();
  notes["folder"] = String(existsSync(home.pluginFolder));
  endpoint.play({ text: ANSWER });
  await run.chat(QUESTION);
  return outputs;
});

async function turn(run: HermesOnHome): Promise<Output[]> {
  run.endpoint.play(...LOAD_AND_ANSWER);
  return [await run.chat(QUESTION)];
}

/**
 * @param environment further variables for Hermes
 * @param releases where the scenario makes sense
 * @returns a function that gives the recording of a build, running the scenario the first time
 */
function scenario(
  options: HomeOptions,
  act: (run: HermesOnHome, notes: Record<string, string>) => Promise<Output[]>,
  environment: Record<string, string> = {},
  releases: Hermes["release"][] = ["0.22.2", "0.19.0"],
): (hermes: Hermes) => Promise<Recording> {
  const recordings = new Map<Hermes, Promise<Recording>>();
  const record = (hermes: Hermes) =>
    HermesOnHome.use(hermes, options, async (run) => {
      const servers: number[][] = [];
      run.endpoint.onRequest = () => servers.push(run.home.servers());
      const notes: Record<string, string> = {};
      const outputs = await act(run, notes);
      const survivors = await run.survivors();
      const { requests } = run.endpoint;
      const anonymous = requests.map(({ bytes }) => run.home.anonymous(bytes));
      const warnings = run.home.warnings();
      return { requests, anonymous, servers, outputs, survivors, warnings, notes };
    }, environment);
  return (hermes) => {
    if (recordings.size === 0) {
      for (const found of INSTALLATIONS) {
        if (!("hermes" in found) || !releases.includes(found.release)) continue;
        const recording = record(found.hermes);
        recording.catch(() => {}); // Reported by the tests of that build, whenever they run.
        recordings.set(found.hermes, recording);
      }
    }
    return recordings.get(hermes)!;
  };
}
