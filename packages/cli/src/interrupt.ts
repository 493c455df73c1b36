import { startTimer } from '@x/core/provider';
import { exitCodes, Problem } from './failure.ts';

/** Milliseconds after which the program ends although work goes on, such as when nobody reads its output. */
const patienceMs = 700;

/**
 * Does work that Ctrl+C ends between two of its steps.
 *
 * @param remedy Follows "stopped" in the error. Default: that another run continues.
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  remedy = '. Run the command again to continue',
): Promise<T> {
  const controller = new AbortController();
  let cancel = () => {};
  const stop = () => {
    controller.abort(new Problem(`stopped${remedy}`, 'aborted'));
    cancel = startTimer(patienceMs, () => process.exit(exitCodes.aborted));
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const each of signals) process.once(each, stop);
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    for (const each of signals) process.off(each, stop);
  }
}

/** Resolves when a signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
