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

/** Work of one request, as other requests see it. */
interface VisibleWork<T> {
  /** Time at which the request was last known to be alive, in Unix milliseconds. */
  seenAt: number;
  result?: { readonly value: T } | { readonly error: unknown };
}

const isOver = ({ seenAt, result }: VisibleWork<unknown>): boolean =>
  result !== undefined || isSilent(seenAt, Date.now());

/** Work of which one request does a piece at a time, where requests are isolated. */
class IsolatedWork<T> {
  #latest: VisibleWork<T> | undefined;

  /** Whether a request is doing a piece. */
  get isUnderWay(): boolean {
    return this.#latest !== undefined && !isOver(this.#latest);
  }

  /**
   * Does a piece once all earlier pieces are done, or their requests have ended.
   *
   * @param isShared Whether the result of an earlier piece is as good, so that it is returned instead.
   */
  async run(start: () => Promise<T>, isShared: boolean): Promise<T> {
    for (let theirs = this.#latest; theirs; theirs = this.#latest) {
      const earlier = theirs;
      await pollUntil(() => isOver(earlier));
      const { result } = earlier;
      if (isShared && result) {
        if ('error' in result) throw result.error;
        return result.value;
      }
      if (this.#latest === earlier) this.#latest = undefined;
    }
    const own: VisibleWork<T> = { seenAt: Date.now() };
    this.#latest = own;
    const endBeat = startInterval(beatMs, () => {
      own.seenAt = Date.now();
    });
    try {
      const value = await start();
      own.result = { value };
      return value;
    } catch (error) {
      own.result = { error };
      throw error;
    } finally {
      endBeat();
      if (this.#latest === own) this.#latest = undefined;
    }
  }
}

/** Work that is done once for all callers who need its result at the same time. */
export class SharedWork<T> {
  // Not `#private`, because the class is public and programs may load several copies of core.
  private readonly isolated: IsolatedWork<T> | undefined = isolatesRequests() ? new IsolatedWork() : undefined;
  private promise: Promise<T> | undefined;

  /** Whether a new caller would share the result of work in progress. */
  get isUnderWay(): boolean {
    return this.promise !== undefined || this.isolated?.isUnderWay === true;
  }

  /** Returns the result of the work in progress; starts it if there is none. */
  run(start: () => Promise<T>): Promise<T> {
    if (this.isolated) return this.isolated.run(start, true);
    if (!this.promise) {
      const own = start().finally(() => {
        if (this.promise === own) this.promise = undefined;
      });
      this.promise = own;
    }
    return this.promise;
  }
}

/** Work that runs in sequence. */
export class Turns {
  readonly #isolated = isolatesRequests() ? new IsolatedWork<unknown>() : undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all earlier work has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isolated) return this.#isolated.run(work, false) as Promise<T>;
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
