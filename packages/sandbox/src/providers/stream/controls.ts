import type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from '../../shared/sign-in/grant.ts';
import type { World } from './data/world.ts';
import type { Features } from './endpoints/features.ts';
import type { EventSubControls } from './events/controls.ts';
import type { Devices } from './sign-in/devices.ts';
import type { Tokens } from './sign-in/tokens.ts';
import { createViewers, type ViewerControls } from './viewers.ts';

/** Somebody to sign in as. */
export interface StreamSandboxUser {
  /** ID of the user. */
  readonly id: string;
  /** Login of the user. */
  readonly login: string;
  /** Display name of the user. */
  readonly displayName: string;
}

/** Actions for tests, outside the API. */
export interface StreamControls extends ViewerControls {
  /** The users that exist, the most popular channel first. */
  users(): readonly StreamSandboxUser[];
  /** Grants the app access to a user, without the consent page. Throws `RangeError` when there is no such user. */
  issueUserToken(options?: IssueUserTokenOptions): IssuedUserToken;
  /** Ends the matching access tokens (default: all) as time would; refresh tokens go on working. Returns how many. */
  expireTokens(match?: TokenMatch): number;
  /**
   * Takes back the matching access tokens (default: all) and their refresh tokens, as when a user disconnects the app.
   * Returns how many access tokens.
   */
  revokeTokens(match?: TokenMatch): number;
  /** Returns a user's grants to the app that are still valid, oldest first. */
  grants(userId: string): readonly SandboxGrant[];
  /** A user takes back all they have allowed the app. Returns whether there was anything. */
  revokeConsent(userId: string): boolean;
  /**
   * A user types a device's code and approves. Default user: the owner of the most popular channel. Throws `RangeError`
   * when no device waits with that code, or there is no such user.
   */
  approveDevice(userCode: string, userId?: string): void;
  /** A user types a device's code and denies. Throws `RangeError` when no device waits with that code. */
  denyDevice(userCode: string): void;
  readonly eventSub: EventSubControls;
}

/** The controls of one sandbox. */
export function createControls(
  tokens: Tokens,
  world: World,
  features: Features,
  devices: Devices,
  eventSub: EventSubControls,
): StreamControls {
  function findUser(userId: string | undefined) {
    const { all, byId } = world.users();
    const user = userId === undefined ? all[0] : byId.get(userId);
    if (!user) throw new RangeError(`the sandbox has no user ${userId}`);
    return user;
  }

  function findDevice(userCode: string) {
    const device = devices.find(userCode);
    if (!device) throw new RangeError(`no device of the sandbox waits with the code ${userCode}`);
    return device;
  }

  return {
    users: () => world.users().all.map(({ id, login, display_name }) => ({ id, login, displayName: display_name })),
    issueUserToken({ userId, scopes = [], expiresInSeconds } = {}) {
      const user = findUser(userId);
      const { access, refreshToken } = tokens.issue(tokens.authorize(user.id, [...scopes]), expiresInSeconds);
      return {
        accessToken: access.value,
        refreshToken,
        expiresAt: access.expiresAt,
        userId: user.id,
        scopes: access.scopes,
      };
    },
    expireTokens: (match) => tokens.expire(match),
    revokeTokens: (match) => tokens.revoke(match),
    grants: (userId) =>
      tokens.grants(userId).map(({ clientId, scopes, authorizedAt }) => ({ clientId, userId, scopes, authorizedAt })),
    revokeConsent(userId) {
      const had = tokens.grants(userId).length > 0;
      tokens.revoke({ userId });
      return had;
    },
    approveDevice: (userCode, userId) => devices.approve(findDevice(userCode), findUser(userId).id),
    denyDevice: (userCode) => devices.deny(findDevice(userCode)),
    eventSub,
    ...createViewers(world, features),
  };
}
