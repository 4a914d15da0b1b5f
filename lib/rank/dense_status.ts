/**
 * What `info` says of the dense layer: which source is set, and for how many skills its vectors are
 * there already.
 */
import type { Settings } from "../config/mod.ts";
import { hasDenseSource, openDenseSource } from "./dense_source.ts";
import { LibraryVectors } from "./library_vectors.ts";
import { presetFor } from "./presets.ts";
import { homeVectorCache } from "./vector_cache.ts";

/** State of the dense layer in a home. */
export interface DenseStatus {
  /** The table or the service, or null where it cannot be used. */
  source: string | null;
  /** Why the layer is out, or null. */
  problem: string | null;
  /** Skills whose vectors are kept. */
  kept: number;
  /** Skills in all. */
  skills: number;
}

/** Counts the vectors of skills as they are read. */
export interface DenseStatusReader {
  see(skill: { path: string; name: string; description: string }, body: string): void;
  status(): DenseStatus;
}

/**
 * Begins to look; no service is asked. Null where no source is set or the preset takes none.
 * @param home absolute path of the home that keeps vectors, or null
 * @param directory absolute path that relative ones begin at
 */
export function readDenseStatus(
  settings: Settings,
  home: string | null,
  directory: string,
  environment: (name: string) => string | undefined,
): DenseStatusReader | null {
  if (!presetFor(settings).dense || !hasDenseSource(settings)) return null;
  const { embedder, problem } = openDenseSource(settings, directory, environment);
  const vectors = embedder &&
    new LibraryVectors(embedder, homeVectorCache(home, embedder.identity));
  return {
    see: (skill, body) => vectors?.see(skill, body),
    status() {
      const skills = vectors?.size ?? 0;
      return {
        source: embedder?.name ?? null,
        problem,
        kept: skills - (vectors?.missing ?? 0),
        skills,
      };
    },
  };
}
