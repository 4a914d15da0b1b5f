/**
 * The rights of one call of a command: what it says it touches, the files its options and arguments
 * name, and nothing else.
 */
import { dirname } from "@std/path";
import { homeRights, possibleHosts } from "../sandbox/mod.ts";
import {
  environment,
  isMissing,
  mergedRights,
  NO_RIGHTS,
  resolvePath,
  type Rights,
  temporaryFolder,
} from "../runtime/mod.ts";
import { type Arguments, type Command, COMMON_OPTIONS } from "./command.ts";
import type { Target } from "./target.ts";

/** @param target what the common options mean, or null for a command that does not ask */
export function rightsOf(
  command: Command,
  args: Arguments,
  target: Target | null,
): Rights {
  let rights = mergedRights(
    namedFiles(command, args),
    command.rights?.(args, target) ?? NO_RIGHTS,
  );
  for (const touch of command.touches) {
    rights = mergedRights(rights, rightsTo(touch, args, target));
  }
  return rights;
}

function rightsTo(
  touch: Command["touches"][number],
  args: Arguments,
  target: Target | null,
): Rights {
  switch (touch) {
    case "settings":
    case "turns":
      return NO_RIGHTS;
    case "skills": {
      const { plan, home, reading: { settings } } = target!;
      return homeRights({ plan, home, settings, environment });
    }
    case "arguments":
      return {
        ...NO_RIGHTS,
        read: args.positionals.filter((path) => path !== "-").map((path) => resolvePath(path)),
      };
    case "surroundings":
      return { ...NO_RIGHTS, read: "anywhere", programs: true };
    case "services":
      return { ...NO_RIGHTS, hosts: args.has("online") ? possibleHosts(environment) : [] };
    case "temporary":
      return { ...NO_RIGHTS, write: [temporaryFolder()] };
  }
}

/** The files that options name, and folders that must be made for them. */
function namedFiles(command: Command, args: Arguments): Rights {
  const of = (access: "read" | "write") =>
    [...command.options, ...COMMON_OPTIONS]
      .filter((option) => option.access === access)
      .flatMap(({ name }) => args.values(name)).map((path) => resolvePath(path));
  const folders = of("write").map((path) => dirname(path)).filter(isMissing);
  return { ...NO_RIGHTS, read: of("read"), write: [...of("write"), ...folders] };
}
