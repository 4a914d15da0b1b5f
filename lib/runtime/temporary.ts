/**
 * Directories that live as long as one piece of work.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "@std/path";

/** The system's place for temporary files, absolute, links resolved. */
export function temporaryFolder(): string {
  return fs.realpathSync(os.tmpdir());
}

/**
 * Makes an empty directory in the system's place for temporary files, hands it over and removes it,
 * with all that is in it, when the work is done or has failed.
 * @param work gets the absolute path, links resolved
 */
export async function withTemporaryDirectory<Result>(
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = fs.mkdtempSync(join(temporaryFolder(), "skill-retrieval-"));
  try {
    return await work(path);
  } finally {
    fs.rmSync(path, { recursive: true, force: true });
  }
}
