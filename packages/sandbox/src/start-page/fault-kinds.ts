import { isRegExp } from 'node:util/types';
import type { Fault } from '../faults/fault.ts';

/** Faults that the page offers, with their meanings. */
export const faultKinds: readonly { readonly meaning: string; readonly fault: Fault }[] = [
  { meaning: 'too many requests for 1 s', fault: { status: 429, headers: { 'retry-after': '1' } } },
  { meaning: 'service unavailable', fault: { status: 503 } },
  { meaning: 'internal error', fault: { status: 500 } },
  { meaning: 'unauthorized', fault: { status: 401 } },
  { meaning: 'forbidden', fault: { status: 403 } },
  { meaning: 'not found', fault: { status: 404 } },
  { meaning: 'closed before it is handled', fault: { drop: 'before' } },
  { meaning: 'closed after it is handled', fault: { drop: 'after' } },
  { meaning: 'closed within the body', fault: { drop: 'mid-body' } },
  { meaning: 'no response, stays open', fault: { stall: 'before' } },
  { meaning: 'response 3 s late', fault: { delayMs: 3000 } },
  {
    meaning: 'HTML instead of JSON',
    fault: { body: '<!doctype html><title>Sorry</title>', headers: { 'content-type': 'text/html' } },
  },
  { meaning: 'body cut off', fault: { truncateBytes: 20 } },
  { meaning: 'empty body', fault: { body: '' } },
];

/** Numbers of requests that a fault of the page can hit. */
export const faultTimes = [1, 2, 3, 5, 10, 'always'] as const;

/**
 * Describes a fault in the fields of `faults.add`: `status: 503`, `drop: 'mid-body'`. The page names faults this way
 * everywhere, so that tests can use the same fields.
 */
export function describeFault(fault: Fault): string {
  const effects = Object.entries(fault).filter(([name, value]) => !conditions.has(name) && value !== undefined);
  return effects.map(([name, value]) => (isShort(name, value) ? `${name}: ${quoted(value)}` : name)).join(', ');
}

const isShort = (name: string, value: unknown) => typeof value === 'number' || value === '' || fixed.has(name);
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Describes the requests that a fault hits. */
export function describeTarget({ provider, method, path }: Fault): string {
  const where =
    path === undefined || typeof path === 'string' || isRegExp(path) ? path : new RegExp(path.pattern, path.flags);
  return [provider ?? 'all providers', method?.toUpperCase(), where].filter(Boolean).join(' ');
}

const conditions = new Set(['provider', 'path', 'method', 'times', 'after', 'probability']);
const fixed = new Set(['drop', 'stall']);
