import type { ReadHeaders } from '../transport/fetch.ts';

/**
 * The three forms of an HTTP date (RFC 9110, section 5.6.7). `Date.parse` alone would accept almost anything as a date.
 */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Reads a header that holds an HTTP date, as Unix milliseconds. Undefined for anything else. */
function readDate(headers: ReadHeaders, name: string): number | undefined {
  const value = headers.get(name) ?? '';
  if (!httpDate.test(value)) return undefined;
  const time = Date.parse(/GMT$/.test(value) ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the milliseconds from when the response was sent to `time`, by the server's clock if its `Date` header shows
 * it.
 */
const untilMs = (time: number, headers: ReadHeaders, now: number) => time - (readDate(headers, 'date') ?? now);

/**
 * Reads a count, such as the points of a rate limit, from a response header.
 *
 * @returns A whole number from 0 to 999,999,999,999,999. Undefined when the header is absent or holds anything else:
 * nothing, a sign, a fraction, an exponent, `NaN`, `Infinity`, hexadecimal digits.
 */
export function readCount(headers: ReadHeaders, name: string): number | undefined {
  const value = headers.get(name) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/**
 * Reads a number of seconds from a response header.
 *
 * @returns Milliseconds, 0 or more. Undefined when the header is absent or holds anything but a plain decimal number of
 * at most 12 digits, which is enough for every time until the year 9999.
 */
export function readSecondsAsMs(headers: ReadHeaders, name: string): number | undefined {
  const value = headers.get(name) ?? '';
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Math.ceil(Number(value) * 1000) : undefined;
}

/**
 * Reads a point in time, in Unix seconds, from a response header. It is measured against the response's own `Date`
 * header, or against `now` if there is none, so that a wrong clock on this machine does not change the wait.
 *
 * @param now This machine's time, in Unix milliseconds.
 * @returns Milliseconds from the response to that time, 0 or more. Undefined when the header is absent or holds
 * anything but a plain decimal number.
 */
export function readResetMs(headers: ReadHeaders, name: string, now: number): number | undefined {
  const time = readSecondsAsMs(headers, name);
  return time === undefined ? undefined : Math.max(0, untilMs(time, headers, now));
}

/**
 * Reads the `Retry-After` header: seconds, or an HTTP date, which is measured against the response's own `Date` header,
 * or against `now` when there is none.
 *
 * @param now This machine's time, in Unix milliseconds.
 * @returns Milliseconds, 0 or more. Undefined when the header is absent, in the past, or neither seconds nor an HTTP
 * date.
 */
export function retryAfterMs(headers: ReadHeaders, now: number): number | undefined {
  const time = readDate(headers, 'retry-after');
  const ms = time === undefined ? readSecondsAsMs(headers, 'retry-after') : untilMs(time, headers, now);
  return ms !== undefined && ms >= 0 ? ms : undefined;
}
