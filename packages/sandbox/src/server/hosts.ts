import { listOf, type Rule, text } from '../shared/check-fields.ts';

/**
 * Returns the `Host` of a request in the form that URLs have, without its port; undefined if it is not a valid host.
 */
function hostnameOf(host: string): string | undefined {
  const url = `http://${host}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, pathname } = new URL(url);
  return username === '' && pathname === '/' ? hostname : undefined;
}

/**
 * Returns whether a host name always means this machine. Browsers resolve `localhost` and all names below it without
 * asking a name server.
 */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const isAddress = (hostname: string): boolean => /^(\[.*\]|\d+(\.\d+){3})$/.test(hostname);

/**
 * Returns whether a request with this `Host` header is accepted. A page of another site can make its own name resolve
 * to 127.0.0.1 (DNS rebinding). The browser then treats the sandbox as part of that site and lets the page call all of
 * it, including endpoints that make the sandbox send webhooks to other servers on this machine. The site's name in the
 * header reveals such requests.
 *
 * @param listening Host name of the address that the sandbox listens on, as in its URL.
 * @param names Additional host names that are allowed.
 */
export function isAllowedHost(host: string, listening: string, names: readonly string[] = []): boolean {
  const hostname = hostnameOf(host);
  if (hostname === undefined) return false;
  if ([listening, ...names.map(hostnameOf)].includes(hostname) || isThisMachine(hostname)) return true;
  // A sandbox that listens on all addresses does not know them, but no page can make an address resolve to another one.
  return ['0.0.0.0', '[::]'].includes(listening) && isAddress(hostname);
}

/** Rule of the option `allowedHosts`. */
export const hostnamesRule: Rule = listOf(
  'host names',
  text(
    'a host name without scheme, port or path, such as "sandbox" or "box.example"',
    /^(\[[^\]]*\]|[^:/?#@\s]*)$/,
    (name) => hostnameOf(name) !== undefined,
  ),
);

/** Returns the host of an `Origin` header, or an empty string for pages without an address. */
export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/** Returns the response to a request whose host is not allowed, which explains what to do. */
export function refuseHost(host: string, url: string): Response {
  const name = JSON.stringify(hostnameOf(host) ?? host);
  return refuse(`The sandbox does not serve the host ${name}, because a page of another site could reach it through its own name.
Use ${url}, or allow the name: createSandbox({ allowedHosts: [${name}] }), or --allowed-hosts on the command line.
`);
}

/** Returns the response to a page of another site that opens a WebSocket. */
export const refuseOrigin = (origin: string): Response =>
  refuse(`The sandbox opens no WebSocket for a page of ${JSON.stringify(origin)}, which is another site.
Serve the page from this machine, or add its host to allowedHosts, or to --allowed-hosts on the command line.
`);

const refuse = (body: string): Response =>
  new Response(body, {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
