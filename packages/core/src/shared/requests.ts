import { startInterval, startTimer } from './clock.ts';

// On Cloudflare Workers, one isolate serves many requests at the same time, and anything that waits for I/O belongs to
// the request that started it: promises, timers, signals. If another request awaits such a promise, the runtime cancels
// that request, because none of its own events can ever wake it. A promise that is still pending when its request ends
// never settles. Plain values may be shared.
//
// So on such a runtime, callers share results instead of promises: each waits by its own timers until another request's
// work is done, and does the work itself once that request shows no sign of life. All shared waits use one of the
// functions and classes below: grant renewals, token store writes, webhook keys, places in a rate limit, and closing a
// client.

/**
 * Passes work that continues after the response to the platform, such as `waitUntil` of Cloudflare Workers and Vercel.
 */
export type WaitUntil = (work: Promise<unknown>) => void;

/** Whether the runtime forbids a request to wait for another request's promises. */
export const isolatesRequests = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers';

/**
 * Interval at which a request shows that it is alive, and the silence after which it counts as ended; in milliseconds.
 */
const [beatMs, silentMs] = [1000, 5000];
const [firstPauseMs, longestPauseMs] = [5, 100];

/** Whether a request that was last seen at `seenAt` counts as ended; both times in Unix milliseconds. */
export const isSilent = (seenAt: number, now: number): boolean => now - seenAt > silentMs;

/** Waits until `isOver` returns true, by timers of the waiting request. */
export async function pollUntil(isOver: () => boolean): Promise<void> {
  for (let ms = firstPauseMs; !isOver(); ms = Math.min(ms * 1.5, longestPauseMs))
    await new Promise<void>((resolve) => void startTimer(ms, resolve));
}

/** Work of one request, as seen by other requests. */
class VisibleWork<T> {
  result: { readonly value: T } | { readonly error: unknown } | undefined;
  #seenAt = Date.now();

  get isOver(): boolean {
    return this.result !== undefined || isSilent(this.#seenAt, Date.now());
  }

  async do(start: () => Promise<T>): Promise<T> {
    const endBeat = startInterval(beatMs, () => {
      this.#seenAt = Date.now();
    });
    try {
      const value = await start();
      this.result = { value };
      return value;
    } catch (error) {
      this.result = { error };
      throw error;
    } finally {
      endBeat();
    }
  }
}

/** Work that is done once for all callers who need its result at the same time. */
export class SharedWork<T> {
  // Not `#private`, because the class is public and programs may load several copies of core.
  private readonly isolated: boolean = isolatesRequests();
  private promise: Promise<T> | undefined;
  private work: VisibleWork<T> | undefined;

  /** Whether a new caller would share the result of work in progress. */
  get isUnderWay(): boolean {
    return this.promise !== undefined || this.work?.isOver === false;
  }

  /** Returns the result of the work in progress; starts it if there is none. */
  run(start: () => Promise<T>): Promise<T> {
    if (this.isolated) return this.runApart(start);
    if (!this.promise) {
      const own = start().finally(() => {
        if (this.promise === own) this.promise = undefined;
      });
      this.promise = own;
    }
    return this.promise;
  }

  private async runApart(start: () => Promise<T>): Promise<T> {
    for (let theirs = this.work; theirs; theirs = this.work) {
      const { result } = await seeThrough(theirs);
      if (result && 'error' in result) throw result.error;
      if (result) return result.value;
      if (this.work === theirs) this.work = undefined; // its request ended before the work was done
    }
    const own = new VisibleWork<T>();
    this.work = own;
    try {
      return await own.do(start);
    } finally {
      if (this.work === own) this.work = undefined;
    }
  }
}

/** Work that runs in sequence. */
export class Turns {
  readonly #isolated: boolean = isolatesRequests();
  #last: Promise<unknown> = Promise.resolve();
  #work: VisibleWork<unknown> | undefined;

  /** Runs `work` once all earlier work has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isolated) return this.#runApart(work);
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #runApart<T>(work: () => Promise<T>): Promise<T> {
    for (let theirs = this.#work; theirs; theirs = this.#work) {
      await seeThrough(theirs);
      if (this.#work === theirs) this.#work = undefined;
    }
    const own = new VisibleWork<T>();
    this.#work = own;
    return own.do(work);
  }
}

/** Waits until another request's work is done, or that request has ended. */
async function seeThrough<T>(work: VisibleWork<T>): Promise<VisibleWork<T>> {
  await pollUntil(() => work.isOver);
  return work;
}
