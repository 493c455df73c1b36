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
  /** The scopes a user has granted the app, with whatever token; undefined for none at all. */
  grantedBy(userId: string): readonly string[] | undefined;
  /** The page of `items` that the request asks for. */
  page<T>(items: readonly T[], rule?: PageRule): Page<T>;
}

/** One endpoint of the resource host. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Kind of token it takes: `extension` is a JWT signed by an extension's back end. Default `any` of app and user. */
  readonly token?: 'any' | 'user' | 'app' | 'extension' | 'none';
  /** Any one of these must be granted. */
  readonly scopes?: readonly string[];
  /** The endpoint's own limit per bucket, beyond the points; per value of the query parameter `per` when it names one. */
  readonly limit?: { readonly limit: number; readonly windowMs: number; readonly per?: string };
  /** Status of the answer. Default 200, or 204 when `answer` gives nothing. */
  readonly status?: 202;
  /** The body of the answer, nothing for an empty one, or a whole answer where it is not JSON. */
  answer(call: Call): object | Response | undefined | Promise<object | Response | undefined>;
}

/** The required id parameter `name`, which must be the id of the token's user; `refusal` refuses any other. */
export function requireOwnId(
  { query, token }: Call,
  name: string,
  refusal: ForeignIdRefusal = refuseForeignId,
): string {
  const id = query.requiredId(name);
  if (id !== token.userId) refusal(name);
  return id;
}

/**
 * The required id parameter `name` of who acts: with a user token its user, with an app token anyone who has granted the
 * app one of `scopes`. For endpoints that take both kinds of token; they have no `scopes` themselves.
 */
export function requireActor(
  call: Call,
  name: string,
  scopes: readonly string[],
  refusal: ForeignIdRefusal = refuseForeignId,
): string {
  const { token, query } = call;
  const requireScope = (granted: readonly string[] = []) => {
    if (!scopes.some((scope) => granted.includes(scope))) refuse(401, `Missing scope: ${scopes.join(' or ')}`);
  };
  if (token.userId) requireScope(token.scopes); // as the gate would: before the parameters
  const id = query.requiredId(name);
  if (!token.userId) requireScope(call.grantedBy(id));
  else if (id !== token.userId) refusal(name);
  return id;
}

/** How an endpoint refuses the id of somebody else in the parameter `name`. */
export type ForeignIdRefusal = (name: string) => never;

/** Refuses the id of somebody else as most endpoints do. */
export function refuseForeignId(name: string): never {
  return refuse(401, `The ID in ${name} must match the user ID found in the request's OAuth token.`);
}

/** Refuses the id of somebody else as some endpoints do, which name no parameter. */
export function refuseForeignUser(): never {
  return refuse(401, 'incorrect user authorization');
}
