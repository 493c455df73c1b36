import type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from '../../shared/sign-in/grant.ts';
import type { Data } from './data/world.ts';
import type { Settings } from './options.ts';
import type { Players } from './player/players.ts';
import type { Grants } from './sign-in/grants.ts';

/** Actions for tests, outside the API. */
export interface MusicSandboxControls {
  /** The users that exist; the first is a premium user. */
  users(): readonly MusicSandboxUser[];
  /**
   * Issues an app a user's tokens, as if the user had just consented.
   *
   * @throws RangeError when there is no such user or app.
   */
  issueUserToken(options?: MusicUserTokenOptions): IssuedUserToken;
  /** Ends the matching access tokens (default: all) as time would; refresh tokens still work. Returns how many. */
  expireTokens(match?: TokenMatch): number;
  /**
   * Takes back the matching access tokens (default: all) and their refresh tokens, at once. Returns how many access
   * tokens.
   */
  revokeTokens(match?: TokenMatch): number;
  /** Returns a user's grants to apps that are still valid, oldest first. Grants end after half a year. */
  grants(userId: string): readonly SandboxGrant[];
  /**
   * A user takes back all they have allowed an app (default: every app): no refresh token of it works any more, while
   * access tokens live on until they expire. Returns whether there was anything.
   */
  revokeConsent(userId: string, clientId?: string): boolean;
  /**
   * Lets a user change a playlist for as long as it is collaborative, and puts it in their list. In the real service
   * owners invite others by a link that only its apps hand out.
   *
   * @throws RangeError when there is no such playlist or user.
   */
  addCollaborator(playlistId: string, userId: string): void;
  /**
   * A device of a user appears. Returns its id.
   *
   * @throws RangeError when there is no such user.
   */
  connectDevice(userId: string, device?: MusicSandboxDevice): string;
  /**
   * A device of a user disappears; what it played pauses, and then no device is active. Returns whether it was there.
   *
   * @throws RangeError when there is no such user.
   */
  disconnectDevice(userId: string, deviceId: string): boolean;
  /**
   * Something that is not in the catalog plays for a user: an ad, or what the API does not know. During that time the
   * item is null and few commands work; what played before goes on when `durationMs` (default 30,000) are over.
   *
   * @throws RangeError when there is no such user, or none of the user's devices is active.
   */
  interruptPlayer(userId: string, kind: 'ad' | 'unknown', durationMs?: number): void;
}

/** A device to connect. */
export interface MusicSandboxDevice {
  /** Default `Test device`. */
  readonly name?: string;
  /** Default `computer`. */
  readonly type?: string;
  /** Whether it takes over from the active one. Default `true`. */
  readonly active?: boolean;
  /** Whether it refuses every command. Default `false`. */
  readonly restricted?: boolean;
  /** Whether it is in a private session. Default `false`. */
  readonly privateSession?: boolean;
  /** 0 to 100; null: it has no volume that can be set. Default 50. */
  readonly volumePercent?: number | null;
}

/** A user of the sandbox. */
export interface MusicSandboxUser {
  /** ID of the user. */
  readonly id: string;
  /** Display name of the user. Null when they have not set one. */
  readonly displayName: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Subscription of the user. Only premium users can control a player. */
  readonly product: 'premium' | 'free';
}

/** Properties of a user token, and the app it is for. */
export interface MusicUserTokenOptions extends IssueUserTokenOptions {
  /** Default: the sandbox's own app. */
  clientId?: string | undefined;
  /** As if made with PKCE: refreshed without a secret, and by default with rotation. Default `false`. */
  pkce?: boolean | undefined;
}

/** The controls of one sandbox. */
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
        throw new RangeError(`the sandbox has no active device of user ${userId}`);
    },
  };
}
