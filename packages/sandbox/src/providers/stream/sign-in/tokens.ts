import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
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

/** Every token of the sandbox. */
export type Tokens = ReturnType<typeof createTokens>;

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const accessTokensPerGrant = 50;
const unusedRefreshTokenMs = 30 * 24 * 3_600_000;

/** An empty token register for the one registered app. */
export function createTokens({ clock, random }: SandboxContext, settings: Settings) {
  const draw = random('tokens');
  const accessTokens = new Map<string, AccessToken & { readonly issuedAt: number }>();
  const grants = new Set<Grant>();
  const byRefreshToken = new Map<string, Grant>();
  const listeners: ((change: 'grant' | 'revoke', userId: string) => void)[] = [];

  function issue(seconds: number, scopes: readonly string[], userId?: string): AccessToken {
    const issuedAt = clock.now();
    const access = {
      value: draw.text(30, alphabet),
      clientId: settings.clientId,
      ...(userId !== undefined && { userId }),
      scopes,
      issuedAt,
      expiresAt: issuedAt + seconds * 1000,
    };
    accessTokens.set(access.value, access);
    return access;
  }

  function issueFrom(grant: Grant, scopes = grant.scopes, seconds = settings.userTokenSeconds): AccessToken {
    const access = issue(seconds, scopes, grant.userId);
    grant.usedAt = clock.now();
    grant.accessTokens.push(access.value);
    if (grant.accessTokens.length > accessTokensPerGrant) accessTokens.delete(grant.accessTokens.shift() ?? '');
    return access;
  }

  /** A new refresh token; the one before is spent. */
  function renew(grant: Grant): string {
    const refreshToken = draw.text(50, alphabet);
    grant.refreshToken = refreshToken;
    byRefreshToken.set(refreshToken, grant);
    return refreshToken;
  }

  /** When a grant's refresh token stops working if it is not used. */
  const lapsesAt = ({ usedAt }: Grant) =>
    settings.clientType === 'public' ? usedAt + unusedRefreshTokenMs : undefined;

  function end(...ended: Grant[]): void {
    for (const grant of ended) {
      grant.ended = true;
      grants.delete(grant);
      for (const value of grant.accessTokens) accessTokens.delete(value);
    }
    for (const userId of new Set(ended.map((grant) => grant.userId)))
      for (const listener of listeners) listener('revoke', userId);
  }

  function matching({ token, kind, userId }: TokenMatch): AccessToken[] {
    const ofGrant = byRefreshToken.get(token ?? '')?.accessTokens;
    return [...accessTokens.values()].filter(
      (access) =>
        (token === undefined || access.value === token || ofGrant?.includes(access.value)) &&
        (kind === undefined || (access.userId === undefined ? 'app' : 'user') === kind) &&
        (userId === undefined || access.userId === userId),
    );
  }

  return {
    issueApp: () => issue(settings.appTokenSeconds, []),
    /** A user allows the app to do what `scopes` say. */
    authorize(userId: string, scopes: readonly string[]): Grant {
      const now = clock.now();
      const grant: Grant = {
        clientId: settings.clientId,
        userId,
        scopes,
        authorizedAt: now,
        accessTokens: [],
        usedAt: now,
        ended: false,
      };
      grants.add(grant);
      for (const listener of listeners) listener('grant', userId);
      return grant;
    },
    /** The first tokens of a grant. */
    issue(grant: Grant, seconds?: number): IssuedToken {
      const refreshToken = renew(grant);
      return { access: issueFrom(grant, grant.scopes, seconds), refreshToken };
    },
    /** The token of an implicit grant: no refresh token belongs to it. */
    issueImplicit: (grant: Grant) => issueFrom(grant, grant.scopes, settings.appTokenSeconds),
    /** The grant of a refresh token that still works. A spent one ends its grant, unless the settings forbid. */
    grantOf(refreshToken: string): Grant | undefined {
      const grant = byRefreshToken.get(refreshToken);
      if (!grant || grant.ended) return undefined;
      if (grant.refreshToken !== refreshToken) {
        // RFC 9700 §4.14.2: of the two who hold it, nobody knows which is the app.
        if (settings.reuseRevokes) end(grant);
        return undefined;
      }
      const lapsesOn = lapsesAt(grant);
      return lapsesOn !== undefined && clock.now() >= lapsesOn ? undefined : grant;
    },
    /** A further access token; a public client's refresh token is replaced with it. */
    refresh(grant: Grant, scopes: readonly string[]): IssuedToken {
      const kept = settings.clientType === 'confidential' ? grant.refreshToken : undefined;
      const refreshToken = kept ?? renew(grant);
      return { access: issueFrom(grant, scopes), refreshToken };
    },
    /** The access token, if it is known and has not expired. */
    find(value: string): AccessToken | undefined {
      const access = accessTokens.get(value);
      return access && access.expiresAt > clock.now() ? access : undefined;
    },
    /** Ends access tokens at once, keeping refresh tokens. Returns how many. */
    expire(match: TokenMatch = {}): number {
      const ended = matching(match);
      for (const access of ended) access.expiresAt = clock.now();
      return ended.length;
    },
    /** Ends access tokens and their refresh tokens. Returns how many access tokens. */
    revoke(match: TokenMatch = {}): number {
      const ended = matching(match);
      for (const { value } of ended) accessTokens.delete(value);
      const meant = [...grants].filter(
        (grant) =>
          (match.token === undefined ||
            byRefreshToken.get(match.token) === grant ||
            grant.accessTokens.includes(match.token)) &&
          match.kind !== 'app' &&
          (match.userId === undefined || match.userId === grant.userId),
      );
      end(...meant);
      return ended.length;
    },
    /** Ends one access token; false when there is no such. */
    revokeOne: (value: string) => accessTokens.delete(value),
    /** Ends a grant and everything made from it. */
    end: (grant: Grant) => end(grant),
    /** Returns a user's valid grants, oldest first. */
    grants: (userId: string) => [...grants].filter((grant) => grant.userId === userId),
    /** Returns all scopes that a user has granted; undefined without any valid grant. */
    grantedBy(userId: string): readonly string[] | undefined {
      const own = [...grants].filter((grant) => grant.userId === userId);
      return own.length > 0 ? [...new Set(own.flatMap((grant) => grant.scopes))] : undefined;
    },
    /** Access and refresh tokens that are not revoked, with the ids of their users. */
    list: (): GivenToken[] => [
      ...[...grants].flatMap((grant) => {
        const { refreshToken: value, userId: user, scopes, usedAt: givenAt } = grant;
        return value ? [{ kind: 'refresh', value, user, scopes, givenAt, expiresAt: lapsesAt(grant) }] : [];
      }),
      ...[...accessTokens.values()].map(({ value, userId: user, scopes, issuedAt: givenAt, expiresAt }) => {
        const kind = user === undefined ? 'app' : 'user';
        return { kind, value, user, scopes, givenAt, expiresAt };
      }),
    ],
    /** Calls `listener` whenever a user has granted the app access or has taken it back. */
    watch(listener: (typeof listeners)[number]): void {
      listeners.push(listener);
    },
  };
}
