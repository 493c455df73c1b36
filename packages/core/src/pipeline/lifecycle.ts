import type { CallRecord, ClientHealth, FailureRecord, Lifecycle, WaitReason } from '../declare/lifecycle.ts';
import { type Provider, timeOf } from '../declare/provider.ts';
import type { ErrorCode } from '../errors.ts';
import { longestMs, startTimer } from '../shared/clock.ts';
import { inNextTurn } from '../transport/turns.ts';

/**
 * Creates what a client knows of its calls and of its end: pass it as `lifecycle` to all providers whose clients are closed
 * together, as those of one application and its accounts are.
 */
export function createLifecycle({ name, options }: Pick<Provider, 'name' | 'options'>): Lifecycle {
  const now = () => timeOf(options);
  let state: ClientHealth['state'] = 'open';
  let calls = 0;
  let held = 0;
  let isGraceOver = false;
  let closing: Promise<void> | undefined;
  /** Looks again whether everything has ended. */
  let lookAgain = () => {};

  // Two fields in place of a record: a call that succeeds allocates nothing for it.
  let succeeded: string | undefined;
  let succeededAt = 0;
  // In the order of their last failures.
  const failures = new Map<ErrorCode, CallRecord>();
  // Sets are in the order of insertion: the first wait is the longest.
  const waits: Readonly<Record<WaitReason, Set<{ readonly since: number }>>> = {
    'rate-limit': new Set(),
    retry: new Set(),
    token: new Set(),
  };
  const onClose = new Set<() => void>();
  const onGraceOver = new Set<() => void>();

  /** Adds a listener, which must be a function of its own; runs it at once if what it listens for has happened. */
  function listen(listeners: Set<() => void>, hasHappened: boolean, run: () => void): () => void {
    if (hasHappened) run();
    else listeners.add(run);
    return () => void listeners.delete(run);
  }

  /** Waits until `isOver` returns true, and still does in the next turn: what follows from a response starts before that. */
  async function waitUntil(isOver: () => boolean): Promise<void> {
    for (;;) {
      while (!isOver())
        await new Promise<void>((resolve) => {
          lookAgain = resolve;
        });
      await new Promise<void>((resolve) => void inNextTurn(resolve));
      if (isOver()) return;
    }
  }

  async function end(graceMs: number | undefined): Promise<void> {
    // Background work does not keep the process alive; somebody who waits for its end does.
    const keepAlive = setInterval(() => {}, longestMs);
    let isTimeUp = false;
    const endGrace = () => {
      isTimeUp = true;
      lookAgain();
    };
    const cancelGrace = graceMs === undefined ? undefined : startTimer(options.clock ?? Date, graceMs, endGrace);
    try {
      for (const run of onClose) run();
      onClose.clear();
      await waitUntil(() => isTimeUp || (calls === 0 && held === 0));
      state = 'closed';
      if (calls === 0 && held === 0) return;
      isGraceOver = true;
      for (const run of onGraceOver) run();
      onGraceOver.clear();
      // Not for other work: it may be in code of the application that does not end.
      await waitUntil(() => calls === 0);
    } finally {
      cancelGrace?.();
      clearInterval(keepAlive);
    }
  }

  return {
    get state() {
      return state;
    },
    get isGraceOver() {
      return isGraceOver;
    },
    callStarted() {
      calls += 1;
    },
    callEnded() {
      calls -= 1;
      if (calls === 0) lookAgain();
    },
    callSucceeded(operation) {
      succeeded = operation;
      succeededAt = now();
    },
    callFailed(operation, code) {
      failures.delete(code);
      failures.set(code, { operation, at: now() });
    },
    startWait(reason) {
      const wait = { since: now() };
      waits[reason].add(wait);
      return () => void waits[reason].delete(wait);
    },
    async hold(work) {
      held += 1;
      try {
        return await work;
      } finally {
        held -= 1;
        if (held === 0) lookAgain();
      }
    },
    onClose: (run) => listen(onClose, state !== 'open', run),
    onGraceOver: (run) => listen(onGraceOver, isGraceOver, run),
    health: () => ({
      provider: name,
      state,
      callsUnderWay: calls,
      waits: Object.entries(waits).flatMap(([reason, open]) => {
        const [longest] = open;
        return longest ? [{ for: reason as WaitReason, calls: open.size, since: longest.since }] : [];
      }),
      lastSuccess: succeeded === undefined ? undefined : { operation: succeeded, at: succeededAt },
      lastFailures: [...failures].map(([code, record]): FailureRecord => ({ code, ...record })).reverse(),
    }),
    close(graceMs) {
      state = closing ? state : 'closing';
      closing ??= end(graceMs);
      return closing;
    },
  };
}
