import type { ErrorCode } from '../errors/api-error.ts';
import { type Clock, keepAlive, runtimeClock, startTimer } from '../shared/clock.ts';
import { inNextTurn } from '../shared/next-turn.ts';
import { isolatesRequests, pollUntil } from '../shared/requests.ts';
import type { CallRecord, ClientHealth, FailureRecord, WaitReason } from './health.ts';

/**
 * Milliseconds that `close` waits for calls without `graceMs` on runtimes where a request can end in the middle of a
 * call.
 */
const isolatedGraceMs = 30_000;

/** Record of the calls of a client and its accounts, and of whether the client is closed. */
export class Lifecycle {
  /** Whether new calls are accepted; see {@link ClientHealth.state}. */
  state: ClientHealth['state'] = 'open';
  /** Whether the client was closed and calls still in progress have to end. */
  isGraceOver = false;
  readonly #provider: string;
  readonly #clock: Clock;
  #calls = 0;
  #held = 0;
  /** Amount of running work that must not be interrupted. */
  #vital = 0;
  #closing: Promise<void> | undefined;
  /** Checks again whether everything has ended. */
  #checkAgain = () => {};
  #lastSuccess: CallRecord | undefined;
  /** Failures, in the order in which each code last occurred. */
  readonly #failures = new Map<ErrorCode, CallRecord>();
  /** Waits by reason. Sets keep insertion order, so the first wait is the longest. */
  readonly #waits: Readonly<Record<WaitReason, Set<{ readonly since: number }>>> = {
    rate_limit: new Set(),
    retry: new Set(),
    token: new Set(),
  };
  /** Whether listeners would run on behalf of another request, which such a runtime does not allow. */
  readonly #isolated = isolatesRequests();
  readonly #onClose = new Set<() => void>();
  readonly #onGraceOver = new Set<() => void>();
  readonly #atClose = new Set<() => Promise<unknown>>();

  constructor(provider: string, clock: Clock = runtimeClock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  /** Records that a call starts. */
  callStarted(): void {
    this.#calls += 1;
  }

  /** Records that a call ends; every started call ends once. */
  callEnded(): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#checkAgain();
  }

  /** Records the success of a call that is about to end. */
  callSucceeded(operation: string): void {
    this.#lastSuccess = { operation, at: this.#clock.now() };
  }

  /** Records the failure of a call that is about to end. */
  callFailed(operation: string, code: ErrorCode): void {
    this.#failures.delete(code);
    this.#failures.set(code, { operation, at: this.#clock.now() });
  }

  /** Records that a call starts to wait. Returns a function that ends the wait. */
  startWait(reason: WaitReason): () => void {
    const waits = this.#waits[reason];
    const wait = { since: this.#clock.now() };
    waits.add(wait);
    return () => void waits.delete(wait);
  }

  /**
   * Makes `close` wait for work that is not a call, such as storing a token. Settles like the work.
   *
   * @param isVital Whether it must not be interrupted, even after the grace period; see {@link finish}.
   */
  async hold<T>(work: Promise<T>, isVital = false): Promise<T> {
    this.#held += 1;
    if (isVital) this.#vital += 1;
    try {
      return await work;
    } finally {
      this.#held -= 1;
      if (isVital) this.#vital -= 1;
      this.#checkAgain();
    }
  }

  /**
   * Makes `close` wait, even after its grace period, for work that must not be interrupted, such as a refresh whose
   * token works once. The work has to end by itself. Settles like the work.
   */
  finish<T>(work: Promise<T>): Promise<T> {
    return this.hold(work, true);
  }

  /**
   * Calls `run` when `close` is called, or immediately if it was already called. Returns a function that removes `run`
   * again.
   */
  onClose(run: () => void): () => void {
    return this.#listen(this.#onClose, this.state !== 'open', run);
  }

  /**
   * Does `work` when `close` is called, and makes `close` wait for it as `finish` does. Unlike `onClose`, it runs even
   * where requests are isolated, on behalf of the request that closes the client. Rejections are ignored. Returns a
   * function that removes `work` again.
   */
  atClose(work: () => Promise<unknown>): () => void {
    this.#atClose.add(work);
    if (this.state !== 'open') void this.#finishRest();
    return () => void this.#atClose.delete(work);
  }

  /**
   * Calls `run` when the grace period of `close` is over while calls are in progress, or immediately if it is already
   * over. Returns a function that removes `run` again.
   */
  onGraceOver(run: () => void): () => void {
    return this.#listen(this.#onGraceOver, this.isGraceOver, run);
  }

  /** Adds a listener, which must be a function of its own. Runs it at once if the event has already happened. */
  #listen(listeners: Set<() => void>, hasHappened: boolean, run: () => void): () => void {
    if (hasHappened) run();
    else if (!this.#isolated) listeners.add(run);
    return () => void listeners.delete(run);
  }

  /** See {@link ClientLifecycle.health}. */
  health(): ClientHealth {
    return {
      provider: this.#provider,
      state: this.state,
      callsInProgress: this.#calls,
      waits: Object.entries(this.#waits).flatMap(([reason, open]) => {
        const [longest] = open;
        return longest ? [{ for: reason as WaitReason, calls: open.size, since: longest.since }] : [];
      }),
      lastSuccess: this.#lastSuccess,
      lastFailures: [...this.#failures].map(([code, record]): FailureRecord => ({ code, ...record })).reverse(),
    };
  }

  /** See {@link ClientLifecycle.close}. */
  close(graceMs: number | undefined): Promise<void> {
    if (this.state === 'open') this.state = 'closing';
    if (this.#isolated) return this.#endApart(graceMs);
    this.#closing ??= this.#end(graceMs);
    return this.#closing;
  }

  async #end(graceMs: number | undefined): Promise<void> {
    // Background work does not keep the process alive, but somebody waiting for it to end does.
    const letExit = keepAlive();
    let isTimeUp = false;
    const endGrace = () => {
      isTimeUp = true;
      this.#checkAgain();
    };
    const cancelGrace = graceMs === undefined ? undefined : startTimer(graceMs, endGrace, { clock: this.#clock });
    const isIdle = () => this.#calls === 0 && this.#held === 0;
    try {
      runOnce(this.#onClose);
      void this.#finishRest();
      await this.#waitUntil(() => isTimeUp || isIdle());
      this.state = 'closed';
      if (isIdle()) return;
      this.isGraceOver = true;
      runOnce(this.#onGraceOver);
      // Do not wait for other work, which may be stuck in the application's code.
      await this.#waitUntil(() => this.#calls === 0 && this.#vital === 0);
    } finally {
      cancelGrace?.();
      letExit();
    }
  }

  /**
   * Waits separately in each request that closes the client. Calls of a request that ended early never end, so the wait
   * is limited.
   */
  async #endApart(graceMs = isolatedGraceMs): Promise<void> {
    const endsAt = Date.now() + graceMs;
    const rest = this.#finishRest();
    await pollUntil(() => (this.#calls === 0 && this.#held === 0) || Date.now() >= endsAt);
    this.state = 'closed';
    this.isGraceOver = true;
    await rest;
  }

  /** Does the work that was left for the end. */
  async #finishRest(): Promise<void> {
    const works = [...this.#atClose];
    this.#atClose.clear();
    await Promise.allSettled(works.map((work) => this.finish(work())));
  }

  /**
   * Waits until `isOver` returns true and still does in the next turn, because by then everything that a response
   * starts has started.
   */
  async #waitUntil(isOver: () => boolean): Promise<void> {
    for (;;) {
      while (!isOver())
        await new Promise<void>((resolve) => {
          this.#checkAgain = resolve;
        });
      await new Promise<void>((resolve) => void inNextTurn(resolve));
      if (isOver()) return;
    }
  }
}

function runOnce(listeners: Set<() => void>): void {
  for (const run of listeners) run();
  listeners.clear();
}
