import type { Clock } from '../../../clock/clock.ts';
import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { SandboxGrant, TokenMatch } from '../../../shared/sign-in/grant.ts';
import type { Settings } from '../options.ts';
import type { ExtensionClaims } from './extension-token.ts';

/** An access token: of a user, or of the app itself when `userId` is missing. */
export interface AccessToken {
  readonly value: string;
  readonly clientId: string;
  readonly userId?: string;
  readonly scopes: readonly string[];
  expiresAt: number;
  /** The claims of the token of an extension's back end; no other token has them. */
  readonly claims?: ExtensionClaims;
}

/** A user's grant to the app, and its state. */
export interface Grant extends SandboxGrant {
  /** The one to refresh with; those before it are spent. None before the first, and none from the implicit flow. */
  refreshToken?: string;
  /** Oldest first. */
  readonly accessTokens: string[];
  usedAt: number;
  /** Taken back; nothing of it works any more. */
  ended: boolean;
}

/** A fresh access token and its grant. */
export interface IssuedToken {
  readonly access: AccessToken;
  readonly refreshToken: string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const accessTokensPerGrant = 50;
const unusedRefreshTokenMs = 30 * 24 * 3_600_000;

/** Called when a user has granted the app access or has taken it back. */
type GrantListener = (change: 'grant' | 'revoke', userId: string) => void;

/** Every token of the one registered app, empty at first. */
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

  /** A user allows the app to do what `scopes` say. */
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

  /** The first tokens of a grant. */
  issue(grant: Grant, seconds?: number): IssuedToken {
    const refreshToken = this.renew(grant);
    return { access: this.issueFrom(grant, grant.scopes, seconds), refreshToken };
  }

  /** The token of an implicit grant: no refresh token belongs to it. */
  issueImplicit(grant: Grant) {
    return this.issueFrom(grant, grant.scopes, this.settings.appTokenSeconds);
  }

  /** The grant of a refresh token that still works. A spent one ends its grant, unless the settings forbid. */
  grantOf(refreshToken: string): Grant | undefined {
    const grant = this.byRefreshToken.get(refreshToken);
    if (!grant || grant.ended) return undefined;
    if (grant.refreshToken !== refreshToken) {
      // RFC 9700 §4.14.2: of the two who hold it, nobody knows which is the app.
      if (this.settings.reuseRevokes) this.endAll(grant);
      return undefined;
    }
    const lapsesOn = this.lapsesAt(grant);
    return lapsesOn !== undefined && this.clock.now() >= lapsesOn ? undefined : grant;
  }

  /** A further access token; a public client's refresh token is replaced with it. */
  refresh(grant: Grant, scopes: readonly string[]): IssuedToken {
    const kept = this.settings.clientType === 'confidential' ? grant.refreshToken : undefined;
    const refreshToken = kept ?? this.renew(grant);
    return { access: this.issueFrom(grant, scopes), refreshToken };
  }

  /** The access token, if it is known and has not expired. */
  find(value: string): AccessToken | undefined {
    const access = this.accessTokens.get(value);
    return access && access.expiresAt > this.clock.now() ? access : undefined;
  }

  /** Ends access tokens at once, keeping refresh tokens. Returns how many. */
  expire(match: TokenMatch = {}): number {
    const ended = this.matching(match);
    for (const access of ended) access.expiresAt = this.clock.now();
    return ended.length;
  }

  /** Ends access tokens and their refresh tokens. Returns how many access tokens. */
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

  /** Ends one access token; false when there is no such. */
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

  /** Access and refresh tokens that are not revoked, with the ids of their users. */
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

  /** Calls `listener` whenever a user has granted the app access or has taken it back. */
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

  /** A new refresh token; the one before is spent. */
  private renew(grant: Grant): string {
    const refreshToken = this.draw.text(50, alphabet);
    grant.refreshToken = refreshToken;
    this.byRefreshToken.set(refreshToken, grant);
    return refreshToken;
  }

  /** When a grant's refresh token stops working if it is not used. */
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
