import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { createExpiring } from './expiring.ts';
import type { Account } from './providers.ts';

/** Visit that a request's cookie identifies. */
export interface Visit {
  /** ID of the session, which is secret, because anyone who has it is signed in as the user. */
  readonly id: string;
  /**
   * Account under which the visit's next sign-in stores its grant. Each sign-in issues a new session ID, so each has
   * another account.
   */
  readonly nextKey: string;
  /** Signed-in users by the names of their providers; empty for a visitor. */
  readonly accounts: Map<string, Account>;
}

export interface SessionOptions {
  readonly secret: string;
  /** Whether browsers send the cookie only over https. */
  readonly secure: boolean;
  readonly now: () => number;
  /** Called with the accounts of a session that expired without a sign-out. */
  readonly onEnd: (accounts: Visit['accounts']) => void;
}

const sessionSeconds = 8 * 3600;

/**
 * Creates sessions in this process's memory. The cookie holds only a random ID and its signature. Visitors take no
 * memory until they have signed in, so nobody can fill it and push out other users' sessions.
 */
export function createSessions({ secret, secure, now, onEnd }: SessionOptions) {
  // Browsers accept a cookie with this prefix only from the host itself, so no subdomain can plant one.
  const cookieName = secure ? '__Host-session' : 'session';
  // Lax instead of Strict, because the redirect back from a provider starts on another site.
  const cookie = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  const signedIn = createExpiring<Visit['accounts']>({ lifeMs: sessionSeconds * 1000, most: 100_000, now, onEnd });

  async function giveId(context: Context): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await setSignedCookie(context, cookieName, id, secret, { ...cookie, maxAge: sessionSeconds });
    return id;
  }

  return {
    /**
     * Returns the visit that the request's cookie identifies. Creates a new visitor if the cookie is missing or was
     * tampered with.
     */
    async open(context: Context): Promise<Visit> {
      const id = (await getSignedCookie(context, secret, cookieName)) || (await giveId(context));
      const nextKey = createHmac('sha256', secret).update(`account ${id}`).digest('base64url');
      return { id, nextKey, accounts: signedIn.get(id) ?? new Map() };
    },

    /**
     * Signs a user in under a new session ID, because someone else may have planted the old one. Returns the account of
     * the same provider that this one replaces.
     */
    async signIn(context: Context, { id }: Visit, provider: string, account: Account): Promise<Account | undefined> {
      const accounts = signedIn.take(id) ?? new Map<string, Account>();
      const replaced = accounts.get(provider);
      signedIn.set(await giveId(context), accounts.set(provider, account));
      return replaced;
    },

    /** Ends a session and returns its accounts. */
    end(context: Context, { id }: Visit): Visit['accounts'] {
      deleteCookie(context, cookieName, cookie);
      return signedIn.take(id) ?? new Map();
    },
  };
}
