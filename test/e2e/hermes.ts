/** Runs Hermes on a scratch home: one-shot turns, resumed sessions, a terminal, plugin commands. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { type HomeOptions, kill, ScratchHome } from "./home.ts";
import type { Hermes } from "./installation.ts";
import { MockEndpoint } from "./mock_endpoint.ts";

/** Long enough for a first start, which compiles Hermes' Python files, on a busy machine. */
const LIMIT_MS = 90_000;

/** What a finished process printed. */
export interface Output {
  stdout: string;
  stderr: string;
  /** Exit code. Builds sometimes crash while exiting after a good answer (hermes-real §1). */
  code: number | null;
}

/** A Hermes build on a home of its own, with the endpoint it talks to. */
export class HermesOnHome {
  readonly #hermes: Hermes;
  readonly #environment: Record<string, string>;
  readonly endpoint: MockEndpoint;
  readonly home: ScratchHome;

  private constructor(
    hermes: Hermes,
    endpoint: MockEndpoint,
    home: ScratchHome,
    environment: Record<string, string>,
  ) {
    this.#hermes = hermes;
    this.endpoint = endpoint;
    this.home = home;
    this.#environment = {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LANG: "C.UTF-8",
      TERM: "dumb",
      NO_COLOR: "1",
      HOME: home.user,
      HERMES_HOME: home.path,
      HERMES_SKIP_UPDATE_CHECK: "1",
      // A closed port: the builds must not reach, or wait for, anything beyond loopback.
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
      ...environment,
    };
  }

  /**
   * Makes a home, lets `scenario` use it, and removes it with every process it started.
   * @param environment further variables for Hermes
   */
  static async use<Recording>(
    hermes: Hermes,
    options: HomeOptions,
    scenario: (hermes: HermesOnHome) => Promise<Recording>,
    environment: Record<string, string> = {},
  ): Promise<Recording> {
    const endpoint = await MockEndpoint.start();
    const home = new ScratchHome();
    try {
      home.fill(endpoint.baseUrl, options);
      return await scenario(new HermesOnHome(hermes, endpoint, home, environment));
    } finally {
      home.remove();
      await endpoint.stop();
    }
  }

  /** One turn in a process of its own. @param session id of the session to resume */
  chat(message: string, session?: string): Promise<Output> {
    const resume = session === undefined ? [] : ["--resume", session];
    return this.run("chat", "-Q", ...resume, "-q", message);
  }

  /** Any sub-command, standard input closed. */
  async run(...args: string[]): Promise<Output> {
    const child = this.#spawn(...this.#hermes.command, ...args);
    child.stdin.end();
    return await finished(child);
  }

  /** Our program, called as a person would beside Hermes; `hermes` is on its PATH. */
  async program(path: string, ...args: string[]): Promise<Output> {
    const [, hermes] = this.#hermes.command;
    const PATH = `${dirname(hermes)}:${this.#environment["PATH"]}`;
    const environment = { ...this.#environment, PATH };
    const child = spawn(path, args, { env: environment, cwd: this.home.workspace });
    child.stdin.end();
    return await finished(child);
  }

  /** An interactive session on a pseudo terminal, ready for its first message. */
  async openTerminal(): Promise<Terminal> {
    const relay = join(import.meta.dirname!, "pty_session.py");
    const [python] = this.#hermes.command;
    const child = this.#spawn(python, relay, ...this.#hermes.command, "chat", "--cli");
    const terminal = new Terminal(child);
    await terminal.until((screen) => screen.includes("❯"));
    return terminal;
  }

  /** Processes still there after Hermes has ended, given a moment to follow it. */
  async survivors(): Promise<string[]> {
    for (let attempt = 0; attempt < 30 && this.home.leftovers().length > 0; attempt++) {
      await pause(100);
    }
    return this.home.leftovers().map(({ command }) => command.join(" "));
  }

  #spawn(program: string, ...args: string[]): ChildProcessWithoutNullStreams {
    return spawn(program, args, { env: this.#environment, cwd: this.home.workspace });
  }
}

/** Pauses that keep typed keys apart: text and Enter in one go would count as a pasted text. */
const KEY_PAUSE_MS = 400;
/** Hermes shows an answer shortly before it takes the next message. */
const TURN_PAUSE_MS = 800;

/** A running interactive session. */
export class Terminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #output: Promise<Output>;
  #screen = "";
  #ended = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.on("data", (data) => this.#screen += data);
    this.#output = finished(child).finally(() => this.#ended = true);
  }

  /** Types a message and waits until `answer` is on the screen. */
  async say(message: string, answer: string): Promise<void> {
    await this.#type(message);
    await this.until((screen) => screen.includes(answer));
    await pause(TURN_PAUSE_MS);
  }

  /** Leaves the session and waits for the process to end. */
  async exit(): Promise<Output> {
    await this.#type("/exit");
    return await this.#output;
  }

  /** @throws when the session ends, or the time is up, before the screen shows what is expected */
  async until(shows: (screen: string) => boolean): Promise<void> {
    const start = Date.now();
    while (!shows(stripVTControlCharacters(this.#screen))) {
      if (this.#ended || Date.now() - start > LIMIT_MS) {
        const tail = stripVTControlCharacters(this.#screen).slice(-2_000);
        throw new Error(`the terminal ${this.#ended ? "closed" : "waits"} showing:\n${tail}`);
      }
      await pause(30);
    }
  }

  async #type(line: string): Promise<void> {
    this.#child.stdin.write(line);
    await pause(KEY_PAUSE_MS);
    this.#child.stdin.write("\r");
  }
}

function finished(child: ChildProcessWithoutNullStreams): Promise<Output> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (data) => stdout += data);
  child.stderr.setEncoding("utf8").on("data", (data) => stderr += data);
  const limit = setTimeout(() => kill(child.pid!), LIMIT_MS);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => {
      clearTimeout(limit);
      const finish = () => done({ stdout, stderr, code });
      // A process that outlives Hermes may keep its pipes open: that is a finding, not a reason to
      // wait for ever.
      const grace = setTimeout(finish, 2_000);
      child.on("close", () => {
        clearTimeout(grace);
        finish();
      });
    });
  });
}
