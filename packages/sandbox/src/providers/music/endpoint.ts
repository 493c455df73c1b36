import type * as served from '../../server/endpoints.ts';
import type { Chapter, Episode } from './data/spoken.ts';
import type { User } from './data/users.ts';
import { forbidden } from './errors.ts';
import type { Operation } from './operations.ts';
import type { AccessToken } from './sign-in/grants.ts';

/** A call that passed the gate. */
export interface Call {
  readonly operation: Operation;
  readonly token: AccessToken;
  /** The token's user, always set in operations that act for a user. Other operations also accept app tokens. */
  readonly user: User;
  readonly query: URLSearchParams;
  /** Raw request body; see `readJson`. */
  readonly text: string;
  /** The body's media type, lower case, without its parameters. */
  readonly mediaType: string | undefined;
  /** Absolute URL of the request, still encoded and without its query. */
  readonly address: string;
  /** Returns a path parameter, decoded. */
  param(name: string): string;
  /** Returns how far a user has listened to a record, in milliseconds. */
  heard: (user: User, record: Episode | Chapter) => number;
}

/** Endpoints by the name of their operation in the official file, which has the operation's facts. */
export type Endpoints = served.Endpoints<Call>;

export function requireScope(token: AccessToken, scope: string): void {
  if (!token.scopes.includes(scope)) throw forbidden('Insufficient client scope');
}
