import type { GivenToken, SandboxContext } from '../../context.ts';
import type { Settings } from './options.ts';
import type { User } from './user-data.ts';

/** What a user has allowed an app, and the state of its refresh tokens. */
export interface Grant {
  readonly clientId: string;
  readonly user: User;
  readonly scopes: readonly string[];
  /** The life of its refresh tokens counts from here, however often they are renewed. */
  readonly authorizedAt: number;
  /** Its code was exchanged with PKCE in place of the secret: it is refreshed without one, too. */
  pkce: boolean;
  /** The one to refresh with; those before it are spent. */
  refreshToken?: string;
  /** When that one was made. */
  renewedAt: number;
  /** Taken back: no refresh token works. */
  ended: boolean;
}

export interface AccessToken {
  readonly clientId: string;
  readonly user: User | undefined;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** An error of the token endpoint. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export type Grants = ReturnType<typeof createGrants>;

/** The access and refresh tokens of every app. */
export function createGrants(context: SandboxContext, settings: Settings) {
  const { clock } = context;
  const random = context.random('tokens');
  const accessTokens = new Map<string, AccessToken & { readonly grant: Grant | undefined }>();
  const byRefreshToken = new Map<string, Grant>();
  const grants: Grant[] = [];

  function issue(clientId: string, grant?: Grant): string {
    const value = `BQ${random.text(100)}`;
    const expiresAt = clock.now() + settings.accessTokenSeconds * 1000;
    accessTokens.set(value, { clientId, user: grant?.user, scopes: grant?.scopes ?? [], expiresAt, grant });
    return value;
  }

  /** A new refresh token; the one before is spent. */
  function renew(grant: Grant): string {
    const value = `AQ${random.text(129)}`;
    grant.refreshToken = value;
    grant.renewedAt = clock.now();
    byRefreshToken.set(value, grant);
    return value;
  }

  const endOf = ({ authorizedAt }: Grant) => authorizedAt + settings.refreshTokenSeconds * 1000;
  const isOver = (grant: Grant) => clock.now() >= endOf(grant);

  /** Ends a grant and its access tokens, because somebody else may hold them. */
  function endWithTokens(grant: Grant): void {
    grant.ended = true;
    for (const [value, token] of accessTokens) if (token.grant === grant) accessTokens.delete(value);
  }

  return {
    forApp: (clientId: string) => issue(clientId),

    /** A user allows an app to do what `scopes` say. */
    authorize(consent: Pick<Grant, 'clientId' | 'user' | 'scopes'>): Grant {
      const now = clock.now();
      const grant = { ...consent, pkce: false, authorizedAt: now, renewedAt: now, ended: false };
      grants.push(grant);
      return grant;
    },

    /** The first tokens of a grant. */
    issue: (grant: Grant) => ({ accessToken: issue(grant.clientId, grant), refreshToken: renew(grant) }),

    /** Uses a refresh token; `confidential` means that the app proved who it is by its secret. */
    refresh(clientId: string, refreshToken: string, confidential: boolean) {
      const grant = byRefreshToken.get(refreshToken);
      if (grant?.clientId !== clientId) throw invalidGrant('Invalid refresh token');
      if (!confidential && !grant.pkce) throw new GrantError('invalid_client', 'Invalid client secret');
      const isSpent = grant.refreshToken !== refreshToken;
      // RFC 9700 §4.14.2: of the two who hold it, nobody knows which is the app.
      if (isSpent && settings.reuseRevokes) endWithTokens(grant);
      if (isSpent || grant.ended) throw invalidGrant('Refresh token revoked');
      if (isOver(grant)) throw invalidGrant('Refresh token expired');
      const rotates = settings.refreshRotation === 'always' || (settings.refreshRotation === 'pkce' && grant.pkce);
      return {
        accessToken: issue(clientId, grant),
        scopes: grant.scopes,
        refreshToken: rotates ? renew(grant) : undefined,
      };
    },

    endWithTokens,

    /** Ends the grant of a refresh token; its access tokens live on until they expire. */
    revoke(refreshToken: string): boolean {
      const grant = byRefreshToken.get(refreshToken);
      if (grant) grant.ended = true;
      return grant !== undefined;
    },

    /** What a user has granted, oldest first, but for what is taken back or over. */
    of: (userId: string) => grants.filter((grant) => grant.user.id === userId && !grant.ended && !isOver(grant)),

    /** Access and refresh tokens that are not revoked. */
    list(): GivenToken[] {
      const refreshTokens = grants.flatMap((grant) => {
        const { refreshToken: value, user, scopes, renewedAt: givenAt, ended } = grant;
        if (!value || ended) return [];
        return { kind: 'refresh', value, user: user.id, scopes, givenAt, expiresAt: endOf(grant) };
      });
      const others = [...accessTokens].map(([value, { user, scopes, expiresAt }]) => {
        const givenAt = expiresAt - settings.accessTokenSeconds * 1000;
        return { kind: user ? 'user' : 'app', value, user: user?.id, scopes, givenAt, expiresAt };
      });
      return [...refreshTokens, ...others];
    },

    /** The token, or why it does not count. */
    check(accessToken: string): AccessToken | 'unknown' | 'expired' {
      const token = accessTokens.get(accessToken);
      if (!token) return 'unknown';
      return clock.now() < token.expiresAt ? token : 'expired';
    },
  };
}

export const invalidGrant = (description: string) => new GrantError('invalid_grant', description);
