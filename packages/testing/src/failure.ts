import { expect } from 'vitest';

/** Resolves to the error of a failing call. */
export const failure = (call: PromiseLike<unknown>): PromiseLike<unknown> =>
  call.then(
    () => expect.unreachable('the call must fail'),
    (reason: unknown) => reason,
  );
