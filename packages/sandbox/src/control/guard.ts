import { isSameOrigin } from '../server/same-origin.ts';
import { refuse } from '../server/sandbox-response.ts';
import { isSame } from '../shared/is-same.ts';
import { pageCookie } from './token.ts';

/** Access checks of the control API. */
export interface Guard {
  /** Returns the refusal of a request; undefined if it is allowed. */
  check(request: Request): Response | undefined;
  /** Returns whether an allowed request is allowed because of the page's cookie. */
  isPage(request: Request): boolean;
  /**
   * Responds to a browser that opens the page with the token in its address: sets a cookie, and redirects to the
   * address without the token.
   */
  admit(request: Request): Response | undefined;
}

/** Creates the checks. They allow requests with the token, and requests of a page that was opened with it. */
export function createGuard(token: string, url: string): Guard {
  const value = pageCookie(token);
  // Cookies are shared by all ports of a host, so the name contains the port.
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
          'only the sandbox page may send this with its cookie. Programs must send the header authorization: Bearer <token>',
        );
      }
      const problem =
        given === undefined
          ? 'the control API needs the control token'
          : 'this is not the control token of this sandbox';
      const response = refuse(
        401,
        'unauthorized',
        `${problem}: send the header authorization: Bearer <token>, or open the page with ?token=<token>. The token is sandbox.controlApi.token, and the command prints it when it starts; to choose it, set --control-token, SANDBOX_TOKEN or createSandbox({ controlToken })`,
      );
      response.headers.set('www-authenticate', 'Bearer realm="sandbox"');
      return response;
    },
    isPage: (request) => !request.headers.has('authorization'),
    admit(request) {
      const given = new URL(request.url).searchParams.get('token');
      if (request.method !== 'GET' || given === null || !isSame(given, token)) return undefined;
      // Not `Strict`, so that links in mail programs and terminals work. GET requests change nothing.
      const cookie = `${cookieName}=${value}; Path=/__sandbox; HttpOnly; SameSite=Lax`;
      return new Response(null, { status: 303, headers: { location: '/__sandbox/', 'set-cookie': cookie } });
    },
  };
}
