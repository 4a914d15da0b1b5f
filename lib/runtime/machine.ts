/**
 * The machine the program runs on, as measurements name it.
 */
import * as os from "node:os";
import process from "node:process";

/** What a timing depends on besides the program. */
export interface Machine {
  /** Model name of the first processor. */
  processor: string;
  /** Processors the system shows. */
  processors: number;
  memoryBytes: number;
  /** Name, release and architecture of the operating system. */
  system: string;
  /** Average number of runnable tasks in the last minute; 0 where the system does not tell. */
  load: number;
}

/** Describes this machine as it is now. */
export function describeMachine(): Machine {
  const processors = os.cpus();
  return {
    processor: processors[0]?.model.trim() || "unknown",
    processors: processors.length,
    memoryBytes: os.totalmem(),
    system: `${os.type()} ${os.release()} ${process.arch}`,
    load: os.loadavg()[0] ?? 0,
  };
}
