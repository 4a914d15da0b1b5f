import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { serveConnection } from "../../lib/hermes/mod.ts";

/** A connection fed by hand. */
function connect(handle: (line: string) => Promise<string | null>, stopped?: Promise<void>) {
  const written: string[] = [];
  let onChunk: (bytes: Uint8Array) => void = () => {};
  let onEnd: () => void = () => {};
  const done = serveConnection(handle, {
    watchInput: (chunk, end) => {
      onChunk = chunk;
      onEnd = end;
    },
    write: (line) => written.push(line),
  }, stopped ?? new Promise(() => {}));
  return {
    written,
    done,
    send: (text: string) => onChunk(new TextEncoder().encode(text)),
    end: () => onEnd(),
  };
}

test("serveConnection() writes answers as they become ready", async () => {
  const waiting = new Map<string, (answer: string | null) => void>();
  const { written, done, send, end } = connect((line) =>
    new Promise((resolve) => waiting.set(line, resolve))
  );
  send("one\ntwo\nthree");
  end();
  waiting.get("two")!("2");
  waiting.get("three")!(null);
  await Promise.resolve();
  waiting.get("one")!("1");
  await done;
  assertEquals(written, ["2\n", "1\n"]);
});

test("serveConnection() finishes what is in flight after the end of the input", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  const { written, done, send, end } = connect(async (line) => {
    await gate;
    return line;
  });
  send("late\n");
  end();
  let ended = false;
  done.then(() => ended = true);
  await Promise.resolve();
  assertEquals(ended, false);
  release();
  await done;
  assertEquals(written, ["late\n"]);
});

test("serveConnection() answers a line that is too long and goes on", async () => {
  const { written, done, send, end } = connect((line) => Promise.resolve(line));
  send('{"jsonrpc":"2.0","id":5,"method":"x","params":{"text":"');
  send("a".repeat(8 * 1024 * 1024));
  send('"}}\nnext\n');
  end();
  await done;
  assertEquals(written.toSorted(), [
    "next\n",
    '{"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"the line is longer than 8388608 bytes"}}\n',
  ]);
});

test("serveConnection() ends when it is stopped, its input still open", async () => {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => stop = resolve);
  const { written, done, send } = connect((line) => {
    stop();
    return Promise.resolve(line);
  }, stopped);
  send("bye\n");
  await done;
  assertEquals(written, ["bye\n"]);
});
