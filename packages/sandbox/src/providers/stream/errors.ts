import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error response, thrown by the check that failed. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  /** Whether the auth host's body also has the reason phrase, as it does for refreshes. */
  readonly withReason: boolean;
  /** Further fields of the resource host's body. */
  readonly details: object;

  constructor(status: ContentfulStatusCode, message: string, { withReason = false, details = {} } = {}) {
    super(message);
    this.status = status;
    this.withReason = withReason;
    this.details = details;
  }
}

/** Refuses the request with `status`. Some of the API's own messages are empty. */
export function refuse(status: ContentfulStatusCode, message = '', withReason = false): never {
  throw new Refusal(status, message, { withReason });
}

export function malformed(name: string, reason: string): never {
  return refuse(400, `The parameter "${name}" was malformed: ${reason}`);
}

/** Refuses a request without a required parameter. */
export function missing(name: string): never {
  return refuse(400, `Missing required parameter "${name}"`);
}

/** Responds with the resource host's error body. */
export function answerHelixError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, details } = error;
  return context.json({ error: STATUS_CODES[status], status, message, ...details }, status);
}

/** Responds with the auth host's error body. */
export function answerAuthError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, withReason } = error;
  return context.json({ ...(withReason && { error: STATUS_CODES[status] }), status, message }, status);
}
