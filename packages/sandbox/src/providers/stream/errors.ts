import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error response, thrown by the check that failed. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  /** Whether the auth host names the reason phrase too, as it does for refreshes. */
  readonly withReason: boolean;
  /** Further fields of the body of the resource host. */
  readonly details: object;

  constructor(status: ContentfulStatusCode, message: string, { withReason = false, details = {} } = {}) {
    super(message);
    this.status = status;
    this.withReason = withReason;
    this.details = details;
  }
}

/** Ends the request with `status`; the API sends an empty `message` now and then. */
export function refuse(status: ContentfulStatusCode, message = '', withReason = false): never {
  throw new Refusal(status, message, { withReason });
}

/** The response to a parameter that cannot be. */
export function malformed(name: string, reason: string): never {
  return refuse(400, `The parameter "${name}" was malformed: ${reason}`);
}

/** The response to a parameter that must be there. */
export function missing(name: string): never {
  return refuse(400, `Missing required parameter "${name}"`);
}

/** Error body of the resource host. */
export function answerHelixError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, details } = error;
  return context.json({ error: STATUS_CODES[status], status, message, ...details }, status);
}

/** Error body of the auth host. */
export function answerAuthError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, withReason } = error;
  return context.json({ ...(withReason && { error: STATUS_CODES[status] }), status, message }, status);
}
