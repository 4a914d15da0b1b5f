import { defaultHome } from "../catalog/mod.ts";
import { type Examination, examine, type Finding } from "../install/mod.ts";
import {
  environment,
  environmentNames,
  resolvePath,
  runtimeName,
  VERSION,
  workingDirectory,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { counted, type Paint, paintFor } from "./paint.ts";

/** Details shown of one finding; `--json` has all. */
const MAX_DETAILS = 5;

/** `doctor`: checks an installation and says what to do. */
export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check everything about the plugin in a Hermes home and say what to do",
  usage: "",
  options: [
    {
      name: "online",
      help: "also ask the remote judge, where one is on, whether it can be reached",
    },
  ],
  touches: ["surroundings", "services"],
  async run(args) {
    if (args.values("root").length > 0) {
      throw new UsageError("doctor checks a home, not folders; use --home instead of --root.");
    }
    const given = args.value("home");
    const examination = await examine({
      home: given === undefined ? defaultHome(environment) : resolvePath(given),
      cwd: workingDirectory(),
      environment,
      environmentNames: environmentNames(),
      online: args.has("online"),
    });
    writeOut(
      args.has("json")
        ? `${
          JSON.stringify({ version: VERSION, runtime: runtimeName(), ...examination }, null, 2)
        }\n`
        : inWords(examination, args),
    );
    return examination.healthy ? 0 : 1;
  },
};

function inWords({ home, profile, findings }: Examination, args: Arguments): string {
  const paint = paintFor(args);
  const shown = args.has("quiet") ? findings.filter(({ severity }) => severity !== "ok") : findings;
  const count = (wanted: Finding["severity"]) =>
    findings.filter(({ severity }) => severity === wanted).length;
  const lines = [
    `${paint.bold("skill-retrieval")} ${VERSION} (${runtimeName()})`,
    `home ${home}, profile ${profile}`,
    "",
    ...shown.flatMap((finding) => findingLines(finding, paint)),
    "",
    `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}, ` +
    `${counted(count("note"), "note")}.`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function findingLines(finding: Finding, paint: Paint): string[] {
  const { severity, message, advice, details } = finding;
  const label = {
    ok: paint.green("ok     "),
    note: paint.dim("note   "),
    warning: paint.yellow("warning"),
    error: paint.red("error  "),
  }[severity];
  const more = details.length - MAX_DETAILS;
  return [
    `${label}  ${message}`,
    ...details.slice(0, MAX_DETAILS).map((detail) => paint.dim(`           ${detail}`)),
    ...(more > 0 ? [paint.dim(`           and ${more} more (--json has all)`)] : []),
    ...(advice === null ? [] : [`         → ${advice}`]),
  ];
}
