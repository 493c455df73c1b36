import { type ProviderName, providerNames } from '../context.ts';
import type { Fault } from '../fault.ts';

/** What the page offers to go wrong, by the name in its form, and what that means. */
export const faultKinds: Readonly<Record<string, { readonly meaning: string; readonly fault: Fault }>> = {
  'too-many': {
    meaning: 'too many requests, try again in 1 s',
    fault: { status: 429, headers: { 'retry-after': '1' } },
  },
  unavailable: { meaning: 'service unavailable', fault: { status: 503 } },
  'internal-error': { meaning: 'internal error', fault: { status: 500 } },
  unauthorized: { meaning: 'unauthorized', fault: { status: 401 } },
  forbidden: { meaning: 'forbidden', fault: { status: 403 } },
  'not-found': { meaning: 'not found', fault: { status: 404 } },
  'drop-before': { meaning: 'connection closed before the request is handled', fault: { drop: 'before' } },
  'drop-after': { meaning: 'connection closed after the request is handled', fault: { drop: 'after' } },
  'drop-body': { meaning: 'connection closed in the middle of the body', fault: { drop: 'mid-body' } },
  stall: { meaning: 'no response, and the connection stays open', fault: { stall: 'before' } },
  slow: { meaning: 'response 3 s late', fault: { delayMs: 3000 } },
  html: {
    meaning: 'HTML instead of JSON',
    fault: { body: '<!doctype html><title>Sorry</title>', headers: { 'content-type': 'text/html' } },
  },
  truncated: { meaning: 'body cut off', fault: { truncateBytes: 20 } },
  empty: { meaning: 'empty body', fault: { body: '' } },
};

/** How many requests a fault of the page can hit; 0 stands for all. */
export const faultTimes = [1, 2, 3, 5, 10, 0] as const;

/** The fault that the page's form asks for, or what is wrong with it. */
export function readFault(form: URLSearchParams): Fault | string {
  const kind = form.get('kind') ?? '';
  const times = Number(form.get('times') ?? 1);
  const provider = form.get('provider') ?? '';
  const path = (form.get('path') ?? '').trim();
  if (!Object.hasOwn(faultKinds, kind)) return 'There is no such fault.';
  if (!faultTimes.some((each) => each === times)) return 'A fault hits 1, 2, 3, 5, 10 or all requests.';
  if (provider && !providerNames.some((name) => name === provider)) return 'There is no such provider.';
  if (path && !/^\/[^?#]{0,499}$/.test(path)) return 'A path begins with / and has no query, such as /v1/search.';
  return {
    ...faultKinds[kind]?.fault,
    ...(provider && { provider: provider as ProviderName }),
    ...(path && { path }),
    times: times || Number.POSITIVE_INFINITY,
  };
}

/**
 * What a fault does, in the fields of `faults.add`: `status: 503`, `drop: 'mid-body'`. The page names faults so wherever it
 * shows them, so that a test can do the same.
 */
export function describeFault(fault: Fault): string {
  const effects = Object.entries(fault).filter(([name, value]) => !conditions.has(name) && value !== undefined);
  return effects.map(([name, value]) => (isShort(name, value) ? `${name}: ${quoted(value)}` : name)).join(', ');
}

const isShort = (name: string, value: unknown) => typeof value === 'number' || value === '' || fixed.has(name);
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Which requests a fault hits, in words. */
export function describeTarget({ provider, method, path }: Fault): string {
  return [provider ?? 'all providers', method?.toUpperCase(), path].filter(Boolean).join(' ');
}

const conditions = new Set(['provider', 'path', 'method', 'times', 'after']);
const fixed = new Set(['drop', 'stall']);
