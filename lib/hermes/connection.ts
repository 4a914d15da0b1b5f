/**
 * The hook server on a pair of streams: lines in, answers out in whatever order they are ready.
 */
import {
  lastLine,
  type Line,
  type LineState,
  MAX_LINE_BYTES,
  nextLines,
  NO_LINE,
} from "./lines.ts";
import { tooLongAnswer } from "./protocol.ts";

/** Both ends of the connection. */
export interface ConnectionStreams {
  /** Calls back for each piece of input and once at its end. */
  watchInput: (onChunk: (bytes: Uint8Array) => void, onEnd: () => void) => void;
  /** Writes one whole line. */
  write: (line: string) => void;
}

/**
 * Answers lines until the input ends or `stopped` resolves; what is in flight is finished first.
 * @param handle answers one line, see `HookServer.handle`; never rejects
 * @returns resolves when the last answer was written
 */
export async function serveConnection(
  handle: (line: string) => Promise<string | null>,
  streams: ConnectionStreams,
  stopped: Promise<void>,
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const answer = async (line: Line) => {
    const text = line.kind === "line"
      ? await handle(line.text)
      : tooLongAnswer(line.text, MAX_LINE_BYTES);
    if (text !== null) streams.write(`${text}\n`);
  };
  const take = (lines: Line[]) => {
    for (const line of lines) {
      const task = answer(line);
      inFlight.add(task);
      task.finally(() => inFlight.delete(task));
    }
  };
  let state: LineState = NO_LINE;
  const ended = new Promise<void>((resolve) => {
    streams.watchInput((bytes) => {
      const next = nextLines(state, bytes);
      state = next.state;
      take(next.lines);
    }, () => {
      take(lastLine(state));
      state = NO_LINE;
      resolve();
    });
  });
  await Promise.race([ended, stopped]);
  while (inFlight.size > 0) await Promise.all(inFlight);
}
