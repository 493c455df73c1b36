import type { SandboxContext } from '../../context.ts';
import type { ExtensionClaims } from './extension-token.ts';
import type { Settings } from './options.ts';

/** An access token: of a user, or of the app itself when `userId` is missing. */
export interface AccessToken {
  readonly value: string;
  readonly clientId: string;
  readonly userId?: string;
  readonly scopes: readonly string[];
  expiresAt: number;
  /** What the token of an extension's back end says of itself; no other token has them. */
  readonly claims?: ExtensionClaims;
}

/** What a user has granted the app: one refresh token and the access tokens made from it. */
export interface Grant {
  refreshToken: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Oldest first. */
  readonly accessTokens: string[];
  usedAt: number;
}

/** Which tokens are meant; unset members match all. */
export interface TokenMatch {
  /** This access token, or the tokens of this refresh token. */
  token?: string;
  kind?: 'app' | 'user';
  userId?: string;
}

/** A fresh access token and the grant behind it. */
export interface IssuedToken {
  readonly access: AccessToken;
  readonly grant: Grant;
}

/** Every token of the sandbox. */
export interface Tokens {
  issueApp(): AccessToken;
  issueUser(userId: string, scopes: readonly string[], seconds?: number): IssuedToken;
  /** The grant of a refresh token that still works. */
  grantOf(refreshToken: string): Grant | undefined;
  /** A further access token; a public client's refresh token is replaced with it. */
  refresh(grant: Grant, scopes: readonly string[]): IssuedToken;
  /** The access token, if it is known and has not expired. */
  find(value: string): AccessToken | undefined;
  /** Ends access tokens at once, keeping refresh tokens. Returns how many. */
  expire(match?: TokenMatch): number;
  /** Ends access tokens and the refresh tokens behind them. Returns how many access tokens. */
  revoke(match?: TokenMatch): number;
  /** Ends one access token; false when there is no such. */
  revokeOne(value: string): boolean;
  /** What a user has granted the app in all, each scope once; undefined when nothing was ever granted or all is taken back. */
  grantedBy(userId: string): readonly string[] | undefined;
  /** Calls `listener` whenever a user has granted the app access or has taken it back. */
  watch(listener: (change: 'grant' | 'revoke', userId: string) => void): void;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const accessTokensPerGrant = 50;
const unusedRefreshTokenMs = 30 * 24 * 3_600_000;

/** An empty token register for the one registered app. */
export function createTokens({ clock, random }: SandboxContext, settings: Settings): Tokens {
  const draw = random('tokens');
  const accessTokens = new Map<string, AccessToken>();
  const grants = new Map<string, Grant>();
  const listeners: Parameters<Tokens['watch']>[0][] = [];

  function issue(seconds: number, scopes: readonly string[], userId?: string): AccessToken {
    const access = {
      value: draw.text(30, alphabet),
      clientId: settings.clientId,
      ...(userId !== undefined && { userId }),
      scopes,
      expiresAt: clock.now() + seconds * 1000,
    };
    accessTokens.set(access.value, access);
    return access;
  }

  function issueFrom(grant: Grant, scopes: readonly string[], seconds = settings.userTokenSeconds): IssuedToken {
    const access = issue(seconds, scopes, grant.userId);
    grant.usedAt = clock.now();
    grant.accessTokens.push(access.value);
    if (grant.accessTokens.length > accessTokensPerGrant) accessTokens.delete(grant.accessTokens.shift() ?? '');
    return { access, grant };
  }

  function renew(grant: Grant): void {
    grants.delete(grant.refreshToken);
    grant.refreshToken = draw.text(50, alphabet);
    grants.set(grant.refreshToken, grant);
  }

  function matching({ token, kind, userId }: TokenMatch): AccessToken[] {
    const ofGrant = grants.get(token ?? '')?.accessTokens;
    return [...accessTokens.values()].filter(
      (access) =>
        (token === undefined || access.value === token || ofGrant?.includes(access.value)) &&
        (kind === undefined || (access.userId === undefined ? 'app' : 'user') === kind) &&
        (userId === undefined || access.userId === userId),
    );
  }

  return {
    issueApp: () => issue(settings.appTokenSeconds, []),
    issueUser(userId, scopes, seconds) {
      const grant: Grant = { refreshToken: '', userId, scopes, accessTokens: [], usedAt: clock.now() };
      renew(grant);
      for (const listener of listeners) listener('grant', userId);
      return issueFrom(grant, scopes, seconds);
    },
    grantOf(refreshToken) {
      const grant = grants.get(refreshToken);
      const lapsed = settings.clientType === 'public' && grant && clock.now() - grant.usedAt > unusedRefreshTokenMs;
      return lapsed ? undefined : grant;
    },
    refresh(grant, scopes) {
      if (settings.clientType === 'public') renew(grant);
      return issueFrom(grant, scopes);
    },
    find(value) {
      const access = accessTokens.get(value);
      return access && access.expiresAt > clock.now() ? access : undefined;
    },
    expire(match = {}) {
      const ended = matching(match);
      for (const access of ended) access.expiresAt = clock.now();
      return ended.length;
    },
    revoke(match = {}) {
      const ended = matching(match);
      for (const { value } of ended) accessTokens.delete(value);
      const losers = new Set<string>();
      for (const grant of grants.values()) {
        const meant =
          (match.token === undefined ||
            grant.refreshToken === match.token ||
            grant.accessTokens.includes(match.token)) &&
          match.kind !== 'app' &&
          (match.userId === undefined || match.userId === grant.userId);
        if (!meant) continue;
        grants.delete(grant.refreshToken);
        losers.add(grant.userId);
      }
      for (const userId of losers) for (const listener of listeners) listener('revoke', userId);
      return ended.length;
    },
    revokeOne: (value) => accessTokens.delete(value),
    grantedBy(userId) {
      const own = [...grants.values()].filter((grant) => grant.userId === userId);
      return own.length > 0 ? [...new Set(own.flatMap((grant) => grant.scopes))] : undefined;
    },
    watch(listener) {
      listeners.push(listener);
    },
  };
}
