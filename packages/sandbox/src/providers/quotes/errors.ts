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

/** For unknown paths, methods and ids. */
export function refuseUnknown(): never {
  refuse(404, 'The requested resource could not be found');
}

/** The one error body of the API. */
export function answerError(error: Error, context: Context): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message } = error;
  return answer(context, { statusCode: status, statusMessage: message }, status);
}

/** Responds with `body` with the content type the server spells out. */
export function answer(context: Context, body: object, status: ContentfulStatusCode = 200): Response {
  return context.json(body, status, { 'content-type': 'application/json; charset=utf-8' });
}
