import { describe, expect, it } from 'vitest';
import { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './headers.ts';

const now = Date.UTC(2026, 0, 1, 12);
const headers = (values: Record<string, string>) => new Headers(values);
const implausible = [
  '',
  ' ',
  '-1',
  '-Infinity',
  'Infinity',
  'NaN',
  '1e308',
  '0x10',
  '+5',
  '5s',
  '5, 5',
  '9'.repeat(400),
];

describe('a rate limit header', () => {
  it.each(implausible)('that holds %j is ignored, no matter how it is read', (value) => {
    const given = headers({ x: value, 'retry-after': value });
    expect(readCount(given, 'x')).toBeUndefined();
    expect(readSecondsAsMs(given, 'x')).toBeUndefined();
    expect(readResetMs(given, 'x', now)).toBeUndefined();
    expect(retryAfterMs(given, now)).toBeUndefined();
  });

  it('that is absent does not count as 0', () => {
    expect(readCount(headers({}), 'x')).toBeUndefined();
    expect(readSecondsAsMs(headers({}), 'x')).toBeUndefined();
    expect(readResetMs(headers({}), 'x', now)).toBeUndefined();
    expect(retryAfterMs(headers({}), now)).toBeUndefined();
  });

  it('that holds a plain number is read unchanged', () => {
    const given = headers({ zero: '0', points: '799', wait: '1.5', 'retry-after': '120' });
    expect(readCount(given, 'zero')).toBe(0);
    expect(readCount(given, 'points')).toBe(799);
    expect(readCount(given, 'wait')).toBeUndefined(); // a count is a whole number
    expect(readSecondsAsMs(given, 'wait')).toBe(1500);
    expect(retryAfterMs(given, now)).toBe(120_000);
  });
});

describe('a time in a rate limit header', () => {
  const anHour = 3_600_000;
  const server = now + anHour; // this machine's clock is an hour behind
  const date = new Date(server).toUTCString();
  const reset = String((server + 30_000) / 1000);

  it("is measured against the response's own Date header", () => {
    expect(readResetMs(headers({ date, reset }), 'reset', now)).toBe(30_000);
    const retry = new Date(server + 30_000).toUTCString();
    expect(retryAfterMs(headers({ date, 'retry-after': retry }), now)).toBe(30_000);
  });

  it('is measured against the clock when the response has no Date header, or one that is not a date', () => {
    expect(readResetMs(headers({ reset }), 'reset', server)).toBe(30_000);
    expect(readResetMs(headers({ reset, date: '7' }), 'reset', server)).toBe(30_000);
    expect(readResetMs(headers({ reset, date: 'Sunday' }), 'reset', server)).toBe(30_000);
  });

  it('is 0 milliseconds away once it has passed', () => {
    expect(readResetMs(headers({ reset }), 'reset', server + 60_000)).toBe(0);
  });

  it.each([
    ['Thu, 01 Jan 2026 12:01:00 GMT', 60_000],
    ['Thursday, 01-Jan-26 12:01:00 GMT', 60_000],
    ['Thu Jan  1 12:01:00 2026', 60_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59) - now],
    ['Thu, 01 Jan 2026 11:59:00 GMT', undefined],
    ['Thu, 99 Foo 2026 12:01:00 GMT', undefined],
    ['2026-01-01', undefined],
  ])('in the form %j gives a Retry-After of %s ms', (value, expected) => {
    expect(retryAfterMs(headers({ 'retry-after': value }), now)).toBe(expected);
  });
});
