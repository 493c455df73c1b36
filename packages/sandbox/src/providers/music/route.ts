import { forbidden } from './errors.ts';
import type { AccessToken } from './grants.ts';
import type { Chapter, Episode } from './spoken-data.ts';
import type { User } from './user-data.ts';

/** A call that passed the gate. */
export interface Call {
  readonly token: AccessToken;
  readonly query: URLSearchParams;
  /** The body as it was sent; see `readJson`. */
  readonly text: string;
  /** The body's media type, lower case, without its parameters. */
  readonly mediaType: string | undefined;
  /** Path as it was sent, still encoded. */
  readonly path: string;
  /** A parameter of the path, decoded. */
  param(name: string): string;
  /** How far a user has heard a record, in milliseconds. */
  heard: Heard;
}

type Heard = (user: User, record: Episode | Chapter) => number;

/** A call with a user's token. */
export interface UserCall extends Call {
  readonly token: AccessToken & { readonly user: User };
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Status of the answer. Default 200, for an empty one 204. */
  readonly status?: 200 | 201 | 202;
  /** Below the provider's prefix, in Hono's notation. */
  readonly path: string;
  /**
   * Closed to apps in development mode: by 403, as since February 2026, or by 404, as much of what was closed in
   * November 2024.
   */
  readonly removed?: true | 404;
}

/** JSON, or a plain text; undefined: nothing. */
export type AnswerBody = object | string | undefined;

/** One endpoint of the resource API; `answer` returns the body. */
export type Route =
  | (RouteBase & { readonly user?: never; readonly scopes?: never; answer(call: Call): AnswerBody })
  | (RouteBase & { readonly user: true; readonly scopes?: readonly string[]; answer(call: UserCall): AnswerBody });

export function requireScope(token: AccessToken, scope: string): void {
  if (!token.scopes.includes(scope)) throw forbidden('Insufficient client scope');
}
