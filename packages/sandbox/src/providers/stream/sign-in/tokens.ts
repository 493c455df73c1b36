import type { Clock } from '../../../shared/clock.ts';
import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { SandboxGrant, TokenMatch } from '../../../shared/sign-in/grant.ts';
import type { Settings } from '../options.ts';
import type { ExtensionClaims } from './extension-token.ts';

/** Access token of a user, or of the app itself if `userId` is missing. */
export interface AccessToken {
  readonly value: string;
  readonly clientId: string;
  readonly userId?: string;
  readonly scopes: readonly string[];
  expiresAt: number;
  /** Claims of the token of an extension's back end. No other token has them. */
  readonly claims?: ExtensionClaims;
}

/** A user's grant to the app, and its state. */
export interface Grant extends SandboxGrant {
  /** Current refresh token; earlier ones are spent. Undefined before the first one, and in the implicit flow. */
  refreshToken?: string;
  /** Its access tokens, oldest first. */
  readonly accessTokens: string[];
  usedAt: number;
  /** Whether the grant has ended, and with it all of its tokens. */
  ended: boolean;
}

/** A new access token and its grant's refresh token. */
export interface IssuedToken {
  readonly access: AccessToken;
  readonly refreshToken: string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const accessTokensPerGrant = 50;
const unusedRefreshTokenMs = 30 * 24 * 3_600_000;

/** Called when a user has granted the app access or revoked it. */
type GrantListener = (change: 'grant' | 'revoke', userId: string) => void;

/** Every token of the registered app, none at first. */
export class Tokens {
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly draw: Random;
  private readonly accessTokens = new Map<string, AccessToken & { readonly issuedAt: number }>();
  private readonly all = new Set<Grant>();
  private readonly byRefreshToken = new Map<string, Grant>();
  private readonly listeners: GrantListener[] = [];

  constructor(context: SandboxContext, settings: Settings) {
    this.clock = context.clock;
    this.settings = settings;
    this.draw = context.random('tokens');
  }

  issueApp() {
    return this.makeAccess(this.settings.appTokenSeconds, []);
  }

  /** Grants the app a user's `scopes`. */
  authorize(userId: string, scopes: readonly string[]): Grant {
    const now = this.clock.now();
    const grant: Grant = {
      clientId: this.settings.clientId,
      userId,
      scopes,
      authorizedAt: now,
      accessTokens: [],
      usedAt: now,
      ended: false,
    };
    this.all.add(grant);
    for (const listener of this.listeners) listener('grant', userId);
    return grant;
  }

  /** Issues the first tokens of a grant. */
  issue(grant: Grant, seconds?: number): IssuedToken {
    const refreshToken = this.renew(grant);
    return { access: this.issueFrom(grant, grant.scopes, seconds), refreshToken };
  }

  /** Issues the token of an implicit grant, which has no refresh token. */
  issueImplicit(grant: Grant) {
    return this.issueFrom(grant, grant.scopes, this.settings.appTokenSeconds);
  }

  /**
   * Returns the grant of a refresh token that still works. A spent one ends its grant, unless the settings forbid it.
   */
  grantOf(refreshToken: string): Grant | undefined {
    const grant = this.byRefreshToken.get(refreshToken);
    if (!grant || grant.ended) return undefined;
    if (grant.refreshToken !== refreshToken) {
      // RFC 9700 §4.14.2: two parties hold the token, and nobody knows which one is the app.
      if (this.settings.reuseRevokes) this.endAll(grant);
      return undefined;
    }
    const lapsesOn = this.lapsesAt(grant);
    return lapsesOn !== undefined && this.clock.now() >= lapsesOn ? undefined : grant;
  }

  /** Issues a further access token. A public client's refresh token is replaced too. */
  refresh(grant: Grant, scopes: readonly string[]): IssuedToken {
    const kept = this.settings.clientType === 'confidential' ? grant.refreshToken : undefined;
    const refreshToken = kept ?? this.renew(grant);
    return { access: this.issueFrom(grant, scopes), refreshToken };
  }

  /** Returns the access token if it is known and has not expired. */
  find(value: string): AccessToken | undefined {
    const access = this.accessTokens.get(value);
    return access && access.expiresAt > this.clock.now() ? access : undefined;
  }

  /** Expires access tokens immediately and keeps refresh tokens. Returns the number of access tokens. */
  expire(match: TokenMatch = {}): number {
    const ended = this.matching(match);
    for (const access of ended) access.expiresAt = this.clock.now();
    return ended.length;
  }

  /** Revokes access tokens and their refresh tokens. Returns the number of access tokens. */
  revoke(match: TokenMatch = {}): number {
    const ended = this.matching(match);
    for (const { value } of ended) this.accessTokens.delete(value);
    const meant = [...this.all].filter(
      (grant) =>
        (match.token === undefined ||
          this.byRefreshToken.get(match.token) === grant ||
          grant.accessTokens.includes(match.token)) &&
        match.kind !== 'app' &&
        (match.userId === undefined || match.userId === grant.userId),
    );
    this.endAll(...meant);
    return ended.length;
  }

  /** Ends one access token. Returns false if there is no such token. */
  revokeOne(value: string) {
    return this.accessTokens.delete(value);
  }

  /** Ends a grant and everything made from it. */
  end(grant: Grant) {
    return this.endAll(grant);
  }

  /** Returns a user's valid grants, oldest first. */
  grants(userId: string) {
    return [...this.all].filter((grant) => grant.userId === userId);
  }

  /** Returns all scopes that a user has granted; undefined without any valid grant. */
  grantedBy(userId: string): readonly string[] | undefined {
    const own = [...this.all].filter((grant) => grant.userId === userId);
    return own.length > 0 ? [...new Set(own.flatMap((grant) => grant.scopes))] : undefined;
  }

  /** Returns the access and refresh tokens that are not revoked, with the IDs of their users. */
  list(): GivenToken[] {
    return [
      ...[...this.all].flatMap((grant) => {
        const { refreshToken: value, userId: user, scopes, usedAt: givenAt } = grant;
        return value ? [{ kind: 'refresh', value, user, scopes, givenAt, expiresAt: this.lapsesAt(grant) }] : [];
      }),
      ...[...this.accessTokens.values()].map(({ value, userId: user, scopes, issuedAt: givenAt, expiresAt }) => {
        const kind = user === undefined ? 'app' : 'user';
        return { kind, value, user, scopes, givenAt, expiresAt };
      }),
    ];
  }

  /** Calls `listener` whenever a user has granted the app access or revoked it. */
  watch(listener: GrantListener): void {
    this.listeners.push(listener);
  }

  private makeAccess(seconds: number, scopes: readonly string[], userId?: string): AccessToken {
    const issuedAt = this.clock.now();
    const access = {
      value: this.draw.text(30, alphabet),
      clientId: this.settings.clientId,
      ...(userId !== undefined && { userId }),
      scopes,
      issuedAt,
      expiresAt: issuedAt + seconds * 1000,
    };
    this.accessTokens.set(access.value, access);
    return access;
  }

  private issueFrom(grant: Grant, scopes = grant.scopes, seconds = this.settings.userTokenSeconds): AccessToken {
    const access = this.makeAccess(seconds, scopes, grant.userId);
    grant.usedAt = this.clock.now();
    grant.accessTokens.push(access.value);
    if (grant.accessTokens.length > accessTokensPerGrant) this.accessTokens.delete(grant.accessTokens.shift() ?? '');
    return access;
  }

  /** Issues a new refresh token. The previous one is spent. */
  private renew(grant: Grant): string {
    const refreshToken = this.draw.text(50, alphabet);
    grant.refreshToken = refreshToken;
    this.byRefreshToken.set(refreshToken, grant);
    return refreshToken;
  }

  /** Returns when a grant's refresh token expires if it is not used; undefined for never. */
  private lapsesAt({ usedAt }: Grant) {
    return this.settings.clientType === 'public' ? usedAt + unusedRefreshTokenMs : undefined;
  }

  private endAll(...ended: Grant[]): void {
    for (const grant of ended) {
      grant.ended = true;
      this.all.delete(grant);
      for (const value of grant.accessTokens) this.accessTokens.delete(value);
    }
    for (const userId of new Set(ended.map((grant) => grant.userId)))
      for (const listener of this.listeners) listener('revoke', userId);
  }

  private matching({ token, kind, userId }: TokenMatch): AccessToken[] {
    const ofGrant = this.byRefreshToken.get(token ?? '')?.accessTokens;
    return [...this.accessTokens.values()].filter(
      (access) =>
        (token === undefined || access.value === token || ofGrant?.includes(access.value)) &&
        (kind === undefined || (access.userId === undefined ? 'app' : 'user') === kind) &&
        (userId === undefined || access.userId === userId),
    );
  }
}
