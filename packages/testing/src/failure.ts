import { expect } from 'vitest';

/** Resolves to the error of a failing call. */
export const failure = (call: PromiseLike<unknown>): PromiseLike<unknown> =>
  call.then(
    () => expect.unreachable('the call was to fail'),
    (reason: unknown) => reason,
  );
