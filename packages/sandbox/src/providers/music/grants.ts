import type { SandboxContext } from '../../context.ts';
import type { Settings } from './options.ts';
import type { User } from './user-data.ts';

/** What a user allowed an app; the life of its refresh tokens counts from the consent. */
export interface Consent {
  readonly clientId: string;
  readonly user: User;
  readonly scopes: readonly string[];
  /** Made with PKCE: the app may refresh without its secret. */
  readonly pkce: boolean;
  readonly at: number;
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
  const accessTokens = new Map<string, AccessToken>();
  const refreshTokens = new Map<string, { consent: Consent; revoked: boolean }>();

  function issue(clientId: string, consent?: Consent): string {
    const value = `BQ${random.text(100)}`;
    const expiresAt = clock.now() + settings.accessTokenSeconds * 1000;
    accessTokens.set(value, { clientId, user: consent?.user, scopes: consent?.scopes ?? [], expiresAt });
    return value;
  }

  function issueRefreshToken(consent: Consent): string {
    const value = `AQ${random.text(129)}`;
    refreshTokens.set(value, { consent, revoked: false });
    return value;
  }

  return {
    forApp: (clientId: string) => issue(clientId),

    forUser(consent: Omit<Consent, 'at'>) {
      const dated = { ...consent, at: clock.now() };
      return { accessToken: issue(consent.clientId, dated), refreshToken: issueRefreshToken(dated) };
    },

    /** Uses a refresh token; `confidential` says that the app proved who it is by its secret. */
    refresh(clientId: string, refreshToken: string, confidential: boolean) {
      const known = refreshTokens.get(refreshToken);
      if (!known || known.consent.clientId !== clientId) throw invalidGrant('Invalid refresh token');
      const { consent } = known;
      if (!confidential && !consent.pkce) throw new GrantError('invalid_client', 'Invalid client secret');
      if (known.revoked) throw invalidGrant('Refresh token revoked');
      if (clock.now() >= consent.at + settings.refreshTokenSeconds * 1000) throw invalidGrant('Refresh token expired');
      const rotates = settings.refreshRotation === 'always' || (settings.refreshRotation === 'pkce' && consent.pkce);
      if (rotates) known.revoked = true;
      return {
        accessToken: issue(clientId, consent),
        scopes: consent.scopes,
        refreshToken: rotates ? issueRefreshToken(consent) : undefined,
      };
    },

    revoke(refreshToken: string): boolean {
      const known = refreshTokens.get(refreshToken);
      if (known) known.revoked = true;
      return known !== undefined;
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
