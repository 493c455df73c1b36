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
  /** The user of the token. Only of operations that act for one: the others respond to apps, too. */
  readonly user: User;
  readonly query: URLSearchParams;
  /** The body as it was sent; see `readJson`. */
  readonly text: string;
  /** The body's media type, lower case, without its parameters. */
  readonly mediaType: string | undefined;
  /** Absolute address of the operation, as it was sent: still encoded, no query. */
  readonly address: string;
  /** A parameter of the path, decoded. */
  param(name: string): string;
  /** How far a user has heard a record, in milliseconds. */
  heard: (user: User, record: Episode | Chapter) => number;
}

/** By the names of operations in the official file, which has the facts. */
export type Endpoints = served.Endpoints<Call>;

export function requireScope(token: AccessToken, scope: string): void {
  if (!token.scopes.includes(scope)) throw forbidden('Insufficient client scope');
}
