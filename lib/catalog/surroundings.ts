/**
 * Facts about the machine that decide whether a skill is offered at all (contract §5.6).
 */
import { FileAccess } from "../runtime/mod.ts";

type Environment = (name: string) => string | undefined;

/** Files and folders that tell a container or an s6 image. */
const CONTAINER_MARKERS = ["/.dockerenv", "/run/.containerenv"];
const CONTROL_GROUP = "/proc/1/cgroup";
const S6_FOLDERS = ["/run/s6", "/package/admin/s6-overlay"];
const CONTAINER_WORDS = ["docker", "podman", "/lxc/", "kubepods", "containerd", "crio"];
const MAX_CONTROL_GROUP_BYTES = 1024 * 1024;

/** `sys.platform` of Python for a system as Node names it. */
export function hostSystem(system: string): string {
  return system === "android" ? "linux" : system;
}

/** Whether this is Termux, where skills for Linux, Termux and Android all run. */
export function isTermux(environment: Environment): boolean {
  return Boolean(environment("TERMUX_VERSION")) ||
    (environment("PREFIX") ?? "").includes("com.termux/files/usr");
}

/**
 * Environments that are active here: a subset of `kanban`, `docker`, `s6`.
 * @param kanbanConfigured whether the home's config has the `kanban` toolset
 */
export function activeEnvironments(environment: Environment, kanbanConfigured: boolean): string[] {
  const active: string[] = [];
  if (kanbanConfigured || environment("HERMES_KANBAN_TASK") || environment("HERMES_KANBAN_BOARD")) {
    active.push("kanban");
  }
  const files = new FileAccess({ read: [...CONTAINER_MARKERS, CONTROL_GROUP, ...S6_FOLDERS] });
  if (environment("KUBERNETES_SERVICE_HOST") || isContainer(files)) active.push("docker");
  if (S6_FOLDERS.some((path) => kindOf(files, path) === "directory")) active.push("s6");
  return active;
}

function isContainer(files: FileAccess): boolean {
  if (CONTAINER_MARKERS.some((path) => kindOf(files, path) !== null)) return true;
  try {
    const text = files.readText(CONTROL_GROUP, MAX_CONTROL_GROUP_BYTES);
    return CONTAINER_WORDS.some((word) => text.includes(word));
  } catch {
    return false;
  }
}

/** What a path is, or null where nothing is or it may not be looked at. */
function kindOf(files: FileAccess, path: string): string | null {
  try {
    return files.status(path)?.kind ?? null;
  } catch {
    return null;
  }
}
