import { isLoopback } from '../webhook-sender.ts';

const hostOf = (request: Request) => request.headers.get('host') ?? new URL(request.url).host;

/**
 * Whether the request was sent to this machine by a name that is the sandbox's own; `configured` is what it listens on. A
 * page elsewhere can have its own name resolve to 127.0.0.1 and is then of one origin with what it reads here.
 */
export function isOwnHost(request: Request, configured: string): boolean {
  const url = `http://${hostOf(request)}/`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  if (isLoopback(url) || hostname === configured) return true;
  // On all addresses, the machine's are not known here; but an address cannot be made to resolve to another.
  return ['0.0.0.0', '[::]'].includes(configured) && /^(\[.*\]|\d+(\.\d+){3})$/.test(hostname);
}

/** Whether a page of the sandbox sent it. Browsers put the origin on every POST; programs have `sandbox.faults` and its like. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return headers.get('origin') === `http://${headers.get('host')}` && site === 'same-origin';
}
