import type { Body } from './body.ts';
import type { Page, PageRule } from './paging.ts';
import type { Query } from './query.ts';
import { refuse } from './refusal.ts';
import type { AccessToken } from './tokens.ts';

/** A request that has passed the gate. */
export interface Call {
  readonly query: Query;
  /** The JSON body; empty when there is none. */
  readonly body: Body;
  readonly token: AccessToken;
  /** The page of `items` that the request asks for. */
  page<T>(items: readonly T[], rule?: PageRule): Page<T>;
}

/** One endpoint of the resource host. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Kind of token it takes. Default `any`. */
  readonly token?: 'any' | 'user' | 'app';
  /** Any one of these must be granted. */
  readonly scopes?: readonly string[];
  /** Status of the answer. Default 200, or 204 when `answer` gives nothing. */
  readonly status?: 202;
  /** The body of the answer, nothing for an empty one, or a whole answer where it is not JSON. */
  answer(call: Call): object | Response | undefined | Promise<object | Response | undefined>;
}

/** The required id parameter `name`, which must be the id of the token's user. */
export function requireOwnId({ query, token }: Call, name: string): string {
  const id = query.requiredId(name);
  if (id !== token.userId) refuseForeignId(name);
  return id;
}

/** The answer to an id of somebody else. */
export function refuseForeignId(name: string): never {
  return refuse(401, `The ID in ${name} must match the user ID found in the request's OAuth token.`);
}
