import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { createExpiring } from './expiring.ts';
import type { Account } from './providers.ts';

/** Visit that a request's cookie identifies. */
export interface Visit {
  /** Secret: anyone who has it is signed in as the user. */
  readonly id: string;
  /**
   * The account under which a sign-in of this visit stores its grant. Each sign-in issues a new id, so the next one has
   * another.
   */
  readonly nextKey: string;
  /** Who is signed in, by name of the provider; empty for a visitor. */
  readonly accounts: Map<string, Account>;
}

export interface SessionOptions {
  readonly secret: string;
  /** Whether the cookie is for https only. */
  readonly secure: boolean;
  readonly now: () => number;
  /** Called with the accounts of a session that expired without a sign-out. */
  readonly onEnd: (accounts: Visit['accounts']) => void;
}

const sessionSeconds = 8 * 3600;

/**
 * Sessions in the memory of this process. The cookie holds a random id and its signature, nothing else. Visitors take
 * no memory until they have signed in, so nobody can fill it and push out the sessions of others.
 */
export function createSessions({ secret, secure, now, onEnd }: SessionOptions) {
  // Browsers take a cookie with this prefix only from the host itself: no subdomain can plant one.
  const cookieName = secure ? '__Host-session' : 'session';
  // Lax, not Strict: the way back from a provider begins on another site.
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
