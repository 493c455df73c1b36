import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { TokenMatch } from '../../../shared/sign-in/grant.ts';
import type { User } from '../data/users.ts';
import type { Settings } from '../options.ts';

/** A user's grant to an app, and the state of its refresh tokens. */
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
  readonly issuedAt: number;
  expiresAt: number;
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

  function issue(clientId: string, grant?: Grant, seconds = settings.accessTokenSeconds): string {
    const value = `BQ${random.text(100)}`;
    const issuedAt = clock.now();
    const expiresAt = issuedAt + seconds * 1000;
    accessTokens.set(value, { clientId, user: grant?.user, scopes: grant?.scopes ?? [], issuedAt, expiresAt, grant });
    return value;
  }

  function matching({ token, kind, userId }: TokenMatch) {
    const ofGrant = token === undefined ? undefined : byRefreshToken.get(token);
    return [...accessTokens].filter(
      ([value, { user, grant }]) =>
        (token === undefined || value === token || (ofGrant !== undefined && grant === ofGrant)) &&
        (kind === undefined || (user ? 'user' : 'app') === kind) &&
        (userId === undefined || user?.id === userId),
    );
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
    issue(grant: Grant, seconds?: number) {
      const accessToken = issue(grant.clientId, grant, seconds);
      const expiresAt = accessTokens.get(accessToken)?.expiresAt ?? 0;
      return { accessToken, expiresAt, refreshToken: renew(grant) };
    },

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

    /** Ends access tokens at once, keeping refresh tokens. Returns how many. */
    expire(match: TokenMatch = {}): number {
      const ended = matching(match);
      for (const [, token] of ended) token.expiresAt = clock.now();
      return ended.length;
    },

    /** Ends access tokens and their refresh tokens. Returns how many access tokens. */
    revoke(match: TokenMatch = {}): number {
      const { token, kind, userId } = match;
      const ended = matching(match);
      const ofToken = token === undefined ? undefined : (byRefreshToken.get(token) ?? accessTokens.get(token)?.grant);
      for (const [value] of ended) accessTokens.delete(value);
      for (const grant of grants)
        if (
          kind !== 'app' &&
          (token === undefined || grant === ofToken) &&
          (userId === undefined || grant.user.id === userId)
        )
          grant.ended = true;
      return ended.length;
    },

    /** Returns a user's valid grants, oldest first. */
    of: (userId: string) => grants.filter((grant) => grant.user.id === userId && !grant.ended && !isOver(grant)),

    /** Access and refresh tokens that are not revoked. */
    list(): GivenToken[] {
      const refreshTokens = grants.flatMap((grant) => {
        const { refreshToken: value, user, scopes, renewedAt: givenAt, ended } = grant;
        if (!value || ended) return [];
        return { kind: 'refresh', value, user: user.id, scopes, givenAt, expiresAt: endOf(grant) };
      });
      const others = [...accessTokens].map(([value, { user, scopes, issuedAt: givenAt, expiresAt }]) => {
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
