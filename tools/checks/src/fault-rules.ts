import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorCode, ErrorOutcome } from '@x/core';
import type { Fault } from '@x/sandbox';
import type { Provider } from './clients.ts';
import type { Mishap } from './relay.ts';

/**
 * Kinds of calls that faults hit. A `put` is a write declared `idempotent`. The second page of a list is a separate
 * call, and so is each page of a sync.
 */
export const kinds = ['read', 'write', 'put', 'token', 'page', 'sync'] as const;
export type Kind = (typeof kinds)[number];

/**
 * When the same request is sent again: never (`once`), if that does no harm (`safe`), or always, because it was not sent
 * or was refused unread.
 */
export type Again = 'once' | 'safe' | 'always';

/** A fault, and the required outcome for every operation. */
export interface Rule {
  readonly name: string;
  /**
   * Fault that the sandbox applies. A function gets the time and the address of a server that must never receive a
   * request.
   */
  readonly fault?: Fault | ((now: number, elsewhere: string) => Fault);
  /** Returns an origin where the client finds another kind of server, or none. */
  readonly origin?: (servers: Readonly<Record<'sandbox' | 'untrusted' | 'expired', string>>) => string;
  /** Failure that a relay between the client and the sandbox causes. */
  readonly mishap?: Mishap;
  /** Whether only the client's own timeout ends the call. */
  readonly slow?: boolean;
  readonly code: ErrorCode | 'ok';
  /** `outcome` of the error if the call is a write. */
  readonly outcome: ErrorOutcome;
  readonly again: Again;
  /** Providers for which `again` differs. */
  readonly own?: Partial<Record<Provider, Again>>;
  /** Providers that the rule is for. Default: all. */
  readonly only?: readonly Provider[];
  /** Whether the request was carried out anyway, so that a write took effect. */
  readonly done: boolean;
}

/** Creates a rule for a sandbox fault. Requests that the sandbox refuses or never responds to are not carried out. */
const status = (name: string, code: Rule['code'], again: Again, fault: Fault): Rule => ({
  name,
  code,
  again,
  fault,
  outcome: outcomeOf(fault),
  done: fault.status === undefined && fault.drop !== 'before' && fault.stall !== 'before' && !fault.delayMs,
});
/** Returns what a client can know about a write that met a fault. */
function outcomeOf({ status = 200, drop, stall, delayMs }: Fault): ErrorOutcome {
  if (drop === 'before' || drop === 'after' || stall === 'before' || delayMs) return 'unknown';
  if (status < 300) return 'done';
  return status < 400 || status === 408 || status >= 500 ? 'unknown' : 'not_done';
}
/** Creates a rule for a status without a body. */
const bare = (name: string, code: Rule['code'], again: Again, httpStatus: number, headers = {}): Rule =>
  status(name, code, again, { status: httpStatus, body: '', headers });
const redirect = (code: number): Rule => ({
  ...status(`${code} to another host`, 'invalid_response', 'once', { status: code }),
  fault: (_, elsewhere) => ({ status: code, headers: { location: elsewhere } }),
});
const httpDate = (time: number) => new Date(time).toUTCString();
/** Creates a rule for a 429 whose `Retry-After` is a date, `ms` milliseconds after the response's own date. */
const dated = (name: string, again: Again, ms: number): Rule => ({
  ...bare(name, 'rate_limited', again, 429),
  fault: (now) => ({ status: 429, body: '', headers: { date: httpDate(now), 'retry-after': httpDate(now + ms) } }),
});
const answer = (name: string, body: string | Uint8Array, headers = {}): Rule =>
  status(name, 'invalid_response', 'once', { status: 200, body, headers });
const harmless = (name: string, fault: Fault): Rule => status(name, 'ok', 'once', fault);
const slow = (name: string, fault: Fault): Rule => ({ ...status(name, 'timeout', 'safe', fault), slow: true });
const unreached = (name: string, again: Again, origin: Rule['origin'] & {}): Rule => ({
  name,
  code: 'network',
  again,
  origin,
  outcome: 'not_done',
  done: false,
});
const relayed = (mishap: Mishap, done: boolean, name = `TCP ${mishap}`): Rule => ({
  name,
  code: 'network',
  again: 'safe',
  mishap,
  outcome: mishap === 'reset after the headers' || mishap === 'reset in the body' ? 'done' : 'unknown',
  done,
});

const bigBytes = 2_000_000;
/** Inserts a member before the existing members of a response. */
const withMember = (member: string) => (text: string) => text.replace('{', `{${member},`);
const packed = (coding: string, pack: (text: string) => Uint8Array) =>
  harmless(coding, { rewrite: pack, headers: { 'content-encoding': coding } });
const blanks = Buffer.alloc(4 * bigBytes, ' ');
// When a response does not state how long to wait, these two wait a minute, which is longer than the matrix waits.
const minute = { bank: 'once', food: 'once' } as const;

export const rules: readonly Rule[] = [
  unreached('refused', 'always', () => 'http://127.0.0.1:2'),
  unreached('no such host', 'always', () => 'http://nowhere.invalid'),
  unreached('TLS to a server without TLS', 'once', ({ sandbox }) => sandbox.replace('http:', 'https:')),
  unreached('a self-signed certificate', 'once', ({ untrusted }) => untrusted),
  unreached('an expired certificate', 'once', ({ expired }) => expired),
  status('closed before it is handled', 'network', 'safe', { drop: 'before' }),
  status('closed before the headers', 'network', 'safe', { drop: 'after' }),
  status('closed after the headers', 'network', 'safe', { drop: 'headers' }),
  status('closed in the body', 'network', 'safe', { drop: 'mid-body' }),
  relayed('reset on arrival', false),
  relayed('reset before the headers', true),
  relayed('reset after the headers', true),
  relayed('reset in the body', true),
  relayed('reset when reused', false, 'TCP reset of a reused connection'),
  relayed('no HTTP', false, 'a response that is not HTTP'),
  relayed('endless headers', false, 'a megabyte of headers'),
  { ...relayed('early hints', true, '103 Early Hints, then the response'), code: 'ok', again: 'once' },
  slow('half-open connection', { stall: 'before' }),
  { ...relayed('silent when reused', false, 'reused connection, gone silent'), code: 'timeout', slow: true },
  slow('slow headers', { delayMs: 60_000 }),
  slow('slow body', { dripMs: 20_000 }),
  slow('stalled body', { stall: 'mid-body' }),
  status('404 HTML', 'not_found', 'once', { status: 404, body: '<html>no</html>' }),
  bare('408', 'rejected', 'safe', 408),
  bare('425', 'rejected', 'always', 425),
  { ...bare('429', 'rate_limited', 'always', 429), own: minute },
  bare('429, Retry-After 0', 'rate_limited', 'always', 429, { 'retry-after': '0' }),
  bare('429, Retry-After an hour', 'rate_limited', 'once', 429, { 'retry-after': '3600' }),
  dated('429, Retry-After set to the current date', 'always', 0),
  dated("429, Retry-After set to tomorrow's date", 'once', 86_400_000),
  {
    ...bare('429 with points left', 'rate_limited', 'once', 429, {
      'ratelimit-remaining': '7',
      'ratelimit-limit': '800',
      'ratelimit-reset': '0',
    }),
    only: ['stream'],
  },
  {
    ...status('429, quota used up', 'quota_exceeded', 'once', {
      status: 429,
      body: { error_code: 'CREDITS_EXHAUSTED', error: { reason: 'QUOTA_EXCEEDED' } },
    }),
    only: ['music', 'bank'],
  },
  bare('500', 'unavailable', 'safe', 500),
  status('500, deeply nested JSON', 'unavailable', 'safe', { status: 500, body: nested(100_000) }),
  status('502 HTML', 'unavailable', 'safe', { status: 502, body: '<html>Bad gateway</html>' }),
  bare('503, Retry-After 0', 'unavailable', 'safe', 503, { 'retry-after': '0' }),
  bare('503, Retry-After an hour', 'unavailable', 'once', 503, { 'retry-after': '3600' }),
  bare('504', 'unavailable', 'safe', 504),
  ...[301, 302, 303, 307, 308].map(redirect),
  status('redirect loop', 'invalid_response', 'once', { status: 302, headers: { location: '' } }),
  answer('gzip bomb', gzipSync(blanks), { 'content-encoding': 'gzip' }),
  answer('brotli bomb', brotliCompressSync(blanks), { 'content-encoding': 'br' }),
  answer('gzip bomb in gzip', gzipSync(gzipSync(blanks)), { 'content-encoding': 'gzip, gzip' }),
  status('not gzip, despite its header', 'network', 'safe', {
    status: 200,
    body: '{}',
    headers: { 'content-encoding': 'gzip' },
  }),
  status('body over the limit', 'invalid_response', 'once', { padToBytes: bigBytes }),
  answer('200 HTML', '<html>portal</html>', { 'content-type': 'text/html' }),
  answer('200 without a body', ''),
  answer('truncated JSON', '{"data":[{"id":"1'),
  answer('null', 'null'),
  answer('unexpected structure', '{"data":7,"tracks":7,"foods":7,"results":7,"accounts":7}'),
  answer('bytes that are not text', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)),
  answer('duplicate key with an invalid value', '{"data":[],"data":7,"tracks":7,"foods":7,"results":7,"accounts":7}'),
  packed('gzip', gzipSync),
  packed('deflate', deflateSync),
  packed('br', brotliCompressSync),
  harmless('wrong content type', { headers: { 'content-type': 'text/plain' } }),
  harmless('invalid UTF-8 in an unknown field', {
    rewrite: (text) => Buffer.concat([Buffer.from('{"x":"'), Uint8Array.of(0xff), Buffer.from(`",${text.slice(1)}`)]),
  }),
  harmless('deeply nested unknown field', { rewrite: withMember(`"x":${nested(100_000)}`) }),
  harmless('`__proto__` keys', { rewrite: withMember('"__proto__":{"polluted":1},"constructor":7') }),
  harmless('a duplicate field', { rewrite: withMember('"x":1,"x":2') }),
  harmless('numbers too large', { rewrite: withMember('"x":1e999,"y":123456789012345678901234567890') }),
];

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Returns how often a rule lets a call be sent. */
export function attemptsOf(again: Again, kind: Kind): number {
  return again === 'once' || (again === 'safe' && kind === 'write') ? 1 : 3;
}
