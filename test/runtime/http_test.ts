import { test } from "node:test";
import * as net from "node:net";
import * as zlib from "node:zlib";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { HttpAccess, HttpError, type HttpFailure, httpHost } from "../../lib/runtime/mod.ts";
import { answerJson, withLoopback } from "../helpers/loopback.ts";

const LIMITS = { timeoutMs: 5_000, maxResponseBytes: 10_000 };

/** Fails unless the work is refused for this reason; gives the error. */
async function refused(reason: HttpFailure, work: Promise<unknown>): Promise<HttpError> {
  const error = await assertRejects(() => work, HttpError) as HttpError;
  assertEquals(error.reason, reason);
  return error;
}

test("HttpAccess.send() posts a body with headers and reads the answer to its end", async () => {
  await withLoopback((_, response) => {
    response.writeHead(201, { "Content-Type": "Application/JSON; charset=utf-8", "x-kind": "é" });
    response.write('{"text":"');
    setTimeout(() => response.end('é"}'), 20);
  }, async (server) => {
    const answer = await new HttpAccess([server.host]).send({
      method: "POST",
      url: `${server.url}/v1/x?y=1`,
      headers: { Authorization: "Bearer secret" },
      body: '{"a":"ü"}',
      ...LIMITS,
    });
    assertEquals([answer.status, answer.contentType, answer.text], [
      201,
      "application/json",
      '{"text":"é"}',
    ]);
    assert(answer.elapsedMs >= 15);
    const [seen] = server.seen;
    assertEquals([seen!.method, seen!.path, seen!.body], ["POST", "/v1/x?y=1", '{"a":"ü"}']);
    assertEquals(seen!.headers.authorization, "Bearer secret");
  });
});

test("HttpAccess.send() gives answers of every status but a redirect", async () => {
  await withLoopback(
    ({ path }, response) => answerJson(response, { path }, Number(path.slice(1))),
    async (server) => {
      const access = new HttpAccess([server.host]);
      for (const status of [200, 400, 404, 429, 500, 503]) {
        const answer = await access.send({
          method: "GET",
          url: `${server.url}/${status}`,
          ...LIMITS,
        });
        assertEquals(answer.status, status);
      }
    },
  );
});

test("HttpAccess.send() follows no redirect, not even to the same host", async () => {
  await withLoopback((_, response) => {
    response.writeHead(307, { location: "/other" });
    response.end();
  }, async (server) => {
    const access = new HttpAccess([server.host]);
    const error = await refused(
      "redirect",
      access.send({ method: "POST", url: server.url, body: "{}", ...LIMITS }),
    );
    assertEquals(error.status, 307);
    assertEquals(server.seen.length, 1);
  });
});

test("HttpAccess.send() ends at its wall clock: before the header and inside the body", async () => {
  await withLoopback(({ path }, response) => {
    if (path === "/silent") return;
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(drip));
  }, async (server) => {
    const access = new HttpAccess([server.host]);
    for (const path of ["/silent", "/drip"]) {
      const startMs = performance.now();
      await refused(
        "timeout",
        access.send({ method: "GET", url: server.url + path, ...LIMITS, timeoutMs: 150 }),
      );
      assert(performance.now() - startMs >= 140);
    }
  });
});

test("HttpAccess.send() stops reading at its cap: declared, streamed and compressed", async () => {
  const bomb = zlib.gzipSync(new Uint8Array(64 * 1024 * 1024));
  assert(bomb.length < 100_000);
  let written = 0;
  await withLoopback(({ path }, response) => {
    if (path === "/declared") {
      response.writeHead(200, { "content-length": "50000000" });
      response.write("x");
    } else if (path === "/bomb") {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(bomb);
    } else {
      const chunk = "x".repeat(65_536);
      const more = () => {
        while (!response.destroyed && written < 500_000_000) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
      };
      more();
    }
  }, async (server) => {
    const access = new HttpAccess([server.host]);
    for (const path of ["/declared", "/bomb", "/streamed"]) {
      await refused(
        "too-large",
        access.send({
          method: "GET",
          url: server.url + path,
          timeoutMs: 20_000,
          maxResponseBytes: 200_000,
        }),
      );
    }
    assert(written < 100_000_000, `${written} bytes were sent`);
  });
});

test("HttpAccess.send() reads a compressed answer", async () => {
  await withLoopback((_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
    response.end(zlib.gzipSync("hello"));
  }, async (server) => {
    const answer = await new HttpAccess([server.host])
      .send({ method: "GET", url: server.url, ...LIMITS });
    assertEquals(answer.text, "hello");
  });
});

test("HttpAccess.send() reports broken connections and never the key", async () => {
  const ports: number[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
      setTimeout(() => socket.destroy(), 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ports.push((server.address() as net.AddressInfo).port);
  const closed = net.createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  ports.push((closed.address() as net.AddressInfo).port);
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  for (const port of ports) {
    const error = await refused(
      "network",
      new HttpAccess([`127.0.0.1:${port}`]).send({
        method: "POST",
        url: `http://127.0.0.1:${port}/`,
        headers: { Authorization: "Bearer secret-key" },
        body: "body-text",
        ...LIMITS,
      }),
    );
    assert(!/secret-key|body-text/.test(`${error.message} ${error.stack} ${error.cause}`));
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test("HttpAccess.send() ends when its caller calls it off, before and during", async () => {
  await withLoopback(() => {}, async (server) => {
    const access = new HttpAccess([server.host]);
    const stop = new AbortController();
    const running = access.send({
      method: "GET",
      url: server.url,
      ...LIMITS,
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 30);
    await refused("aborted", running);
    await refused(
      "aborted",
      access.send({ method: "GET", url: server.url, ...LIMITS, signal: stop.signal }),
    );
  });
});

test("HttpAccess.send() speaks only to the hosts of its grant", async () => {
  const access = new HttpAccess(["api.example.org", "127.0.0.1:1"]);
  const send = (url: string) => access.send({ method: "GET", url, ...LIMITS });
  for (
    const url of [
      "https://example.org/",
      "https://api.example.org.evil.example/",
      "https://api.example.org:8443/",
      "http://127.0.0.1:2/",
      "http://localhost:1/",
    ]
  ) await refused("host", send(url));
  for (
    const url of [
      "http://api.example.org/",
      "http://127.0.0.1.example.org/",
      "http://10.0.0.1/",
      "ftp://api.example.org/",
      "file:///etc/hosts",
      "https://user:word@api.example.org/",
      "api.example.org",
      "",
    ]
  ) await refused("url", send(url));
});

test("httpHost() keeps a port that is not the default, and refuses http beyond this machine", () => {
  assertEquals(
    ["https://API.Example.org:443/v1", "https://h:8443", "http://[::1]:9/x", "http://127.9.9.9"]
      .map(httpHost),
    ["api.example.org", "h:8443", "[::1]:9", "127.9.9.9"],
  );
  assertThrows(() => httpHost("http://example.org"), HttpError, "must be https");
});
