import type { EventSubControls } from './eventsub/controls.ts';
import { createSupporters, type SupporterControls } from './supporters.ts';
import type { TokenMatch, Tokens } from './tokens.ts';
import { createViewers, type ViewerControls } from './viewers.ts';
import type { World } from './world/world.ts';

/** What a user token is to be like. */
export interface IssueUserTokenOptions {
  /** Default: the owner of the most popular channel. */
  userId?: string;
  /** Default: none. */
  scopes?: readonly string[];
  /** Lifetime of the access token. Default: the sandbox's `userTokenSeconds`. */
  expiresInSeconds?: number;
}

/** A user's tokens, as the app would hold them after the user's consent. */
export interface IssuedUserToken {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Unix milliseconds of the sandbox's clock. */
  readonly expiresAt: number;
  readonly userId: string;
  readonly scopes: readonly string[];
}

/** What tests do behind the API's back. */
export interface StreamControls extends ViewerControls, SupporterControls {
  /** Grants the app access to a user, without the consent page. Throws `RangeError` when there is no such user. */
  issueUserToken(options?: IssueUserTokenOptions): IssuedUserToken;
  /** Ends the matching access tokens (default: all) as time would; refresh tokens go on working. Returns how many. */
  expireTokens(match?: TokenMatch): number;
  /**
   * Takes back the matching access tokens (default: all) and their refresh tokens, as when a user disconnects the app.
   * Returns how many access tokens.
   */
  revokeTokens(match?: TokenMatch): number;
  readonly eventSub: EventSubControls;
}

/** The controls of one sandbox. */
export function createControls(tokens: Tokens, world: World, eventSub: EventSubControls): StreamControls {
  return {
    issueUserToken({ userId, scopes = [], expiresInSeconds } = {}) {
      const { all, byId } = world.users();
      const user = userId === undefined ? all[0] : byId.get(userId);
      if (!user) throw new RangeError(`the sandbox has no user ${userId}`);
      const { access, grant } = tokens.issueUser(user.id, [...scopes], expiresInSeconds);
      return {
        accessToken: access.value,
        refreshToken: grant.refreshToken,
        expiresAt: access.expiresAt,
        userId: user.id,
        scopes: access.scopes,
      };
    },
    expireTokens: (match) => tokens.expire(match),
    revokeTokens: (match) => tokens.revoke(match),
    eventSub,
    ...createViewers(world),
    ...createSupporters(world),
  };
}
