/**
 * Which Hermes is installed, without running it: starting it would write into the home.
 */
import { basename, dirname, join } from "@std/path";
import { FileAccess } from "../../runtime/mod.ts";
import { type Environment, type Finding, findingsOf } from "./finding.ts";

/** A Hermes that was found. */
export interface FoundHermes {
  /** Absolute path of its command. */
  path: string;
  version: string;
}

const COMMANDS = ["hermes", "hermesx", "hermes.exe"];
/** Where the installer of Hermes puts its environment, below a root home. */
const OWN_ENVIRONMENTS = [["hermes-agent", "venv"], ["hermes-agent", ".venv"]];
const PACKAGE = /^hermes_agent(?:_\w+)?-(\d[\w.]*)\.dist-info$/;
const MAX_SCRIPT_BYTES = 4096;

/** The oldest version that the shim works with. */
const OLDEST = [0, 19, 0];
/** The newest version that this program was run with. */
const NEWEST_TESTED = [0, 22, 2];

/** What is known of versions (measured with 0.19.0, 0.20.1, 0.21.4 and 0.22.2). */
const QUIRKS: { below?: number[]; from?: number[]; message: string; advice: string | null }[] = [
  {
    below: [0, 22, 0],
    message: "This Hermes drops hints in messages with an image.",
    advice: "Hermes 0.22 delivers them.",
  },
  {
    below: [0, 20, 0],
    message: "This Hermes has no `hermes plugins doctor`, and lists no skills of plugins.",
    advice: null,
  },
  {
    from: [0, 20, 0],
    below: [0, 22, 0],
    message: "This Hermes lists no skills of plugins in its index; they are offered all the same.",
    advice: null,
  },
  {
    from: [0, 22, 0],
    message:
      "`hermes plugins enable` and `install` of this Hermes download a Python of their own first.",
    advice: "Without a network use skill-retrieval install, which needs none.",
  },
  {
    from: [0, 22, 0],
    message:
      "This Hermes may say once, on the second turn, that skills changed, where some depend on tools.",
    advice: null,
  },
];

/** The Hermes on `PATH`, else the one below a root home, or null. */
export function findHermes(rootHome: string, environment: Environment): FoundHermes | null {
  const separator = /^[A-Za-z]:[\\/]/.test(rootHome) ? ";" : ":";
  const folders = [
    ...(environment("PATH") ?? "").split(separator).filter((folder) => folder !== ""),
    ...OWN_ENVIRONMENTS.flatMap((parts) => [
      join(rootHome, ...parts, "bin"),
      join(rootHome, ...parts, "Scripts"),
    ]),
  ];
  for (const folder of folders) {
    for (const command of COMMANDS) {
      const path = join(folder, command);
      const version = versionBehind(path);
      if (version !== null) return { path, version };
    }
  }
  return null;
}

/** Says which Hermes was found, and what is odd about it. */
export function examineHermes(found: FoundHermes | null): Finding[] {
  const { ok, note, error } = findingsOf("hermes");
  if (found === null) {
    return [
      note(
        "No Hermes was found on PATH, so nothing can be said about its version.",
        "That is no trouble if Hermes runs in a container or is started in another way.",
      ),
    ];
  }
  const version = numbers(found.version);
  if (compare(version, OLDEST) < 0) {
    return [
      error(
        `Hermes ${found.version} (${found.path}) is older than 0.19, which the plugin needs.`,
        "Update Hermes.",
      ),
    ];
  }
  const findings = [ok(`Hermes ${found.version} is installed (${found.path}).`)];
  for (const { below, from, message, advice } of QUIRKS) {
    const applies = (below === undefined || compare(version, below) < 0) &&
      (from === undefined || compare(version, from) >= 0);
    if (applies) findings.push(note(message, advice));
  }
  if (compare(version, NEWEST_TESTED) > 0) {
    findings.push(
      note(
        `The plugin was tested with Hermes up to ${NEWEST_TESTED.join(".")}, not with this one.`,
        "`hermes plugins doctor skill-retrieval` says whether it loads.",
      ),
    );
  }
  return findings;
}

/** Version of the package that a command belongs to, or null where it is no Hermes. */
function versionBehind(path: string): string | null {
  const files = new FileAccess({ read: [dirname(path)] });
  try {
    if (files.status(path)?.kind !== "file") return null;
    const real = files.realPath(path);
    const script = new TextDecoder().decode(
      new FileAccess({ read: [real] }).readStart(real, MAX_SCRIPT_BYTES),
    );
    // The interpreter of the script, or the command that a wrapper calls, lies in its environment.
    const interpreter = /^#!\s*(\/\S+\/bin)\/python[\d.]*/.exec(script)?.[1];
    const wrapped = /["'\s](\/[^"'\s]+\/bin)\/hermes\w*/.exec(script)?.[1];
    for (const folder of [dirname(real), interpreter, wrapped]) {
      const version = folder === undefined ? null : versionIn(dirname(folder));
      if (version !== null) return version;
    }
  } catch {
    // Not to be read, so nothing to be said.
  }
  return null;
}

function versionIn(environment: string): string | null {
  const files = new FileAccess({ read: [environment] });
  const libraries = ["lib", "Lib", "local/lib"].map((name) => join(environment, name));
  for (const library of libraries) {
    if (files.status(library)?.kind !== "directory") continue;
    const places = [library, ...files.list(library).map(({ name }) => join(library, name))]
      .filter((place) => place === library || /^python3/.test(basename(place)))
      .flatMap((place) => [join(place, "site-packages"), join(place, "dist-packages")]);
    for (const place of places) {
      if (files.status(place)?.kind !== "directory") continue;
      for (const { name } of files.list(place)) {
        const version = PACKAGE.exec(name)?.[1];
        if (version !== undefined) return version;
      }
    }
  }
  return null;
}

function numbers(version: string): number[] {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map((part) => parseInt(part) || 0);
  return [major, minor, patch];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
