import { type HttpHandler, HttpResponse, http } from 'msw';
import { readOptions, text } from '../shared/check-fields.ts';

/** Where a sandbox has the hosts of an API. */
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
  /** Where the sandbox has the hosts of each API that it serves: the fields of `sandbox.options`. */
  readonly options: Readonly<Record<string, SandboxAddresses>>;
}

/** Options of `sandboxHandlers`. */
export interface SandboxHandlersOptions {
  /**
   * Address of the quotation API in your app, such as `https://quotes.example`: it has no public host. Default:
   * requests to it are not handled.
   */
  quotes?: string | undefined;
}

/**
 * The address that a `string` means, as requests have it, without slashes at the end; undefined if it is not an address
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

/** The documented addresses of each API and of its auth server, and where a sandbox has them. */
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
 * Creates request handlers for MSW that respond to requests to the real hosts from a sandbox, so that neither the app
 * nor its clients need other addresses. It takes MSW 2 and 3, and any client that MSW intercepts.
 *
 * Links to the sandbox itself, such as `next` of a list, are handled too. APIs that the sandbox does not serve are not.
 *
 * @param sandbox What responds, usually `createSandbox({ listen: false })`. Its faults, clock and log of requests work
 * as ever.
 * @param options Where your app expects the quotation API.
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

/** Handles what is sent to addresses below `real` as if it were sent below `own`. */
function handlerOf(sandbox: HandledSandbox, real: string, own: string): HttpHandler {
  return http.all(`${real}/*`, async ({ request }) => {
    const { method, headers, signal } = request;
    const body = await request.arrayBuffer();
    const url = own + request.url.slice(real.length);
    try {
      const response = await sandbox.fetch(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) });
      return movedCookies(response, new URL(own).pathname, new URL(real).pathname);
    } catch {
      // A dropped connection. MSW would make a response with status 500 of the error.
      return HttpResponse.error();
    }
  });
}

/** A response whose cookies belong to the paths of the real host, so that browsers send them there. */
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
