/**
 * The version, kept in one place: package.json.
 */
import manifest from "../../package.json" with { type: "json" };

/** Version of the program (semantic versioning). */
export const VERSION: string = (manifest as { version: string }).version;
