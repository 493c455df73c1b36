import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error response, thrown by the check that failed. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

/** Ends the request with `status`. */
export function refuse(status: ContentfulStatusCode, message: string): never {
  throw new Refusal(status, message);
}

/** Refuses unknown paths, methods and IDs. */
export function refuseUnknown(): never {
  refuse(404, 'The requested resource could not be found');
}

/** Responds with the API's only form of error body. */
export function answerError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message } = error;
  return answer(context, { statusCode: status, statusMessage: message }, status);
}

/** Responds with `body`, and with the content type as the server spells it. */
export function answer(context: Context, body: object, status: ContentfulStatusCode = 200): Response {
  return context.json(body, status, { 'content-type': 'application/json; charset=utf-8' });
}
