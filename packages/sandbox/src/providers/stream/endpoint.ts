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
  /** ID in the parameter or field that the endpoint's facts name as `own` or `ownInBody`; otherwise empty. */
  readonly ownId: string;
  /** ID in the parameter that the facts name as `user`; otherwise empty. */
  readonly namedId: string;
  /** ID of the channel if the endpoint is `moderated`; otherwise empty. */
  readonly broadcasterId: string;
  /** ID of the user who acts in the channel if the endpoint is `moderated`; otherwise empty. */
  readonly moderatorId: string;
  /** Returns the scopes that a user has granted the app with any of its tokens; undefined without any grant. */
  grantedBy(userId: string): readonly string[] | undefined;
  /** Returns the requested page of `items` under the endpoint's rule. `show` converts an item for the response. */
  page<T, Shown = T>(items: readonly T[], show?: (item: T) => Shown): Page<Shown>;
}

/** Handlers of endpoints, whose facts are in `endpoints.json`. A list that a handler returns is sent as `data`. */
export type Endpoints = served.Endpoints<Call>;

/** Facts of an endpoint: its row in `endpoints.json`. */
export interface Facts extends served.EndpointFacts {
  /** Kind of token it takes: `extension` is a JWT signed by an extension's back end. Default `any` of app and user. */
  readonly token?: 'any' | 'user' | 'app' | 'extension' | 'none';
  /** Scopes, one of which must be granted. */
  readonly scopes?: readonly string[];
  /** Message if the parameter does not name the token's user, in place of the usual one. */
  readonly foreign?: string;
  /** Message if the user neither owns nor moderates the channel, in place of the usual one. */
  readonly others?: string;
  readonly page?: PageRule;
  /** The query parameter that must be the ID of the token's user or, with an app token, of a user who granted `scopes`. */
  readonly own?: string;
  /** The body field that must be that ID. */
  readonly ownInBody?: string;
  /** Whether that user's channel must earn money. */
  readonly paid?: boolean;
  /** The query parameter that must be the ID of a user. */
  readonly user?: string;
  /** Status for an unknown user's ID in it. Default 400. */
  readonly unknown?: 404;
  /** `moderator_id` must be that ID, of a user who owns or moderates the channel in `broadcaster_id`. */
  readonly moderated?: boolean;
  /** Additional grants for an app token: `user:bot` of that user, and in a `room` also `channel:bot` of the broadcaster. */
  readonly bot?: 'user' | 'room';
  /**
   * The endpoint's own limit per bucket, in addition to the points. If `per` names a query parameter, each of its
   * values has its own limit.
   */
  readonly limit?: { readonly limit: number; readonly windowMs: number; readonly per?: string };
  readonly status?: 200 | 202;
}

/** One endpoint of the resource host. */
export type Endpoint = served.Endpoint<Call, Facts>;

/** Request that has passed the gate, before its users are known. */
type Caller = Pick<Call, 'query' | 'body' | 'token' | 'grantedBy'>;

/**
 * Returns the required ID of the acting user in the parameter or body field `name`: the token's user or, with an app
 * token, anyone who has granted the app what the facts require.
 */
export function requireActor(
  { token, grantedBy }: Caller,
  given: Pick<Query, 'requiredId'>,
  name: string,
  { scopes = [], bot, foreign }: Facts = {},
): string {
  const id = given.requiredId(name);
  if (!token.userId) {
    requireScope(grantedBy(id), scopes);
    if (bot) requireScope(grantedBy(id), ['user:bot']);
  } else if (id !== token.userId) refuseForeignId(name, foreign);
  return id;
}

/** Returns the acting user's ID, as `own`, `ownInBody` and `paid` require it. */
export function ownChannel(facts: Facts, call: Caller, world: World) {
  const { own, ownInBody, paid } = facts;
  let id = '';
  if (own !== undefined) id = requireActor(call, call.query, own, facts);
  if (ownInBody !== undefined) id = requireActor(call, call.body, ownInBody, facts);
  if (paid && !world.isPaid(id)) refuse(403, 'The broadcaster is not a partner or affiliate.');
  return id;
}

/** Refuses another user's ID in the parameter `name`. */
export function refuseForeignId(name: string, refusal?: string): never {
  return refuse(401, refusal ?? `The ID in ${name} must match the user ID found in the request's OAuth token.`);
}

/** Message with which some endpoints refuse another user's ID. It names no parameter. */
export const foreignUser = 'incorrect user authorization';

/** Refuses a call unless one of `scopes` is granted: to its token, or by a user to the app. */
export function requireScope(granted: readonly string[] | undefined, scopes: readonly string[]): void {
  if (!scopes.some((scope) => granted?.includes(scope))) refuse(401, `Missing scope: ${scopes.join(' or ')}`);
}

/** Returns the ID in the parameter that the facts name as `user`. */
export function namedUser({ user, unknown }: Facts, query: Query, world: World): string {
  if (user === undefined) return '';
  const id = query.requiredId(user);
  requireUser(world, id, user, unknown);
  return id;
}

/** Returns the channel in `broadcaster_id` and the acting moderator, as `moderated` requires them. */
export function moderatedChannel(call: Caller, world: World, facts: Facts = {}) {
  const broadcasterId = call.query.requiredId('broadcaster_id');
  const moderatorId = requireActor(call, call.query, 'moderator_id', facts);
  if (facts.bot === 'room' && !call.token.userId) requireScope(call.grantedBy(broadcasterId), ['channel:bot']);
  requireModerator(world, broadcasterId, moderatorId, facts.others);
  return { broadcasterId, moderatorId };
}

/** Refuses an unknown channel, and a user who neither owns nor moderates it. */
export function requireModerator(world: World, broadcasterId: string, userId: string, refusal?: string): void {
  requireUser(world, broadcasterId, 'broadcaster_id');
  if (!world.roles().moderates(userId, broadcasterId))
    refuse(403, refusal ?? "The user in moderator_id is not one of the broadcaster's moderators.");
}

/** Refuses an unknown user's ID. `name` is the parameter or field that has it. */
export function requireUser(world: World, id: string, name: string, status: 400 | 404 = 400): void {
  if (!world.users().byId.has(id)) refuse(status, `The ID in ${name} was not found.`);
}

/** Returns the items whose IDs are in `ids`, or all items if `ids` is empty. */
export function narrow<T>(items: readonly T[], ids: readonly string[], idOf: (item: T) => string): readonly T[] {
  return ids.length > 0 ? items.filter((item) => ids.includes(idOf(item))) : items;
}
