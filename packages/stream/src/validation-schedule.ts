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

/** Schedule for validating the tokens of accounts. */
export interface ValidationSchedule {
  /**
   * Records that an account is used. Call it for each use.
   *
   * @param waitUntil Keeps the runtime alive for a validation. Where requests are isolated from each other, none starts
   * without it.
   */
  use(account: string, waitUntil?: WaitUntil): void;
  /** Stops the timer, so that no more validations start. */
  stop(): void;
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
 * @param validateToken Validates the token of an account. A rejection changes nothing: a token that is refused is
 * refreshed, and a refresh that fails is reported by `onEvent` and by the next call.
 * @param clock The time, and how to wait for the next validation.
 * @see https://dev.twitch.tv/docs/authentication/validate-tokens/
 */
export function scheduleValidations(
  validateToken: (account: string) => Promise<unknown>,
  clock: Clock,
): ValidationSchedule {
  const now = () => clock.now();
  const isolated = isolatesRequests();
  // In the order of `dueAt`: a validated account moves to the end.
  const accounts = new Map<string, Account>();
  const waiting: string[] = [];
  let underWay = 0;
  let cancelTimer: (() => void) | undefined;
  let isStopped = false;

  const schedule = {
    /**
     * Queues due accounts that are in use, and drops due accounts that are not.
     *
     * @param timerSetAt Time at which the expired timer was set.
     */
    check(timerSetAt: number): void {
      cancelTimer = undefined;
      const time = now();
      // If the clock ends waits before any time has passed, do not start one after the other. The next use sets the
      // timer.
      if (clock.sleep && time === timerSetAt) return;
      for (const [name, account] of accounts) {
        if (account.dueAt > time) break;
        if (account.isWaiting) postpone(name, account, time);
        else if (isInUse(account, time)) enqueue(name, account, time);
        else accounts.delete(name);
      }
      setTimer(time);
    },
  };

  const isInUse = ({ usedAt }: Account, time: number): boolean => usedAt > time - hourMs;

  function postpone(name: string, account: Account, time: number): void {
    account.dueAt = time + hourMs;
    accounts.delete(name);
    accounts.set(name, account);
  }

  function enqueue(name: string, account: Account, time: number): void {
    account.isWaiting = true;
    postpone(name, account, time);
    waiting.push(name);
    validateNext(time);
  }

  function validateNext(time: number): void {
    while (underWay < mostAtOnce && !isStopped) {
      const name = waiting.shift();
      if (name === undefined) return;
      const account = accounts.get(name);
      if (!account) continue;
      account.isWaiting = false;
      if (!isInUse(account, time)) {
        accounts.delete(name); // it waited for too long
        continue;
      }
      postpone(name, account, time); // its next hour starts now
      underWay += 1;
      validateToken(name)
        .catch(() => {})
        .finally(() => {
          underWay -= 1;
          validateNext(now());
        });
    }
  }

  function setTimer(time: number): void {
    const [first] = accounts.values();
    if (cancelTimer || !first) return;
    // Never more than an hour, because the clock may have been set back.
    const ms = Math.min(Math.max(first.dueAt - time, 1), hourMs);
    cancelTimer = startCheck(new WeakRef(schedule), clock, ms, time);
  }

  /** Validates without timers, which end with the request that set them. Each use checks whether the account is due. */
  function validateApart(name: string, waitUntil: WaitUntil | undefined): void {
    const time = now();
    const { dueAt = time } = accounts.get(name) ?? {};
    if (!waitUntil || dueAt > time) return;
    postpone(name, { usedAt: time, dueAt, isWaiting: false }, time);
    for (const [oldest, account] of accounts) {
      if (account.dueAt > time) break;
      accounts.delete(oldest); // not in use, otherwise it would have been validated
    }
    keepRunning(validateToken(name), waitUntil);
  }

  return {
    use(name, waitUntil) {
      if (isStopped) return;
      if (isolated) return validateApart(name, waitUntil);
      const time = now();
      const known = accounts.get(name);
      if (known) known.usedAt = time;
      else enqueue(name, { usedAt: time, dueAt: time + hourMs, isWaiting: true }, time);
      setTimer(time);
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
      accounts.clear();
      waiting.length = 0;
    },
  };
}

/** Starts a timer that keeps neither the process nor an unused client alive. */
function startCheck(schedule: WeakRef<{ check(setAt: number): void }>, clock: Clock, ms: number, time: number) {
  const check = () => schedule.deref()?.check(time);
  const giveUp = () => {}; // without a timer, accounts are validated only at their first use
  return startTimer(ms, check, { clock, background: true, onError: giveUp });
}
