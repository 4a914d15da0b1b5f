/**
 * What the options that are off by default may touch once they are switched on. Data: an option that
 * needs a host or a file gets a row here, and from it come the rights of the workers.
 */
import { dirname } from "@std/path";
import { JEV_BASE_URLS, logFiles } from "../rerank/mod.ts";
import { isMissing } from "../runtime/mod.ts";

type Environment = (name: string) => string | undefined;

/** What decides whether an option is on. */
export interface OptionFacts {
  environment: Environment;
  /** Preset in force. */
  preset: string;
}

/** An option with rights of its own. */
export interface OptionRights {
  /** What it is called in `info --permissions`. */
  name: string;
  isOn: (facts: OptionFacts) => boolean;
  /** Addresses of the services it speaks to. */
  urls: (environment: Environment) => readonly string[];
  /**
   * Files and folders it writes, as a config writes paths: `~`, `$NAME`, or against the home.
   * @param judgeLog absolute path of the log of a judge
   */
  writes: (environment: Environment, judgeLog: string) => readonly string[];
  /** Variables with its secrets, for workers that may speak to its hosts. */
  secrets: readonly string[];
}

/** Folder of caches and trees below a home; the user's own knowledge files lie there too. */
export const DATA_FOLDER = "data/skill-retrieval";

const OPENAI_URL = "https://api.openai.com";

/** The options, in the order they are listed. */
export const OPTIONS: readonly OptionRights[] = [
  {
    name: "judge jev",
    isOn: ({ environment }) => judgeOf(environment) === "jev",
    urls: (environment) =>
      valueOf(environment, "SKILL_RETRIEVAL_RERANK_BASE_URL", (own) => [own], [
        jevUrl(environment),
      ]),
    writes: logWrites,
    secrets: ["TYPESAFE_API_KEY", "TYPESAFE_KEY", "OPENROUTER_API_KEY"],
  },
  {
    name: "judge llm",
    isOn: ({ environment }) => judgeOf(environment) === "llm",
    urls: (environment) =>
      valueOf(
        environment,
        "SKILL_RETRIEVAL_RERANK_BASE_URL",
        (own) => [own],
        modelUrls(environment),
      ),
    writes: logWrites,
    secrets: ["SKILL_RETRIEVER_LLM_API_KEY", "OPENAI_API_KEY"],
  },
  {
    name: "tree search",
    isOn: ({ environment, preset }) =>
      preset === "tree" &&
      ["SKILL_RETRIEVER_LLM_API_KEY", "OPENAI_API_KEY", ...MODEL_URL_VARIABLES]
        .some((name) => textOf(environment, name) !== ""),
    urls: modelUrls,
    writes: (environment) =>
      valueOf(environment, "SKILL_RETRIEVER_CACHE_DIR", (own) => [own, DATA_FOLDER], [DATA_FOLDER]),
    secrets: ["SKILL_RETRIEVER_LLM_API_KEY", "OPENAI_API_KEY"],
  },
  {
    name: "embeddings",
    isOn: ({ environment }) => textOf(environment, "HERMES_EMBEDDING_BASE_URL") !== "",
    urls: (environment) => [textOf(environment, "HERMES_EMBEDDING_BASE_URL")],
    writes: () => [DATA_FOLDER],
    secrets: ["HERMES_EMBEDDING_API_KEY"],
  },
];

const LOG_VARIABLE = "SKILL_RETRIEVAL_RERANK_LOG";
const MODEL_URL_VARIABLES = ["SKILL_RETRIEVER_LLM_BASE_URL", "OPENAI_BASE_URL"];

/** The options that are on. */
export function optionsOn(facts: OptionFacts): OptionRights[] {
  return OPTIONS.filter(({ isOn }) => isOn(facts));
}

/** The options that the environment lets some home switch on. */
export function optionsPossible(environment: Environment): OptionRights[] {
  return optionsOn({ environment, preset: "tree" });
}

/** Whether the environment lets any home switch on an option. */
export function mayBeOn(environment: Environment): boolean {
  return optionsPossible(environment).length > 0;
}

function judgeOf(environment: Environment): string {
  return textOf(environment, "SKILL_RETRIEVAL_RERANK").toLowerCase();
}

function jevUrl(environment: Environment): string {
  const provider = textOf(environment, "SKILL_RETRIEVAL_RERANK_PROVIDER").toLowerCase();
  return JEV_BASE_URLS[provider === "openrouter" ? provider : "typesafe"];
}

/**
 * The log, its rotated sibling and its lock (DESIGN §8). A folder of its own, and one that is not there
 * yet, has nothing else in it and is given whole, since it must be made; a folder with other files is not.
 */
function logWrites(environment: Environment, log: string): string[] {
  const folder = dirname(log);
  return textOf(environment, LOG_VARIABLE) === "" || isMissing(folder) ? [folder] : logFiles(log);
}

function modelUrls(environment: Environment): string[] {
  const own = MODEL_URL_VARIABLES.map((name) => textOf(environment, name)).find((url) =>
    url !== ""
  );
  return [own ?? OPENAI_URL];
}

function valueOf(
  environment: Environment,
  name: string,
  given: (value: string) => string[],
  otherwise: string[],
): string[] {
  const value = textOf(environment, name);
  return value === "" ? otherwise : given(value);
}

function textOf(environment: Environment, name: string): string {
  return environment(name)?.trim() ?? "";
}
