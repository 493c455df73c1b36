import { type HttpHandler, HttpResponse, http } from 'msw';
import { readOptions, text } from '../shared/check-fields.ts';

/** Addresses of an API in a sandbox. */
export interface SandboxAddresses {
  /** Address of the API. */
  readonly baseUrl: string;
  /** Address of its auth server; absent where the API has none. */
  readonly authUrl?: string;
}

/** Parts of a sandbox that the handlers need. Sandboxes of all APIs and of one API have them. */
export interface HandledSandbox {
  /** Address that links in its responses begin with. */
  readonly url: string;
  /** Responds without a socket. */
  readonly fetch: typeof globalThis.fetch;
  /** Addresses of each API that the sandbox serves, which `sandbox.options` contains. */
  readonly options: Readonly<Record<string, SandboxAddresses>>;
}

/** Options of `sandboxHandlers`. */
export interface SandboxHandlersOptions {
  /**
   * Address of the quotation API in your app, such as `https://quotes.example`, because it has no public host. Default:
   * requests to it are not handled.
   */
  quotes?: string | undefined;
}

/**
 * Returns the address in `string` as requests spell it, without trailing slashes; undefined if it cannot be the address
 * of an API.
 */
function addressIn(string: unknown): string | undefined {
  if (typeof string !== 'string' || !URL.canParse(string)) return undefined;
  const { protocol, origin, pathname, href } = new URL(string);
  const isPlain = /^https?:$/.test(protocol) && href === origin + pathname;
  return isPlain ? href.replace(/\/+$/, '') : undefined;
}

const anAddress = text(
  "an http or https URL without user, query and fragment, such as 'https://quotes.example'",
  /^https?:/,
  (address) => addressIn(address) !== undefined,
);

/** Returns the documented addresses of each API and of its auth server, with their addresses in the sandbox. */
function routesOf({ stream, music, bank, food, quotes }: HandledSandbox['options'], quotesUrl: string | undefined) {
  return [
    ['https://api.twitch.tv/helix', stream?.baseUrl],
    ['https://id.twitch.tv', stream?.authUrl],
    ['https://api.spotify.com', music?.baseUrl],
    ['https://accounts.spotify.com', music?.authUrl],
    ['https://production.plaid.com', bank?.baseUrl],
    ['https://sandbox.plaid.com', bank?.baseUrl],
    ['https://api.nal.usda.gov', food?.baseUrl],
    [quotesUrl, quotes?.baseUrl],
  ] as const;
}

/**
 * Creates MSW request handlers that respond to requests to the real hosts from a sandbox, so that your app and its
 * clients can keep their addresses. Works with MSW 2 and 3, and with any client that MSW intercepts.
 *
 * Links to the sandbox itself, such as `next` of a list, are handled too. APIs that the sandbox does not serve are not.
 *
 * @param sandbox Sandbox that responds, usually `createSandbox({ listen: false })`. Its faults, clock and request log
 * work as usual.
 * @param options Address of the quotation API in your app.
 * @returns Handlers for `setupServer` of `msw/node` or `server.use`.
 * @throws ApiError `invalid_params` for an unknown option or an address that is not an http or https URL without user,
 * query and fragment.
 *
 * @example
 * const sandbox = await createSandbox({ listen: false });
 * const server = setupServer(...sandboxHandlers(sandbox));
 * server.listen({ onUnhandledFrame: 'error' }); // MSW 2: onUnhandledRequest
 */
export function sandboxHandlers(sandbox: HandledSandbox, options: SandboxHandlersOptions = {}): HttpHandler[] {
  const { quotes } = readOptions('', options, { quotes: anAddress }, 'sandboxHandlers');
  const routes = [...routesOf(sandbox.options, addressIn(quotes)), [sandbox.url, sandbox.url] as const];
  return routes.flatMap(([real, own]) => (real && own ? [handlerOf(sandbox, real, own)] : []));
}

/** Handles requests to addresses below `real` as if they were sent to addresses below `own`. */
function handlerOf(sandbox: HandledSandbox, real: string, own: string): HttpHandler {
  return http.all(`${real}/*`, async ({ request }) => {
    const { method, headers, signal } = request;
    const body = await request.arrayBuffer();
    const url = own + request.url.slice(real.length);
    try {
      const response = await sandbox.fetch(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) });
      return movedCookies(response, new URL(own).pathname, new URL(real).pathname);
    } catch {
      // A dropped connection. MSW would turn the error into a response with status 500.
      return HttpResponse.error();
    }
  });
}

/** Moves the cookies of a response to the paths of the real host, so that browsers send them there. */
function movedCookies(response: Response, from: string, to: string): Response {
  const cookies = response.headers.getSetCookie();
  response.headers.delete('set-cookie');
  for (const cookie of cookies)
    response.headers.append(
      'set-cookie',
      cookie.replace(/(; *path=)([^;]*)/i, (all, label, path) => (path === from ? label + to : all)),
    );
  return response;
}
