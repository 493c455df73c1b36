import { longestMs } from '../shared/clock.ts';

/** Measures the time that a store takes for an operation. */
export interface StopWatch {
  /** Whether the operation has ended or timed out: whatever the store does later is ignored. */
  readonly isOver: boolean;
  pause(): void;
  /** Starts the measurement over. */
  resume(): void;
}

/** How long an operation may take. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly limitMs: number;
  /** Message of the error when it takes longer. */
  readonly tooLate: string;
  /** Whether the process may exit while the operation is pending. */
  readonly background: boolean;
}

/**
 * Runs an operation of a store that may be faulty. It fails with an error that has a message: when it takes longer than the
 * limit, and whatever the store throws or rejects with.
 */
export function runBounded<T>(limit: TimeLimit, operation: (watch: StopWatch) => T | PromiseLike<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const watch = startStopWatch(limit, () => reject(new Error(limit.tooLate)));
  // The promise's function turns what the store throws into a rejection.
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

/** Starts a watch; `onTimeout` runs when the time is up. */
function startStopWatch({ limitMs, background }: TimeLimit, onTimeout: () => void): StopWatch & { end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = {
    isOver: false,
    pause: () => clearTimeout(timer),
    resume() {
      if (watch.isOver) return;
      timer = setTimeout(
        () => {
          watch.end();
          onTimeout();
        },
        Math.min(limitMs, longestMs),
      );
      if (background) (timer as { unref?(): void }).unref?.();
    },
    end() {
      watch.isOver = true;
      clearTimeout(timer);
    },
  };
  watch.resume();
  return watch;
}

/** What a store threw, as an error with a message. */
function asError(thrown: unknown): Error {
  const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
  if (thrown instanceof Error && message) return thrown;
  const text = [thrown, message, code].find((part) => typeof part === 'string' && part !== '');
  return new Error(typeof text === 'string' ? text : 'it threw something that is not an error', { cause: thrown });
}
