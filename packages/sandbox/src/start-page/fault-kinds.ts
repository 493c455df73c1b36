import { type ProviderName, providerNames } from '../context.ts';
import type { Fault } from '../fault.ts';

/** What the page offers to go wrong, by the name in its form. */
export const faultKinds: Readonly<Record<string, { readonly label: string; readonly fault: Fault }>> = {
  'too-many': {
    label: '429 too many requests, again in 1 s',
    fault: { status: 429, headers: { 'retry-after': '1' } },
  },
  unavailable: { label: '503 unavailable', fault: { status: 503 } },
  'internal-error': { label: '500 internal error', fault: { status: 500 } },
  unauthorized: { label: '401 unauthorized', fault: { status: 401 } },
  forbidden: { label: '403 forbidden', fault: { status: 403 } },
  'not-found': { label: '404 not found', fault: { status: 404 } },
  'drop-before': { label: 'connection dropped', fault: { drop: 'before' } },
  'drop-after': { label: 'connection dropped after it was carried out', fault: { drop: 'after' } },
  'drop-body': { label: 'connection dropped in the middle of the body', fault: { drop: 'mid-body' } },
  stall: { label: 'no answer, ever', fault: { stall: 'before' } },
  slow: { label: 'answer 3 s late', fault: { delayMs: 3000 } },
  html: {
    label: 'HTML in place of JSON',
    fault: { body: '<!doctype html><title>Sorry</title>', headers: { 'content-type': 'text/html' } },
  },
  truncated: { label: 'body cut off', fault: { truncateBytes: 20 } },
  empty: { label: 'empty body', fault: { body: '' } },
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

/** What a fault does, by its own members. */
export function describeFault(fault: Fault): string {
  const effects = Object.entries(fault).filter(([name, value]) => !conditions.has(name) && value !== undefined);
  return effects
    .map(([name, value]) => (typeof value === 'number' || fixed.has(name) ? `${name} ${value}` : name))
    .join(', ');
}

/** Which requests a fault hits, in words. */
export function describeTarget({ provider, method, path }: Fault): string {
  return [provider ?? 'all providers', method?.toUpperCase(), path].filter(Boolean).join(' ');
}

const conditions = new Set(['provider', 'path', 'method', 'times', 'after']);
const fixed = new Set(['drop', 'stall']);
