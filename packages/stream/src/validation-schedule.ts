const hourMs = 3_600_000;
/** Validations that are under way at the same time, for all accounts of a client together. */
const mostAtOnce = 8;

/** What is known of an account that is in use. */
interface Account {
  /** When it was used last, in Unix milliseconds. */
  usedAt: number;
  /** When it is due for its next validation, in Unix milliseconds. */
  dueAt: number;
  /** Whether it waits for one of the validations that are under way to end. */
  isWaiting: boolean;
}

/**
 * Validates the token of each account at its first use, and from then on once an hour, counted from its own last validation. An
 * account that was not used within the last hour is forgotten until it is used again. At most {@link mostAtOnce} validations are
 * under way at the same time, so that many accounts in use at once are spread out, and stay so in the hours that follow.
 *
 * Neither the timer nor the validations keep the process alive, and the timer does not keep the client alive.
 *
 * @param validateToken Validates the token of an account. A rejection changes nothing: a token that is refused is refreshed, and
 * a refresh that fails is reported by `onEvent` and by the next call.
 * @param now The time, in Unix milliseconds.
 * @returns To be called whenever an account is used.
 * @see https://dev.twitch.tv/docs/authentication/validate-tokens/
 */
export function scheduleValidations(
  validateToken: (account: string) => Promise<unknown>,
  now: () => number,
): (account: string) => void {
  // In the order of `dueAt`: a validated account moves to the end.
  const accounts = new Map<string, Account>();
  const waiting: string[] = [];
  let underWay = 0;
  let isTimerSet = false;

  const schedule = {
    /** Queues the accounts that are due and in use, and forgets those that are due and not in use. */
    check(): void {
      isTimerSet = false;
      const time = now();
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
    while (underWay < mostAtOnce) {
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
    if (isTimerSet || !first) return;
    isTimerSet = true;
    // Never more than an hour: the clock may have been set back.
    startTimer(new WeakRef(schedule), Math.min(Math.max(first.dueAt - time, 1), hourMs));
  }

  return (name) => {
    const time = now();
    const known = accounts.get(name);
    if (known) known.usedAt = time;
    else enqueue(name, { usedAt: time, dueAt: time + hourMs, isWaiting: true }, time);
    setTimer(time);
  };
}

/** Starts a timer that keeps nothing alive: not the process, and not a client that nobody uses any more. */
function startTimer(schedule: WeakRef<{ check(): void }>, ms: number): void {
  const timer = setTimeout(() => schedule.deref()?.check(), ms);
  (timer as { unref?: () => void }).unref?.();
}
