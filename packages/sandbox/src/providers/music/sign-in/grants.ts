import type { Clock } from '../../../shared/clock.ts';
import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { TokenMatch } from '../../../shared/sign-in/grant.ts';
import type { User } from '../data/users.ts';
import type { Settings } from '../options.ts';

/** A user's grant to an app, and the state of its refresh tokens. */
export interface Grant {
  readonly clientId: string;
  readonly user: User;
  readonly scopes: readonly string[];
  /** When the user consented. The lifetime of refresh tokens counts from here, even when they are renewed. */
  readonly authorizedAt: number;
  /** Whether its code was exchanged with PKCE instead of the secret; then refreshes need no secret. */
  pkce: boolean;
  /** Current refresh token. Earlier ones are used up. */
  refreshToken?: string;
  /** When the current refresh token was issued. */
  renewedAt: number;
  /** Whether it was revoked, so that no refresh token works. */
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

/** The access and refresh tokens of every app. */
export class Grants {
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly random: Random;
  private readonly accessTokens = new Map<string, AccessToken & { readonly grant: Grant | undefined }>();
  private readonly byRefreshToken = new Map<string, Grant>();
  private readonly all: Grant[] = [];

  constructor(context: SandboxContext, settings: Settings) {
    this.clock = context.clock;
    this.settings = settings;
    this.random = context.random('tokens');
  }

  forApp(clientId: string) {
    return this.makeAccess(clientId);
  }

  /** Records that a user grants an app `scopes`. */
  authorize(consent: Pick<Grant, 'clientId' | 'user' | 'scopes'>): Grant {
    const now = this.clock.now();
    const grant = { ...consent, pkce: false, authorizedAt: now, renewedAt: now, ended: false };
    this.all.push(grant);
    return grant;
  }

  /** Issues the first tokens of a grant. */
  issue(grant: Grant, seconds?: number) {
    const accessToken = this.makeAccess(grant.clientId, grant, seconds);
    const expiresAt = this.accessTokens.get(accessToken)?.expiresAt ?? 0;
    return { accessToken, expiresAt, refreshToken: this.renew(grant) };
  }

  /** Uses a refresh token. `confidential` means that the app authenticated with its secret. */
  refresh(clientId: string, refreshToken: string, confidential: boolean) {
    const grant = this.byRefreshToken.get(refreshToken);
    if (grant?.clientId !== clientId) throw invalidGrant('Invalid refresh token');
    if (!confidential && !grant.pkce) throw new GrantError('invalid_client', 'Invalid client secret');
    const isSpent = grant.refreshToken !== refreshToken;
    // RFC 9700 §4.14.2: two parties hold the token, and nobody knows which of them is the app.
    if (isSpent && this.settings.reuseRevokes) this.endWithTokens(grant);
    if (isSpent || grant.ended) throw invalidGrant('Refresh token revoked');
    if (this.isOver(grant)) throw invalidGrant('Refresh token expired');
    const rotates =
      this.settings.refreshRotation === 'always' || (this.settings.refreshRotation === 'pkce' && grant.pkce);
    return {
      accessToken: this.makeAccess(clientId, grant),
      scopes: grant.scopes,
      refreshToken: rotates ? this.renew(grant) : undefined,
    };
  }

  /** Expires access tokens at once but keeps refresh tokens. Returns the number of expired tokens. */
  expire(match: TokenMatch = {}): number {
    const ended = this.matching(match);
    for (const [, token] of ended) token.expiresAt = this.clock.now();
    return ended.length;
  }

  /** Revokes access tokens and their refresh tokens. Returns the number of revoked access tokens. */
  revoke(match: TokenMatch = {}): number {
    const { token, kind, userId } = match;
    const ended = this.matching(match);
    const ofToken =
      token === undefined ? undefined : (this.byRefreshToken.get(token) ?? this.accessTokens.get(token)?.grant);
    for (const [value] of ended) this.accessTokens.delete(value);
    for (const grant of this.all)
      if (
        kind !== 'app' &&
        (token === undefined || grant === ofToken) &&
        (userId === undefined || grant.user.id === userId)
      )
        grant.ended = true;
    return ended.length;
  }

  /** Returns a user's valid grants, oldest first. */
  of(userId: string) {
    return this.all.filter((grant) => grant.user.id === userId && !grant.ended && !this.isOver(grant));
  }

  /** Returns the access and refresh tokens that are not revoked. */
  list(): GivenToken[] {
    const refreshTokens = this.all.flatMap((grant) => {
      const { refreshToken: value, user, scopes, renewedAt: givenAt, ended } = grant;
      if (!value || ended) return [];
      return { kind: 'refresh', value, user: user.id, scopes, givenAt, expiresAt: this.endOf(grant) };
    });
    const others = [...this.accessTokens].map(([value, { user, scopes, issuedAt: givenAt, expiresAt }]) => {
      return { kind: user ? 'user' : 'app', value, user: user?.id, scopes, givenAt, expiresAt };
    });
    return [...refreshTokens, ...others];
  }

  /** Returns the token, or why it is not valid. */
  check(accessToken: string): AccessToken | 'unknown' | 'expired' {
    const token = this.accessTokens.get(accessToken);
    if (!token) return 'unknown';
    return this.clock.now() < token.expiresAt ? token : 'expired';
  }

  private makeAccess(clientId: string, grant?: Grant, seconds = this.settings.accessTokenSeconds): string {
    const value = `BQ${this.random.text(100)}`;
    const issuedAt = this.clock.now();
    const expiresAt = issuedAt + seconds * 1000;
    this.accessTokens.set(value, {
      clientId,
      user: grant?.user,
      scopes: grant?.scopes ?? [],
      issuedAt,
      expiresAt,
      grant,
    });
    return value;
  }

  private matching({ token, kind, userId }: TokenMatch) {
    const ofGrant = token === undefined ? undefined : this.byRefreshToken.get(token);
    return [...this.accessTokens].filter(
      ([value, { user, grant }]) =>
        (token === undefined || value === token || (ofGrant !== undefined && grant === ofGrant)) &&
        (kind === undefined || (user ? 'user' : 'app') === kind) &&
        (userId === undefined || user?.id === userId),
    );
  }

  /** Issues a new refresh token, which replaces the previous one. */
  private renew(grant: Grant): string {
    const value = `AQ${this.random.text(129)}`;
    grant.refreshToken = value;
    grant.renewedAt = this.clock.now();
    this.byRefreshToken.set(value, grant);
    return value;
  }

  private endOf({ authorizedAt }: Grant) {
    return authorizedAt + this.settings.refreshTokenSeconds * 1000;
  }

  private isOver(grant: Grant) {
    return this.clock.now() >= this.endOf(grant);
  }

  /** Ends a grant and its access tokens, because somebody else may hold them. */
  endWithTokens(grant: Grant): void {
    grant.ended = true;
    for (const [value, token] of this.accessTokens) if (token.grant === grant) this.accessTokens.delete(value);
  }
}

const invalidGrant = (description: string) => new GrantError('invalid_grant', description);
