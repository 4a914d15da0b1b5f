/** The rights of a home's ranking, as data. */
import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { planHome, planRoots } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { homeRights, mayBeOn, workerEnvironment } from "../../lib/sandbox/mod.ts";
import { makeHome } from "../helpers/home.ts";

function rightsWith(variables: Record<string, string>, preset = "default", config = "") {
  const home = makeHome({ "config.yaml": config, "skills/": "" });
  const environment = (name: string) => variables[name];
  const plan = planHome({ home, cwd: null, environment });
  const { settings } = readSettings({ environment, config: plan.settings });
  const rights = homeRights({ plan, home, settings: { ...settings, preset }, environment });
  const short = (paths: readonly string[] | "anywhere") =>
    typeof paths === "string" ? paths : paths.map((path) => path.replace(home, "~"));
  return { ...rights, read: short(rights.read), write: short(rights.write) };
}

test("homeRights() reads the roots and the user's knowledge files, and nothing else", () => {
  assertEquals(rightsWith({}), {
    read: ["~/skills", "~/data/skill-retrieval"],
    write: [],
    hosts: [],
    programs: false,
  });
  const { read } = rightsWith(
    { EXTRA: "/srv/skills", SKILL_RETRIEVAL_LEXICON: "words.tsv" },
    "default",
    "skills:\n  external_dirs: ['${EXTRA}/mine']\n",
  );
  assertEquals(read, [
    "~/skills",
    "/srv/skills/mine",
    "~/data/skill-retrieval",
    "~/words.tsv",
  ]);
});

test("homeRights() adds hosts and the log only while a judge is on", () => {
  const on = rightsWith({ SKILL_RETRIEVAL_RERANK: "jev" });
  assertEquals([on.hosts, on.write], [["api.typesafe.ai"], ["~/data/jev-trial"]]);
  const other = rightsWith({
    SKILL_RETRIEVAL_RERANK: "jev",
    SKILL_RETRIEVAL_RERANK_PROVIDER: "openrouter",
  });
  assertEquals(other.hosts, ["openrouter.ai"]);
  const own = rightsWith({
    SKILL_RETRIEVAL_RERANK: "JEV",
    SKILL_RETRIEVAL_RERANK_BASE_URL: "http://127.0.0.1:9999/v1",
    SKILL_RETRIEVAL_RERANK_LOG: "/var/log/ab.jsonl",
  });
  assertEquals(own.hosts, ["127.0.0.1:9999"]);
  assertEquals(own.write, [
    "/var/log/ab.jsonl",
    "/var/log/ab.jsonl.1",
    "/var/log/ab.jsonl.lock",
    "/var/log/ab.jsonl.lock.old",
  ]);
  const missing = rightsWith({
    SKILL_RETRIEVAL_RERANK: "llm",
    SKILL_RETRIEVAL_RERANK_LOG: "logs/new/ab.jsonl",
  });
  assertEquals(missing.write, ["~/logs/new"], "a folder that must be made");
  const off = rightsWith({ SKILL_RETRIEVAL_RERANK: "off", TYPESAFE_API_KEY: "k" });
  assertEquals([off.hosts, off.write], [[], []]);
});

test("homeRights() of folders lets a judge write its log in the active home, not into them", () => {
  const environment = (name: string) =>
    ({ SKILL_RETRIEVAL_RERANK: "jev", HERMES_HOME: "/h" } as Record<string, string>)[name];
  const root = makeHome({ "skills/": "" });
  const { settings } = readSettings({ environment });
  const plan = planRoots([root], environment);
  const { write } = homeRights({ plan, home: root, settings, environment });
  assertEquals(write, ["/h/data/jev-trial"]);
});

test("homeRights() gives no host for an address that is none or is not secure", () => {
  for (const url of ["http://example.com/v1", "nonsense", "https://u:p@example.com"]) {
    assertEquals(rightsWith({ HERMES_EMBEDDING_BASE_URL: url }).hosts, []);
  }
});

test("homeRights() lets tree search speak to a model only in its preset and with a model set", () => {
  const variables = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://models.example/v1" };
  assertEquals(rightsWith(variables).hosts, []);
  const tree = rightsWith(variables, "tree");
  assertEquals([tree.hosts, tree.write], [["models.example"], ["~/data/skill-retrieval"]]);
  assertEquals(rightsWith({}, "tree").hosts, []);
  assertEquals(mayBeOn((name) => (variables as Record<string, string>)[name]), true);
  assertEquals(mayBeOn(() => undefined), false);
});

test("workerEnvironment() hands over our own variables, and a secret only with the host it is for", () => {
  const variables: Record<string, string> = {
    HOME: "/home/me",
    SKILL_RETRIEVAL_TOP_K: "5",
    HERMES_HOME: "/h",
    TYPESAFE_API_KEY: "secret",
    OPENAI_API_KEY: "secret",
    AWS_SECRET_ACCESS_KEY: "secret",
    HERMES_EMBEDDING_API_KEY: "secret",
  };
  const given = (hosts: string[], more: Record<string, string> = {}) => {
    const all = { ...variables, ...more };
    return Object.keys(workerEnvironment(Object.keys(all), (name) => all[name], hosts)).toSorted();
  };
  const always = ["HERMES_HOME", "HOME", "SKILL_RETRIEVAL_TOP_K"];
  assertEquals(given([]), always);
  assertEquals(
    given(["api.typesafe.ai"]),
    [...always, "TYPESAFE_API_KEY"].toSorted(),
  );
  assertEquals(given(["api.openai.com"]), [...always, "OPENAI_API_KEY"].toSorted());
  // Where a service of one's own is named, its host alone is meant.
  const own = { OPENAI_BASE_URL: "https://models.example/v1" };
  assertEquals(given(["api.openai.com"], own), [...always, "OPENAI_BASE_URL"].toSorted());
});
