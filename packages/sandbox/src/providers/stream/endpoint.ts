import type * as served from '../../server/endpoints.ts';
import type { World } from './data/world.ts';
import { refuse } from './errors.ts';
import type { Page, PageRule } from './paging.ts';
import type { Body } from './request/body.ts';
import type { Query } from './request/query.ts';
import type { AccessToken } from './sign-in/tokens.ts';

/** A request that has passed the gate. */
export interface Call {
  readonly query: Query;
  /** The JSON body; empty when there is none. */
  readonly body: Body;
  readonly token: AccessToken;
  /** The ID in the parameter or field that the facts of the endpoint name as `own` or `ownInBody`; else empty. */
  readonly ownId: string;
  /** The ID in the parameter that the facts name as `user`; else empty. */
  readonly namedId: string;
  /** The channel of an endpoint that is `moderated`; else empty. */
  readonly broadcasterId: string;
  /** Who acts in the channel of an endpoint that is `moderated`; else empty. */
  readonly moderatorId: string;
  /** The scopes a user has granted the app, with any of its tokens; undefined for none at all. */
  grantedBy(userId: string): readonly string[] | undefined;
  /** The page of `items` that the request asks for, by the endpoint's rule; `show` makes what is sent of an item. */
  page<T, Shown = T>(items: readonly T[], show?: (item: T) => Shown): Page<Shown>;
}

/** A list that a handler returns is sent as `data`. `endpoints.json` has the facts. */
export type Endpoints = served.Endpoints<Call>;

/** How an endpoint refuses other people, in place of the usual message. */
interface Refusals {
  /** The user of the token is not the one that the parameter names. */
  readonly foreign?: string;
  /** The user neither owns nor moderates the channel. */
  readonly others?: string;
}

/** Facts of an endpoint: its row in `endpoints.json`. */
export interface Facts extends served.EndpointFacts, Refusals {
  /** Kind of token it takes: `extension` is a JWT signed by an extension's back end. Default `any` of app and user. */
  readonly token?: 'any' | 'user' | 'app' | 'extension' | 'none';
  /** Any one of these must be granted. */
  readonly scopes?: readonly string[];
  readonly page?: PageRule;
  /** The query parameter that must be the ID of the token's user. */
  readonly own?: string;
  /** The field of the body that must be it. */
  readonly ownInBody?: string;
  /** Whether that user's channel must earn money. */
  readonly paid?: boolean;
  /** The query parameter that must be the ID of a user. */
  readonly user?: string;
  /** The status of the ID of nobody in it. Default 400. */
  readonly unknown?: 404;
  /** `moderator_id` must be the token's user, and own or moderate the channel in `broadcaster_id`. */
  readonly moderated?: boolean;
  /**
   * The endpoint's own limit per bucket, beyond the points; per value of the query parameter `per` when it names one.
   */
  readonly limit?: { readonly limit: number; readonly windowMs: number; readonly per?: string };
  readonly status?: 200 | 202;
}

/** One endpoint of the resource host. */
export type Endpoint = served.Endpoint<Call, Facts>;

/** The required ID parameter `name`, or field of the body, which must be the ID of the token's user. */
export function requireOwnId(token: AccessToken, given: Pick<Query, 'requiredId'>, name: string, refusal?: string) {
  const id = given.requiredId(name);
  return id === token.userId ? id : refuseForeignId(name, refusal);
}

/** Returns the ID of the token's own channel, as `own`, `ownInBody` and `paid` require it. */
export function ownChannel(
  { own, ownInBody, paid, foreign }: Facts,
  call: Pick<Call, 'query' | 'body' | 'token'>,
  world: World,
) {
  const { token, query, body } = call;
  let id = '';
  if (own !== undefined) id = requireOwnId(token, query, own, foreign);
  if (ownInBody !== undefined) id = requireOwnId(token, body, ownInBody, foreign);
  if (paid && !world.isPaid(id)) refuse(403, 'The broadcaster is not a partner or affiliate.');
  return id;
}

/** Refuses the ID of somebody else in the parameter `name`. */
export function refuseForeignId(name: string, refusal?: string): never {
  return refuse(401, refusal ?? `The ID in ${name} must match the user ID found in the request's OAuth token.`);
}

/** Some endpoints refuse the ID of somebody else with this message, which names no parameter. */
export const foreignUser = 'incorrect user authorization';

/** Refuses a call unless one of `scopes` is granted: to its token, or by a user to the app. */
export function requireScope(granted: readonly string[] | undefined, scopes: readonly string[]): void {
  if (!scopes.some((scope) => granted?.includes(scope))) refuse(401, `Missing scope: ${scopes.join(' or ')}`);
}

/**
 * The required ID parameter `name` of who acts: with a user token its user, with an app token anyone who has granted
 * the app one of `scopes`. For endpoints that take both kinds of token; they have no `scopes` themselves.
 */
export function requireActor(call: Call, name: string, scopes: readonly string[], refusal?: string): string {
  const { token, query } = call;
  if (token.userId) requireScope(token.scopes, scopes); // as the gate would: before the parameters
  const id = query.requiredId(name);
  if (!token.userId) requireScope(call.grantedBy(id), scopes);
  else if (id !== token.userId) refuseForeignId(name, refusal);
  return id;
}

/** The ID in the parameter that is named as `user`. */
export function namedUser({ user, unknown }: Facts, query: Query, world: World): string {
  if (user === undefined) return '';
  const id = query.requiredId(user);
  requireUser(world, id, user, unknown);
  return id;
}

/** The channel in `broadcaster_id`, when `moderator_id` is the token's user and may act in it. */
export function moderatedChannel(
  { query, token }: Pick<Call, 'query' | 'token'>,
  world: World,
  refusals: Refusals = {},
) {
  const broadcasterId = query.requiredId('broadcaster_id');
  const moderatorId = requireOwnId(token, query, 'moderator_id', refusals.foreign);
  requireModerator(world, broadcasterId, moderatorId, refusals.others);
  return { broadcasterId, moderatorId };
}

/** Refuses a channel that is not there, and a user who neither owns nor moderates it. */
export function requireModerator(world: World, broadcasterId: string, userId: string, refusal?: string): void {
  requireUser(world, broadcasterId, 'broadcaster_id');
  if (!world.roles().moderates(userId, broadcasterId))
    refuse(403, refusal ?? "The user in moderator_id is not one of the broadcaster's moderators.");
}

/** Refuses the ID of a user who is not there; `name` is where it came from. */
export function requireUser(world: World, id: string, name: string, status: 400 | 404 = 400): void {
  if (!world.users().byId.has(id)) refuse(status, `The ID in ${name} was not found.`);
}

/** The items whose ID is asked for; all of them if none is. */
export function narrow<T>(items: readonly T[], ids: readonly string[], idOf: (item: T) => string): readonly T[] {
  return ids.length > 0 ? items.filter((item) => ids.includes(idOf(item))) : items;
}
