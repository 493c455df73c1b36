import { codedError } from '../errors/api-error.ts';
import type { WaitUntil } from '../shared/requests.ts';

/**
 * Hands work over to the platform, which keeps the runtime going for it.
 *
 * @param waitUntil The option of the call or the client. Undefined: the work runs on its own.
 * @throws a coded error when `waitUntil` throws.
 */
export function keepRunning(work: Promise<unknown>, waitUntil: WaitUntil | undefined): void {
  if (!waitUntil) return;
  const ended = work.catch(() => {}); // those who wait for the work get its error
  try {
    waitUntil(ended);
  } catch (error) {
    throw codedError(
      'invalid_params',
      `waitUntil threw an error: ${(error as Error).message}. Pass a function that calls it on its object: (work) => ctx.waitUntil(work)`,
    );
  }
}
