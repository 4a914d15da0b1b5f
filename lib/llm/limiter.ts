/**
 * At most so many calls in flight.
 */
export class Limiter {
  readonly #capacity: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param capacity most pieces of work at the same time, at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Runs `work` as soon as there is room, in the order of the calls.
   * @param signal when it ends the wait, the returned promise rejects with its reason
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running >= this.#capacity) await this.#turn(signal);
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes straight to the next in line.
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal!.reason);
      };
      this.#waiting.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
