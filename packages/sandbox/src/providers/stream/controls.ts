import type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from '../../shared/sign-in/grant.ts';
import type { World } from './data/world.ts';
import type { Features } from './endpoints/features.ts';
import type { EventSubControls } from './events/controls.ts';
import type { IrcControls } from './irc/chat-server.ts';
import type { Devices } from './sign-in/devices.ts';
import type { Tokens } from './sign-in/tokens.ts';
import { createViewers, type ViewerControls } from './viewers.ts';

/** A user whom tests can sign in as. */
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
  /** Returns all users, the most popular channel first. */
  users(): readonly StreamSandboxUser[];
  /**
   * Issues the app a user's tokens, as if the user had just consented. Throws `RangeError` if there is no such user.
   */
  issueUserToken(options?: IssueUserTokenOptions): IssuedUserToken;
  /** Expires the matching access tokens (default: all); refresh tokens keep working. Returns the number of tokens. */
  expireTokens(match?: TokenMatch): number;
  /**
   * Revokes the matching access tokens (default: all) and their refresh tokens, as when a user disconnects the app.
   * Returns the number of access tokens.
   */
  revokeTokens(match?: TokenMatch): number;
  /** Returns a user's grants to the app that are still valid, oldest first. */
  grants(userId: string): readonly SandboxGrant[];
  /** Revokes all that a user has granted the app. Returns whether there was a grant. */
  revokeConsent(userId: string): boolean;
  /**
   * Lets a user type a device's code and approve. Default user: the owner of the most popular channel. Throws
   * `RangeError` if no device is waiting with that code, or there is no such user.
   */
  approveDevice(userCode: string, userId?: string): void;
  /** Lets a user type a device's code and deny. Throws `RangeError` if no device is waiting with that code. */
  denyDevice(userCode: string): void;
  readonly eventSub: EventSubControls;
  readonly irc: IrcControls;
}

/** Creates the controls of one sandbox. */
export function createControls(
  tokens: Tokens,
  world: World,
  features: Features,
  devices: Devices,
  events: Pick<StreamControls, 'eventSub' | 'irc'>,
): StreamControls {
  function findUser(userId: string | undefined) {
    const { all, byId } = world.users();
    const user = userId === undefined ? all[0] : byId.get(userId);
    if (!user) throw new RangeError(`the sandbox has no user ${userId}`);
    return user;
  }

  function findDevice(userCode: string) {
    const device = devices.find(userCode);
    if (!device) throw new RangeError(`the sandbox has no device waiting with code ${userCode}`);
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
    ...events,
    ...createViewers(world, features),
  };
}
