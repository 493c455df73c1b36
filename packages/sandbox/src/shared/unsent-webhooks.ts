import { AsyncLocalStorage } from 'node:async_hooks';

/** A webhook that was not sent, because its address is not on this machine. */
export interface UnsentWebhook {
  /** Address that it would have been sent to. */
  readonly url: string;
  /** Reason why it was not sent, and what to do. */
  readonly error: string;
}

/** Webhooks of a request in the log. */
interface Cause {
  unsentWebhooks?: UnsentWebhook[];
}

const causes = new AsyncLocalStorage<Cause>();

/**
 * Runs the code that responds to a request, and remembers the request as the cause of everything sent then and later.
 */
export const causedBy = <Result>(request: Cause, run: () => Result): Result => causes.run(request, run);

/** Returns a job that keeps the current cause whenever it runs. */
export const withCause = <Job extends () => unknown>(job: Job): Job => AsyncLocalStorage.bind(job) as unknown as Job;

/** Adds a webhook to the log entry of the request that caused it, if there is one. */
export function logUnsent(webhook: UnsentWebhook): void {
  const cause = causes.getStore();
  if (!cause) return;
  cause.unsentWebhooks ??= [];
  cause.unsentWebhooks.push(webhook);
}
