import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Authorization } from '@x/core';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { createExpiring } from './expiring.ts';
import type { Account } from './providers.ts';
import { createSealedCookie } from './sealed-cookie.ts';

/** What a request's cookie stands for. */
export interface Visit {
  /** Secret: anyone who has it is signed in as the user. */
  readonly id: string;
  /** Who is signed in, by name of the provider; empty for a visitor. */
  readonly accounts: Map<string, Account>;
  /** Goes into every form of this browser. */
  readonly formToken: string;
}

/** What a sign-in needs when the user comes back. */
export type Started = Pick<Authorization, 'state' | 'codeVerifier'>;

export interface SessionOptions {
  readonly secret: string;
  /** Whether the cookie is for https only. */
  readonly secure: boolean;
  readonly now: () => number;
  /** Called with the accounts of a session that expired without a sign-out. */
  readonly onEnd: (accounts: Visit['accounts']) => void;
}

const sessionSeconds = 8 * 3600;
const signInSeconds = 600;

/**
 * Sessions in the memory of this process. The cookie holds a random id and its signature, nothing else. Visitors take no memory
 * until they have signed in: what a sign-in needs until then is in a cookie of their own, so nobody can fill a table of the
 * server and push out the sign-ins of others. The cookie is encrypted because the code verifier is a secret.
 */
export function createSessions({ secret, secure, now, onEnd }: SessionOptions) {
  // Browsers take a cookie with this prefix only from the host itself: no subdomain can plant one.
  const cookieName = secure ? '__Host-session' : 'session';
  const cookie = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  const signedIn = createExpiring<Visit['accounts']>({ lifeMs: sessionSeconds * 1000, most: 100_000, now, onEnd });
  const startedWith = (provider: string) =>
    createSealedCookie({
      secret,
      name: `${secure ? '__Host-' : ''}sign-in-${provider}`,
      // Lax, not Strict: the way back begins at the provider, on another site.
      cookie,
      lifeSeconds: signInSeconds,
      now,
    });

  async function giveId(context: Context): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await setSignedCookie(context, cookieName, id, secret, { ...cookie, maxAge: sessionSeconds });
    return id;
  }

  // Not of the id alone: that would be the cookie's signature, which no page may show.
  const formTokenOf = (id: string) => createHmac('sha256', secret).update(`form ${id}`).digest('base64url');

  return {
    /** What the request's cookie stands for. Without one, or with one that was tampered with, a new visitor. */
    async open(context: Context): Promise<Visit> {
      const id = (await getSignedCookie(context, secret, cookieName)) || (await giveId(context));
      return { id, accounts: signedIn.get(id) ?? new Map(), formToken: formTokenOf(id) };
    },

    /** Whether a form came from a page of this visit: other sites can post here, but not read the token. */
    isGenuine({ formToken }: Visit, given: unknown): boolean {
      const [expected, token] = [Buffer.from(formToken), Buffer.from(String(given))];
      return expected.length === token.length && timingSafeEqual(expected, token);
    },

    /** Stores what the way back needs in the browser, for ten minutes; an earlier start with the same provider is over. */
    start(context: Context, { id }: Visit, provider: string, what: Started): void {
      startedWith(provider).set(context, id, what);
    },

    /**
     * Returns what was started in this visit, and clears the cookie. A copy of the cookie could be sent again; then the code, which
     * the provider takes once, has been used.
     */
    takeStarted(context: Context, { id }: Visit, provider: string): Started | undefined {
      return startedWith(provider).take(context, id) as Started | undefined;
    },

    /**
     * Signs in, under a new id: the old one may have been planted by somebody else.
     * Returns the account of the same provider that it replaces.
     */
    async signIn(context: Context, { id }: Visit, provider: string, account: Account): Promise<Account | undefined> {
      const accounts = signedIn.take(id) ?? new Map<string, Account>();
      const replaced = accounts.get(provider);
      signedIn.set(await giveId(context), accounts.set(provider, account));
      return replaced;
    },

    /** Ends the session and returns the accounts it had. */
    end(context: Context, { id }: Visit): Visit['accounts'] {
      deleteCookie(context, cookieName, cookie);
      return signedIn.take(id) ?? new Map();
    },
  };
}
