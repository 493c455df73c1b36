import { describe, expect, it } from 'vitest';
import type { Verdict } from '../declare/provider.ts';
import type { RateRule } from '../rate/budget.ts';
import { type InterpretedError, interpretError } from './interpret-error.ts';

const endpoint = { method: 'GET', path: '/', auth: 'none', docs: '' } as const;
const rule = (per: RateRule['per']): RateRule => ({
  key: String(per),
  per,
  limit: 1,
  intervalMs: 1000,
  refill: 'window',
});
const rules = [rule('app'), rule('user')];

function interpret(status: number, verdict: Verdict = {}, body: unknown = {}, retryAfter?: string): InterpretedError {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  return interpretError({ status, headers, body, endpoint, now: 0 }, verdict, rules);
}

describe('the interpretation of an error response', () => {
  it.each([
    [400, 'rejected', false],
    [401, 'unauthenticated', false],
    [403, 'permission_denied', false],
    [404, 'not_found', false],
    [408, 'rejected', true],
    [409, 'conflict', false],
    [425, 'rejected', true],
    [429, 'rate_limited', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
  ])('takes status %d for %s, retryable: %s', (status, code, retryable) => {
    expect(interpret(status).fields).toMatchObject({ status, code, retryable });
  });

  it('goes by the verdict of the provider first', () => {
    const { fields, tokenRefused } = interpret(400, {
      code: 'unauthenticated',
      retryable: true,
      retryAfterMs: 5,
      providerCode: 'X',
      requestId: 'r',
      tokenRefused: true,
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

  it.each<[string, unknown, Verdict, string]>([
    ['the text of the provider, with one full stop', {}, { message: 'Not now.' }, '503 Not now.'],
    ['the remedy', {}, { message: 'Not now', remedy: 'Wait' }, '503 Not now. Wait.'],
    ['a body of plain text', 'busy', {}, '503 busy.'],
    ['no HTML', ' <html>busy</html>', {}, '503.'],
    ['no message that is not a string', {}, { message: 7 as never }, '503.'],
  ])('writes into the message: %s', (_, body, verdict, message) => {
    expect(interpret(503, verdict, body).message).toBe(message);
  });

  it.each<[string, Verdict, string | undefined, number | undefined]>([
    ['of the header', {}, '3', 3000],
    ['of the verdict before that of the header', { retryAfterMs: 4 }, '3', 4],
    ['of 0 for one that is negative', { retryAfterMs: -4 }, undefined, 0],
    ['of nothing for one that is infinite', { retryAfterMs: Number.POSITIVE_INFINITY }, undefined, undefined],
    ['of nothing where none is reported', {}, undefined, undefined],
  ])('reports the wait %s', (_, verdict, header, waitMs) => {
    expect(interpret(429, verdict, {}, header).fields.retryAfterMs).toBe(waitMs);
  });

  it.each<[string, number, Verdict, string | undefined]>([
    ['the last bucket after a refusal', 429, { retryAfterMs: 5 }, 'user'],
    ['the bucket that the verdict names', 429, { retryAfterMs: 5, limitedPer: 'app' }, 'app'],
    [
      'a bucket after a quota that opens again',
      403,
      { code: 'quota_exceeded', retryable: true, retryAfterMs: 5 },
      'user',
    ],
    ['no bucket after a quota that does not open again', 403, { code: 'quota_exceeded', retryAfterMs: 5 }, undefined],
    ['no bucket after another error', 503, { retryAfterMs: 5 }, undefined],
    ['no bucket without a time', 429, {}, undefined],
  ])('closes %s', (_, status, verdict, key) => {
    expect(interpret(status, verdict).closes).toEqual(
      key === undefined ? undefined : { rule: rules.find((each) => each.key === key), ms: 5 },
    );
  });
});
