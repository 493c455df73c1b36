import { expect } from 'vitest';

/** How a call fails. */
export const failure = (call: PromiseLike<unknown>): PromiseLike<unknown> =>
  call.then(
    () => expect.unreachable('the call was to fail'),
    (reason: unknown) => reason,
  );
