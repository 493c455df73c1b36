import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { base64url, isSameText } from '@x/core/provider';

/** A request with which the browser came back from the provider. */
export interface Callback {
  /** Path and query of the request. Secret. */
  readonly url: string;
  /** Shows a page in the browser. */
  respond(status: number, title: string, text: string): Promise<void>;
}

/** The sign-in that a {@link CallbackServer} waits for. */
interface Expected {
  /** Address of the provider's consent page. */
  readonly consent: string;
  readonly state: string;
}

/** A server on this machine that the provider sends the browser back to. */
export class CallbackServer {
  /** Redirect URI with the server's port. */
  readonly redirectUri: string;
  /**
   * Address that leads to the consent page, once. Browsers are started with it because the consent page's own address
   * contains the state, and every user of a machine can read the arguments of processes.
   */
  readonly start: string;
  readonly #server: Server;

  private constructor(server: Server, redirectUri: string) {
    this.#server = server;
    this.redirectUri = redirectUri;
    this.start = new URL(`/${base64url(crypto.getRandomValues(new Uint8Array(12)))}`, redirectUri).href;
  }

  /**
   * Listens on the port of `redirectUri`, or if it has none, on any free port.
   *
   * @throws Error of the system when the port is taken.
   */
  static async listen(redirectUri: string): Promise<CallbackServer> {
    const { hostname, port } = new URL(redirectUri);
    const server = createServer().listen(Number(port), hostname.replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
    if (port !== '') return new CallbackServer(server, redirectUri);
    // Only the port is added, because the provider compares the rest as text.
    const own = `:${(server.address() as AddressInfo).port}`;
    return new CallbackServer(server, redirectUri.replace(/^http:\/\/[^/?]+/, `$&${own}`));
  }

  /** Resolves to the first callback of the sign-in. Requests that do not belong to it are refused, and change nothing. */
  expect(expected: Expected): Promise<Callback> {
    const { promise, resolve, reject } = Promise.withResolvers<Callback>();
    let left = 1;
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response, expected, () => left-- > 0).then(
        (callback) => callback && resolve(callback),
        reject,
      );
    });
    return promise;
  }

  /** Closes the server and all of its connections. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(
    { method, url = '' }: IncomingMessage,
    response: ServerResponse,
    { consent, state }: Expected,
    isFirst: () => boolean,
  ): Promise<Callback | undefined> {
    // Not every path that a server receives is a URL: `//` is none.
    const address = URL.canParse(url, this.redirectUri) ? new URL(url, this.redirectUri) : undefined;
    const respond: Callback['respond'] = async (status, title, text) => {
      response.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' });
      response.end(page(title, text));
      await finished(response).catch(() => {}); // the person may have closed the page
    };
    const isStart = address?.pathname === new URL(this.start).pathname;
    const isCallback = address?.pathname === new URL(this.redirectUri).pathname;
    if (method !== 'GET' || !(isStart || isCallback)) await respond(404, 'Not found', 'This address has no page.');
    else if (isStart && isFirst()) response.writeHead(302, { ...pageHeaders, location: consent }).end();
    else if (isCallback && (await isSameText(address?.searchParams.get('state') ?? '', state))) return { url, respond };
    else
      await respond(
        400,
        'Not signed in',
        'This sign-in was not started here, or was opened before. Go back to the terminal.',
      );
    return undefined;
  }
}

const pageHeaders = {
  connection: 'close',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer', // the address of a callback contains a code
  'x-content-type-options': 'nosniff',
};

/** Returns a page. Neither text may contain HTML. */
const page = (title: string, text: string) =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8"><meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n</html>\n`;
