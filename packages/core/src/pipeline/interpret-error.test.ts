import { describe, expect, it } from 'vitest';
import type { ErrorRule, ReportedError } from '../declare/error-rules.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import { type CallSoFar, type InterpretedError, interpretError } from './interpret-error.ts';

const endpoint = { method: 'GET', path: '/', auth: 'none', docs: '' } as const;
const bucket = (per: RateLimitRule['per']): RateLimitRule => ({
  key: String(per),
  per,
  limit: 1,
  intervalMs: 1000,
  refill: 'window',
});
const buckets = [bucket('app'), bucket('user')];
const firstAttempt = { tries: 1, maxWaitMs: 60_000, retries: 2 };
/** Returns a call of a provider's client. */
const callOf = (provider: CallSoFar['client']['provider'], { tries, ...settings } = firstAttempt): CallSoFar => ({
  client: { provider },
  settings,
  progress: { tries },
  request: { rules: buckets, grants: undefined },
  caution: undefined,
  undocumented: undefined,
});

/** Interprets a response from which the provider reads `reported`, and to which the rule `rule` applies. */
function interpret(
  status: number,
  { reported = {}, rule = {} }: { reported?: ReportedError; rule?: Omit<ErrorRule, 'match'> } = {},
  body: unknown = {},
  retryAfter?: string,
  call = firstAttempt,
): InterpretedError {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  const provider = { readError: () => reported, errorRules: [{ match: {}, ...rule }] };
  return interpretError({ status, headers, body, endpoint, params: {}, now: 0 }, callOf(provider, call));
}

type Reader = Parameters<typeof interpret>[1];

describe('interpretError', () => {
  it.each([
    [400, 'rejected', false],
    [401, 'unauthenticated', false],
    [403, 'permission_denied', false],
    [404, 'not_found', false],
    [408, 'rejected', true],
    [409, 'conflict', false],
    [410, 'not_supported', false],
    [425, 'rejected', true],
    [429, 'rate_limited', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
  ])('interprets status %d as %s, retryable: %s', (status, code, retryable) => {
    expect(interpret(status).fields).toMatchObject({ status, code, retryable });
  });

  it('uses the meaning of the first matching rule, and the rest from the response', () => {
    const { fields, tokenRefused } = interpret(400, {
      reported: { providerCode: 'X', requestId: 'r', retryAfterMs: 5 },
      rule: { code: 'unauthenticated', retryable: true, tokenRefused: true },
    });
    expect(fields).toMatchObject({
      code: 'unauthenticated',
      retryable: true,
      retryAfterMs: 5,
      providerCode: 'X',
      requestId: 'r',
    });
    expect(tokenRefused).toBe(true);
  });

  it('uses the status if a provider has no rules, or no matching one', () => {
    const failure = { status: 404, headers: new Headers(), body: {}, endpoint, params: {}, now: 0 };
    const readError = () => ({ message: 'Gone' });
    const elsewhere = [{ match: { status: 400 }, code: 'conflict', remedy: 'Wait', tokenRefused: true } as const];
    for (const errorRules of [undefined, [], elsewhere])
      expect(interpretError(failure, callOf(errorRules ? { readError, errorRules } : { readError }))).toMatchObject({
        message: '404 Gone.',
        fields: { code: 'not_found', retryable: false },
        tokenRefused: false,
      });
  });

  it('lets a rule write its remedy from the call and the response', () => {
    const remedy: ErrorRule['remedy'] = ({ endpoint }, { providerCode }) =>
      `Look up ${providerCode} of ${endpoint.path}`;
    expect(interpret(503, { reported: { providerCode: 'X' }, rule: { remedy } }).message).toBe(
      'the API responded 503 Service Unavailable. Look up X of /.',
    );
  });

  it.each([
    ['busy, try later', 'busy'],
    ['<html>busy</html>', 'Unavailable'],
  ])('compares a rule with a body of plain text, but not of HTML: %s', (body, found) => {
    const errorRules = [{ match: { message: /busy/ }, remedy: 'Be patient' }];
    const failure = { status: 503, headers: new Headers(), body, endpoint, params: {}, now: 0 };
    const { message } = interpretError(failure, callOf({ readError: () => ({}), errorRules }));
    expect([message.includes(found), message.includes('Be patient')]).toEqual([true, found === 'busy']);
  });

  it("ignores values that are not strings, even in a rule's conditions", () => {
    const hostile = { message: ['Not now'], providerCode: 7, requestId: {} } as never;
    const seen: ReportedError[] = [];
    const provider = {
      readError: () => hostile,
      errorRules: [{ match: { when: (_: unknown, reported: ReportedError) => seen.push(reported) > 0 } }],
    };
    const failure = { status: 503, headers: new Headers(), body: {}, endpoint, params: {}, now: 0 };
    const { message, fields } = interpretError(failure, callOf(provider));
    expect([message, fields.providerCode, fields.requestId]).toEqual([
      'the API responded 503 Service Unavailable. Try again later.',
      undefined,
      undefined,
    ]);
    expect(seen).toEqual([{}]);
  });

  it.each<[string, unknown, Reader, string]>([
    [
      "the provider's text, with one period",
      {},
      { reported: { message: 'Not now.' } },
      '503 Not now. Try again later.',
    ],
    ['the remedy', {}, { reported: { message: 'Not now' }, rule: { remedy: 'Wait' } }, '503 Not now. Wait.'],
    ['a body of plain text', 'busy', {}, '503 busy. Try again later.'],
    ['no HTML', ' <html>busy</html>', {}, 'the API responded 503 Service Unavailable. Try again later.'],
    [
      'no message that is not a string',
      {},
      { reported: { message: 7 as never } },
      'the API responded 503 Service Unavailable. Try again later.',
    ],
  ])('writes into the message: %s', (_, body, reader, message) => {
    expect(interpret(503, reader, body).message).toBe(message);
  });

  it.each<[string, Reader, Partial<typeof firstAttempt>, string]>([
    [
      'the wait, and that it is longer than maxWaitMs',
      { reported: { message: 'Too many requests', retryAfterMs: 480_000 } },
      {},
      '429 Too many requests. Try again in 8 minutes; the call did not wait because maxWaitMs is 60 seconds.',
    ],
    [
      'the wait, and that the call has no retries',
      { reported: { retryAfterMs: 5000 } },
      { retries: 0 },
      'the API responded 429 Too Many Requests. Try again in 5 seconds; the call did not wait because retries is 0.',
    ],
    [
      'the wait after the last attempt',
      { reported: { retryAfterMs: 5000 } },
      { tries: 3 },
      'the API responded 429 Too Many Requests (3 attempts). Try again in 5 seconds.',
    ],
    [
      'the wait and its reason before a remedy',
      { reported: { retryAfterMs: 480_000 }, rule: { remedy: 'Use another key' } },
      {},
      'the API responded 429 Too Many Requests; the call did not wait 8 minutes because maxWaitMs is 60 seconds. Use another key.',
    ],
    [
      'only the wait before a remedy after the last attempt',
      { reported: { retryAfterMs: 5000 }, rule: { remedy: 'Use another key' } },
      { tries: 3 },
      'the API responded 429 Too Many Requests (3 attempts); try again in 5 seconds. Use another key.',
    ],
    ['no wait if none is reported', {}, { retries: 0 }, 'the API responded 429 Too Many Requests. Try again later.'],
    [
      'no wait if the same call will not succeed later',
      { reported: { retryAfterMs: 5000 }, rule: { retryable: false } },
      {},
      'the API responded 429 Too Many Requests.',
    ],
  ])('writes into the message of a refused call %s', (_, reader, call, message) => {
    expect(interpret(429, reader, {}, undefined, { ...firstAttempt, ...call }).message).toBe(message);
  });

  it('suggests another base address for a 404 that is not from the API', () => {
    const messageFor = (body: unknown) =>
      interpretError(
        { status: 404, headers: new Headers(), body, endpoint, params: {}, now: 0 },
        callOf({ readError: () => ({}) }),
      ).message;
    for (const body of ['', '<html>Not found</html>']) expect(messageFor(body)).toContain('check baseUrl');
    expect(messageFor({})).toBe('the API responded 404 Not Found.');
  });

  it('names the replacement of a retired endpoint, or links to its documentation', () => {
    const messageFor = (about: object) =>
      interpretError(
        { status: 410, headers: new Headers(), body: {}, endpoint: { ...endpoint, ...about }, params: {}, now: 0 },
        callOf({ readError: () => ({ message: 'This API is not available.' }) }),
      ).message;
    expect(messageFor({ deprecated: { since: '2023-02-28', replacement: 'channels.list' } })).toBe(
      '410 This API is not available. The provider has retired this endpoint: call channels.list instead.',
    );
    expect(messageFor({ docs: 'https://docs.test/#get-tags' })).toBe(
      '410 This API is not available. The provider has retired this endpoint or this version of it. See https://docs.test/#get-tags',
    );
  });

  it.each<[string, Reader, string | undefined, number | undefined]>([
    ['from the header', {}, '3', 3000],
    ['that the provider reads in preference to the header', { reported: { retryAfterMs: 4 } }, '3', 4],
    ['from the header in preference to the rule', { rule: { retryAfterMs: 4 } }, '3', 3000],
    ['from the rule if the response reports none', { rule: { retryAfterMs: 4 } }, undefined, 4],
    ['as 0 if it is negative', { reported: { retryAfterMs: -4 } }, undefined, 0],
    ['as undefined if it is infinite', { reported: { retryAfterMs: Number.POSITIVE_INFINITY } }, undefined, undefined],
    ['as undefined if none is reported', {}, undefined, undefined],
  ])('reports the wait %s', (_, reader, header, waitMs) => {
    expect(interpret(429, reader, {}, header).fields.retryAfterMs).toBe(waitMs);
  });

  it.each<[string, number, Omit<ErrorRule, 'match'>, string | undefined]>([
    ['the last bucket after a refusal', 429, { retryAfterMs: 5 }, 'user'],
    ['the bucket that the rule names', 429, { retryAfterMs: 5, limitedPer: 'app' }, 'app'],
    [
      'a bucket after a quota that is renewed later',
      403,
      { code: 'quota_exceeded', retryable: true, retryAfterMs: 5 },
      'user',
    ],
    ['no bucket after a quota that is not renewed', 403, { code: 'quota_exceeded', retryAfterMs: 5 }, undefined],
    ['no bucket after another error', 503, { retryAfterMs: 5 }, undefined],
    ['no bucket without a time', 429, {}, undefined],
  ])('closes %s', (_, status, rule, key) => {
    expect(interpret(status, { rule }).closes).toEqual(
      key === undefined ? undefined : { rule: buckets.find((each) => each.key === key), ms: 5 },
    );
  });
});
