import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSame } from '../is-same.ts';
import type { Random } from '../random.ts';

const cookieName = 'sandbox-session';

/** Creates the sign-in sessions of browsers. `path` is the auth host's path; only it gets the cookie. */
export function createSessions(random: Random, path: () => string) {
  const key = random.text(32);
  const users = new Map<string, string>();

  function start(context: Context): string {
    const id = random.text(32);
    setCookie(context, cookieName, id, { path: path(), httpOnly: true, sameSite: 'Lax' });
    return id;
  }

  const formToken = (id: string) => createHmac('sha256', key).update(id).digest('base64url');

  return {
    /**
     * Returns the user of the request's session and the token that its forms must contain. Starts a session if there is
     * none.
     */
    open(context: Context): { userId: string | undefined; formToken: string } {
      const id = getCookie(context, cookieName) || start(context);
      return { userId: users.get(id), formToken: formToken(id) };
    },

    /**
     * Returns whether a form was created for the session that posts it. Another site has neither the cookie nor its
     * token.
     */
    isGenuine(context: Context, token: string | null): boolean {
      const id = getCookie(context, cookieName);
      return id !== undefined && isSame(token ?? '', formToken(id));
    },

    /** Signs the user in under a new session ID, because the old one may have been planted. */
    signIn(context: Context, userId: string): void {
      users.delete(getCookie(context, cookieName) ?? '');
      users.set(start(context), userId);
    },
  };
}
