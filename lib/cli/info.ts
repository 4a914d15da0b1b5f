import { CatalogStore, hiddenReason } from "../catalog/mod.ts";
import { isDisabled, type Setting, SETTINGS, type Settings } from "../config/mod.ts";
import { type DenseStatus, presetFor, readDenseStatus, rerankLogPath } from "../rank/mod.ts";
import { judgeEndpoint } from "../rerank/mod.ts";
import { environment, runtimeName, terminalColumns, VERSION, writeOut } from "../runtime/mod.ts";
import type { Command } from "./command.ts";
import { counted, paintFor, wrapDisplay } from "./paint.ts";
import { permissionReport, permissionText } from "./permissions.ts";
import { requestFor, type Target, targetOf } from "./target.ts";

/** `info`: what is installed, which roots are read, which settings are in force and why. */
export const infoCommand: Command = {
  name: "info",
  summary: "Show the roots, counts and settings in force, and where each setting comes from",
  usage: "",
  options: [
    { name: "permissions", help: "what it may touch, with the proof: it tries what it may not" },
  ],
  touches: ["skills"],
  async run(args) {
    const target = targetOf(args);
    if (args.has("permissions")) {
      const report = await permissionReport(target);
      writeOut(
        args.has("json")
          ? `${JSON.stringify(report, null, 2)}\n`
          : permissionText(report, paintFor(args)),
      );
      return report.attempts.every(({ denied }) => denied) ? 0 : 1;
    }
    const { settings: asked } = target.reading;
    const vectors = readDenseStatus(asked, target.plan.home, target.home, environment);
    const { catalog } = new CatalogStore(target.plan).refresh({
      onRead: (skill, body) => vectors?.see(skill, body),
    });
    const dense = vectors?.status() ?? null;
    const { session } = requestFor(target, "", []);
    const visible =
      catalog.skills.filter((skill) => hiddenReason(skill, session, catalog.plan) === null).length;
    const { origins, warnings } = target.reading;
    const settings = inForce(asked);
    const rows = (Object.entries(SETTINGS) as [keyof Settings, Setting][]).map(
      ([name, setting]) => ({
        variable: setting.variable,
        value: settings[name],
        shown: inWords(settings[name]),
        origin: origins[name],
        description: setting.description,
      }),
    );
    const document = {
      version: VERSION,
      runtime: runtimeName(),
      home: catalog.plan.home,
      disabled: isDisabled(environment),
      roots: catalog.plan.roots.map(({ path, source }) => ({ path, source })),
      skills: { read: catalog.skills.length, visible, problems: catalog.problems.length },
      dense,
      settings: rows.map(({ variable, value, origin }) => ({ variable, value, origin })),
      rerank: rerankFacts(target),
      warnings,
    };
    if (args.has("json")) {
      writeOut(`${JSON.stringify(document, null, 2)}\n`);
      return 0;
    }
    const paint = paintFor(args);
    const width = Math.max(...rows.map(({ variable }) => variable.length));
    const columns = Math.max(60, terminalColumns());
    writeOut(
      [
        `${paint.bold("skill-retrieval")} ${VERSION} (${runtimeName()})` +
        (document.disabled ? `  ${paint.red("switched off by the environment")}` : ""),
        `home    ${document.home ?? "(none: roots were given)"}`,
        ...document.roots.map(({ path, source }) => `root    ${path}  ${paint.dim(source)}`),
        `skills  ${document.skills.read} read, ${visible} visible, ` +
        counted(document.skills.problems, "problem"),
        `dense   ${denseInWords(dense)}`,
        ...(document.rerank === null ? [] : [rerankLine(document.rerank)]),
        "",
        ...rows.flatMap(({ variable, shown, origin, description }) => [
          `${variable.padEnd(width)}  ${paint.bold(shown)}  ${paint.dim(`(${origin})`)}`,
          ...wrapDisplay(description.split(" "), columns - 2).map((line) => `  ${paint.dim(line)}`),
        ]),
        ...warnings.map((warning) => paint.yellow(`warning: ${warning}`)),
        "",
      ].join("\n"),
    );
    return 0;
  },
};

/** What the dense layer has to work with. */
function denseInWords(dense: DenseStatus | null): string {
  if (dense === null) return "off: no table and no embedding service is set for this preset";
  if (dense.source === null) return `left out: ${dense.problem}`;
  const { source, kept, skills } = dense;
  return `${source}, vectors of ${kept} of ${skills} skills are kept` +
    (kept < skills
      ? "; the others are made at the next message, until then the layer is left out"
      : "");
}

/** What a judge would be asked with, or null where none is. The key itself is never shown. */
function rerankFacts(target: Target): RerankFacts | null {
  const { home, roots, reading: { settings } } = target;
  const endpoint = judgeEndpoint(settings, environment);
  if (endpoint === null) return null;
  const { name, baseUrl, model, apiKey, missingKey } = endpoint;
  return {
    judge: name,
    base_url: baseUrl,
    model,
    key: apiKey !== null,
    missing_key: missingKey,
    log: rerankLogPath({ home, ...(roots === undefined ? {} : { roots }), settings }, environment),
  };
}

interface RerankFacts {
  judge: string;
  base_url: string;
  model: string;
  /** Whether a key is set. */
  key: boolean;
  /** The variable to set, or null. */
  missing_key: string | null;
  log: string;
}

function rerankLine({ judge, base_url, model, missing_key, log }: RerankFacts): string {
  return missing_key === null
    ? `judge   ${judge}: ${model} at ${base_url}, log ${log}`
    : `judge   ${judge}: never asked, since ${missing_key} is not set`;
}

/** The settings with what the preset decides where they say nothing. */
function inForce(settings: Settings): Settings {
  const { pool, inject, gate, triggers, autoload, compactStyle, uncaptured } = presetFor(settings);
  return {
    ...settings,
    topK: pool,
    injectK: inject,
    gate: gate ? "on" : "off",
    triggers,
    autoload,
    compactStyle,
    uncaptured,
  };
}

function inWords(value: Settings[keyof Settings]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null ? "none" : String(value);
}
