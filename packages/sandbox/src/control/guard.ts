import { isSame } from '../shared/is-same.ts';
import { refuse } from './respond.ts';
import { isSameOrigin } from './same-origin.ts';
import { pageCookie } from './token.ts';

/** Who may use the control API. */
export interface Guard {
  /** The refusal of a request; undefined when it may pass. */
  check(request: Request): Response | undefined;
  /** Whether a request that may pass does so by the cookie of the page. */
  isPage(request: Request): boolean;
  /**
   * Responds to a browser that opens the page with the token in its address: sets a cookie and redirects to the address
   * without it.
   */
  admit(request: Request): Response | undefined;
}

/** Lets pass what has the token, and what the page sends that was opened with it. */
export function createGuard(token: string, url: string): Guard {
  const value = pageCookie(token);
  // Cookies are not bound to a port, so the name is.
  const cookieName = `sandbox-${new URL(url).port || '80'}`;

  function hasCookie({ headers }: Request): boolean {
    const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
    return pairs.some(([name, given = '']) => name === cookieName && isSame(given, value));
  }

  return {
    check(request) {
      const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (given !== undefined && isSame(given, token)) return undefined;
      if (given === undefined && hasCookie(request)) {
        if (request.method === 'GET' || isSameOrigin(request)) return undefined;
        return refuse(
          403,
          'forbidden',
          'only the page of the sandbox may send this with its cookie: programs send the header authorization: Bearer <token>',
        );
      }
      const problem =
        given === undefined
          ? 'the control API needs the control token'
          : 'this is not the control token of this sandbox';
      const response = refuse(
        401,
        'unauthorized',
        `${problem}: send the header authorization: Bearer <token>, or open the page with ?token=<token>. The sandbox printed its token when it started, and it is sandbox.controlApi.token; set one with --control-token, SANDBOX_TOKEN or createSandbox({ controlToken })`,
      );
      response.headers.set('www-authenticate', 'Bearer realm="sandbox"');
      return response;
    },
    isPage: (request) => !request.headers.has('authorization'),
    admit(request) {
      const given = new URL(request.url).searchParams.get('token');
      if (request.method !== 'GET' || given === null || !isSame(given, token)) return undefined;
      // A link in a mail program or terminal opens it, too, so not `Strict`; nothing that is read with GET changes
      // anything.
      const cookie = `${cookieName}=${value}; Path=/__sandbox; HttpOnly; SameSite=Lax`;
      return new Response(null, { status: 303, headers: { location: '/__sandbox/', 'set-cookie': cookie } });
    },
  };
}
