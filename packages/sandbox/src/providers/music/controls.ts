import type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from '../../shared/sign-in/grant.ts';
import type { Data } from './data/world.ts';
import type { Settings } from './options.ts';
import type { Players } from './player/players.ts';
import type { Grants } from './sign-in/grants.ts';

/** Actions for tests, outside the API. */
export interface MusicSandboxControls {
  /** Returns the sandbox's users. The first has a premium subscription. */
  users(): readonly MusicSandboxUser[];
  /**
   * Issues an app a user's tokens, as if the user had just consented.
   *
   * @throws RangeError when there is no such user or app.
   */
  issueUserToken(options?: MusicUserTokenOptions): IssuedUserToken;
  /**
   * Expires the matching access tokens (default: all). Refresh tokens still work. Returns the number of expired tokens.
   */
  expireTokens(match?: TokenMatch): number;
  /**
   * Revokes the matching access tokens (default: all) and their refresh tokens at once. Returns the number of revoked
   * access tokens.
   */
  revokeTokens(match?: TokenMatch): number;
  /** Returns a user's valid grants to apps, oldest first. Grants end after half a year. */
  grants(userId: string): readonly SandboxGrant[];
  /**
   * Revokes a user's grants to an app (default: every app). Their refresh tokens stop working at once; access tokens
   * stay valid until they expire. Returns whether there was anything to revoke.
   */
  revokeConsent(userId: string, clientId?: string): boolean;
  /**
   * Lets a user change a playlist while it is collaborative, and adds it to their list. In the real service, owners
   * invite others with a link that only the service's own apps create.
   *
   * @throws RangeError when there is no such playlist or user.
   */
  addCollaborator(playlistId: string, userId: string): void;
  /**
   * Connects a device for a user. Returns its ID.
   *
   * @throws RangeError when there is no such user.
   */
  connectDevice(userId: string, device?: MusicSandboxDevice): string;
  /**
   * Disconnects a user's device. If it was active, its playback pauses and no device is active. Returns whether it was
   * connected.
   *
   * @throws RangeError when there is no such user.
   */
  disconnectDevice(userId: string, deviceId: string): boolean;
  /**
   * Interrupts a user's player with an ad, or with something unknown to the API. Meanwhile the item is null and few
   * commands work. After `durationMs` (default 30,000), playback continues where it was.
   *
   * @throws RangeError when there is no such user, or none of the user's devices is active.
   */
  interruptPlayer(userId: string, kind: 'ad' | 'unknown', durationMs?: number): void;
}

/** A device to connect. */
export interface MusicSandboxDevice {
  /** Name of the device. Default `Test device`. */
  readonly name?: string;
  /** Type of the device, such as `Smartphone` or `Speaker`. Default `Computer`. */
  readonly type?: string;
  /** Whether it takes over from the active device. Default `true`. */
  readonly active?: boolean;
  /** Whether it refuses every command. Default `false`. */
  readonly restricted?: boolean;
  /** Whether it is in a private session. Default `false`. */
  readonly privateSession?: boolean;
  /** Volume, 0 to 100; null if it cannot be set. Default 50. */
  readonly volumePercent?: number | null;
}

/** A user of the sandbox. */
export interface MusicSandboxUser {
  /** ID of the user. */
  readonly id: string;
  /** Display name of the user. Null when they have not set one. */
  readonly displayName: string | null;
  /** Country as an ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** Subscription of the user. Only premium users can control a player. */
  readonly product: 'premium' | 'free';
}

/** Properties of a user token, and the app it is for. */
export interface MusicUserTokenOptions extends IssueUserTokenOptions {
  /** Client ID of the app. Default: the sandbox's own app. */
  clientId?: string | undefined;
  /**
   * Whether the grant counts as made with PKCE: refreshed without a secret and, by default, with rotation. Default
   * `false`.
   */
  pkce?: boolean | undefined;
}

/** Creates the controls of one sandbox. */
export function createControls(
  settings: Settings,
  { users, world }: Data,
  grants: Grants,
  players: Players,
): MusicSandboxControls {
  const find = (userId: string | undefined) => {
    const user = userId === undefined ? users[0] : users.find(({ id }) => id === userId);
    if (!user) throw new RangeError(`the sandbox has no user ${userId}`);
    return user;
  };
  return {
    users: () => users.map(({ id, displayName, country, product }) => ({ id, displayName, country, product })),
    issueUserToken({ userId, scopes = [], expiresInSeconds, clientId = settings.app.clientId, pkce = false } = {}) {
      const user = find(userId);
      if (!settings.apps.some((app) => app.clientId === clientId))
        throw new RangeError(`the sandbox has no app ${clientId}`);
      const grant = grants.authorize({ clientId, user, scopes: [...scopes] });
      grant.pkce = pkce;
      const { accessToken, expiresAt, refreshToken } = grants.issue(grant, expiresInSeconds);
      return { accessToken, refreshToken, expiresAt, userId: user.id, scopes: grant.scopes };
    },
    expireTokens: (match) => grants.expire(match),
    revokeTokens: (match) => grants.revoke(match),
    grants: (userId) =>
      grants.of(userId).map(({ clientId, scopes, authorizedAt }) => ({ clientId, userId, scopes, authorizedAt })),
    revokeConsent(userId, clientId) {
      const meant = grants.of(userId).filter((grant) => clientId === undefined || grant.clientId === clientId);
      for (const grant of meant) grant.ended = true;
      return meant.length > 0;
    },
    addCollaborator(playlistId, userId) {
      const user = find(userId);
      const playlist = world().playlist.get(playlistId);
      if (!playlist) throw new RangeError(`the sandbox has no playlist ${playlistId}`);
      playlist.collaborators.push(user);
      playlist.followedBy.set(user, true);
    },
    connectDevice: (userId, { active = true, ...device } = {}) => players(find(userId)).connect(device, active),
    disconnectDevice: (userId, deviceId) => players(find(userId)).disconnect(deviceId),
    interruptPlayer(userId, kind, durationMs = 30_000) {
      if (!players(find(userId)).interrupt(kind, durationMs))
        throw new RangeError(`the sandbox has no active device for user ${userId}`);
    },
  };
}
