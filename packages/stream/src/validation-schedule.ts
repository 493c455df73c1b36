import type { Clock, WaitUntil } from '@x/core';
import { isolatesRequests, keepRunning, startTimer } from '@x/core/provider';

const hourMs = 3_600_000;
/** Maximum number of concurrent validations for all of a client's accounts together. */
const mostAtOnce = 8;

/** State of an account that is in use. */
interface Account {
  /** When it was used last, in Unix milliseconds. */
  usedAt: number;
  /** When it is due for its next validation, in Unix milliseconds. */
  dueAt: number;
  /** Whether it is waiting for a running validation to end. */
  isWaiting: boolean;
}

/**
 * Validates the token of each account at its first use, and from then on once an hour, counted from its own last
 * validation. An account that was not used within the last hour is forgotten until it is used again. At most {@link
 * mostAtOnce} validations are under way at the same time, so that many accounts in use at once are spread out, and stay
 * so in the hours that follow.
 *
 * It follows the client's clock. Neither the timer nor the validations keep the process alive, and the timer does not
 * keep the client alive.
 *
 * @see https://dev.twitch.tv/docs/authentication/validate-tokens/
 */
export class ValidationSchedule {
  readonly #validateToken: (account: string) => Promise<unknown>;
  readonly #clock: Clock;
  readonly #isolated = isolatesRequests();
  /** In the order of `dueAt`: a validated account moves to the end. */
  readonly #accounts = new Map<string, Account>();
  readonly #waiting: string[] = [];
  #underWay = 0;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  /**
   * @param validateToken Validates the token of an account. A rejection changes nothing: a token that is refused is
   * refreshed, and a refresh that fails is reported by `onEvent` and by the next call.
   * @param clock The time, and how to wait for the next validation.
   */
  constructor(validateToken: (account: string) => Promise<unknown>, clock: Clock) {
    this.#validateToken = validateToken;
    this.#clock = clock;
  }

  /**
   * Records that an account is used. Call it for each use.
   *
   * @param waitUntil Keeps the runtime alive for a validation. Where requests are isolated from each other, none starts
   * without it.
   */
  use(name: string, waitUntil?: WaitUntil): void {
    if (this.#isStopped) return;
    if (this.#isolated) {
      this.#validateApart(name, waitUntil);
      return;
    }
    const time = this.#clock.now();
    const known = this.#accounts.get(name);
    if (known) known.usedAt = time;
    else this.#enqueue(name, { usedAt: time, dueAt: time + hourMs, isWaiting: true }, time);
    this.#setTimer(time);
  }

  /** Stops the timer, so that no more validations start. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#accounts.clear();
    this.#waiting.length = 0;
  }

  /**
   * Queues due accounts that are in use, and drops due accounts that are not.
   *
   * @param timerSetAt Time at which the expired timer was set.
   */
  #check(timerSetAt: number): void {
    this.#cancelTimer = undefined;
    const time = this.#clock.now();
    // If the clock ends waits before any time has passed, do not start one after the other. The next use sets the
    // timer.
    if (this.#clock.sleep && time === timerSetAt) return;
    for (const [name, account] of this.#accounts) {
      if (account.dueAt > time) break;
      if (account.isWaiting) this.#postpone(name, account, time);
      else if (isInUse(account, time)) this.#enqueue(name, account, time);
      else this.#accounts.delete(name);
    }
    this.#setTimer(time);
  }

  #postpone(name: string, account: Account, time: number): void {
    account.dueAt = time + hourMs;
    this.#accounts.delete(name);
    this.#accounts.set(name, account);
  }

  #enqueue(name: string, account: Account, time: number): void {
    account.isWaiting = true;
    this.#postpone(name, account, time);
    this.#waiting.push(name);
    this.#validateNext(time);
  }

  #validateNext(time: number): void {
    while (this.#underWay < mostAtOnce && !this.#isStopped) {
      const name = this.#waiting.shift();
      if (name === undefined) return;
      const account = this.#accounts.get(name);
      if (!account) continue;
      account.isWaiting = false;
      if (!isInUse(account, time)) {
        this.#accounts.delete(name); // it waited for too long
        continue;
      }
      this.#postpone(name, account, time); // its next hour starts now
      this.#underWay += 1;
      this.#validateToken(name)
        .catch(() => {})
        .finally(() => {
          this.#underWay -= 1;
          this.#validateNext(this.#clock.now());
        });
    }
  }

  /** Starts a timer that keeps neither the process nor an unused client alive. */
  #setTimer(time: number): void {
    const [first] = this.#accounts.values();
    if (this.#cancelTimer || !first) return;
    // Never more than an hour, because the clock may have been set back.
    const ms = Math.min(Math.max(first.dueAt - time, 1), hourMs);
    const held = new WeakRef(this);
    const check = () => {
      const schedule = held.deref();
      if (schedule) schedule.#check(time);
    };
    const giveUp = () => {}; // without a timer, accounts are validated only at their first use
    this.#cancelTimer = startTimer(ms, check, { clock: this.#clock, background: true, onError: giveUp });
  }

  /** Validates without timers, which end with the request that set them. Each use checks whether the account is due. */
  #validateApart(name: string, waitUntil: WaitUntil | undefined): void {
    const time = this.#clock.now();
    const { dueAt = time } = this.#accounts.get(name) ?? {};
    if (!waitUntil || dueAt > time) return;
    this.#postpone(name, { usedAt: time, dueAt, isWaiting: false }, time);
    for (const [oldest, account] of this.#accounts) {
      if (account.dueAt > time) break;
      this.#accounts.delete(oldest); // not in use, otherwise it would have been validated
    }
    keepRunning(this.#validateToken(name), waitUntil);
  }
}

const isInUse = ({ usedAt }: Account, time: number): boolean => usedAt > time - hourMs;
