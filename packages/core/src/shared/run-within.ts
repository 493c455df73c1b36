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
export function runWithin<T>(limit: TimeLimit, operation: (watch: StopWatch) => T | PromiseLike<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const watch = new Watch(limit, () => reject(new Error(limit.tooLate)));
  // The promise's function turns errors thrown by the operation into a rejection.
  new Promise<T>((done) => done(operation(watch))).then(
    (value) => {
      watch.end();
      resolve(value);
    },
    (error: unknown) => {
      watch.end();
      reject(asError(error));
    },
  );
  return promise;
}

class Watch implements StopWatch {
  isOver = false;
  readonly #limit: TimeLimit;
  readonly #onTimeout: () => void;
  #cancelTimer: (() => void) | undefined;

  constructor(limit: TimeLimit, onTimeout: () => void) {
    this.#limit = limit;
    this.#onTimeout = onTimeout;
    this.resume();
  }

  pause(): void {
    this.#cancelTimer?.();
  }

  resume(): void {
    if (this.isOver) return;
    const stop = () => {
      this.end();
      this.#onTimeout();
    };
    this.#cancelTimer = startTimer(this.#limit.limitMs, stop, { background: this.#limit.background });
  }

  end(): void {
    this.isOver = true;
    this.#cancelTimer?.();
  }
}

/** Converts a thrown value to an error with a message. */
function asError(thrown: unknown): Error {
  const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
  if (thrown instanceof Error && message) return thrown;
  const error = new Error(reasonOf(thrown), { cause: thrown });
  return Object.assign(error, typeof code === 'string' && { code });
}
