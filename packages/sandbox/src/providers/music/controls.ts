import type { Grants } from './grants.ts';
import type { Settings } from './options.ts';
import type { User } from './user-data.ts';

/** What a test may do to the music sandbox behind the API's back. */
export interface MusicSandboxControls {
  /** The users that exist; the first is a premium user. */
  users(): readonly MusicSandboxUser[];
  /**
   * Gives an app a user's tokens, as if the user had just consented.
   *
   * @throws RangeError when there is no such user or app.
   */
  issueUserToken(grant: MusicUserGrant): MusicUserTokens;
  /** Takes a user's consent back: the refresh token no longer works. Returns whether the token was known. */
  revokeRefreshToken(refreshToken: string): boolean;
}

export interface MusicSandboxUser {
  readonly id: string;
  readonly displayName: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly product: 'premium' | 'free';
}

export interface MusicUserGrant {
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Default: the sandbox's own app. */
  readonly clientId?: string;
  /** As if made with PKCE: refreshed without a secret, and by default with rotation. Default `false`. */
  readonly pkce?: boolean;
}

export interface MusicUserTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export function createControls(settings: Settings, users: readonly User[], grants: Grants): MusicSandboxControls {
  return {
    users: () => users.map(({ id, displayName, country, product }) => ({ id, displayName, country, product })),
    issueUserToken({ userId, scopes, clientId = settings.app.clientId, pkce = false }) {
      const user = users.find(({ id }) => id === userId);
      if (!user) throw new RangeError(`music sandbox: no user ${userId}`);
      if (!settings.apps.some((app) => app.clientId === clientId))
        throw new RangeError(`music sandbox: no app ${clientId}`);
      return grants.forUser({ clientId, user, scopes: [...scopes], pkce });
    },
    revokeRefreshToken: (refreshToken) => grants.revoke(refreshToken),
  };
}
