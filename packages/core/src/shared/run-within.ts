import { startTimer } from './clock.ts';
import { reasonOf } from './describe-value.ts';

/** Measures how long foreign code takes for an operation. */
export interface StopWatch {
  /** Whether the operation has ended or timed out, so that later results are ignored. */
  readonly isOver: boolean;
  /** Stops the measurement until `resume`. */
  pause(): void;
  /** Restarts the measurement. */
  resume(): void;
}

/** Time limit of an operation. */
export interface TimeLimit {
  /** Limit in milliseconds. */
  readonly limitMs: number;
  /** Message of the error after the limit. */
  readonly tooLate: string;
  /** Whether the process may exit while the operation is pending. Default `false`. */
  readonly background?: boolean | undefined;
}

/**
 * Runs an operation of code that may be faulty, such as a store. Fails with an error that has a message if the
 * operation takes longer than the limit, and whenever the code throws or rejects.
 */
export function runWithin<T>(
  { limitMs, tooLate, background }: TimeLimit,
  operation: (watch: StopWatch) => T | PromiseLike<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let isOver = false;
  let cancelTimer = () => {};
  const end = () => {
    isOver = true;
    cancelTimer();
  };
  const stop = () => {
    end();
    reject(new Error(tooLate));
  };
  const watch: StopWatch = {
    get isOver() {
      return isOver;
    },
    pause: () => cancelTimer(),
    resume() {
      if (!isOver) cancelTimer = startTimer(limitMs, stop, { background });
    },
  };
  watch.resume();
  // The promise's function turns errors thrown by the operation into a rejection.
  const result = new Promise<T>((done) => done(operation(watch)));
  result.finally(end).then(resolve, (error: unknown) => reject(asError(error)));
  return promise;
}

/** Converts a thrown value to an error with a message. */
function asError(thrown: unknown): Error {
  const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
  if (thrown instanceof Error && message) return thrown;
  const error = new Error(reasonOf(thrown), { cause: thrown });
  return Object.assign(error, typeof code === 'string' && { code });
}
