import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ApiError, type ErrorCode } from './api-error.ts';
import { toHttpStatus } from './http-status.ts';

/** Lists every code: TypeScript rejects the table if one is missing. */
const expected: Readonly<Record<ErrorCode, number>> = {
  invalid_params: 400,
  invalid_cursor: 400,
  unauthenticated: 500,
  reauthorization_required: 401,
  permission_denied: 403,
  not_found: 404,
  conflict: 409,
  rejected: 502,
  rate_limited: 503,
  quota_exceeded: 503,
  unavailable: 503,
  network: 502,
  timeout: 504,
  invalid_response: 502,
  not_supported: 501,
  aborted: 499,
};
const fields = { provider: 'test', operation: 'a.b', retryable: false };
const guide = readFileSync(new URL('../../../../docs/guides/errors.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('./http-status.ts', import.meta.url), 'utf8');

it.each(Object.entries(expected) as [ErrorCode, number][])(
  'toHttpStatus maps the code %s to %i, as documented in the guide and its JSDoc',
  (code, status) => {
    expect(toHttpStatus(new ApiError('x', { ...fields, code, status: 418 }))).toBe(status);
    for (const text of [guide, source]) {
      const rows = text.split('\n').filter((line) => line.includes(`\`${code}\``) && / \| \d{3} +\|/.test(line));
      expect(rows.map((row) => / (\d{3}) /.exec(row)?.[1])).toEqual([String(status)]);
    }
  },
);

it("toHttpStatus maps aborts to 499, AbortSignal.timeout's reason to 504, and anything else to 500", () => {
  expect(toHttpStatus(AbortSignal.abort().reason)).toBe(499);
  expect(toHttpStatus(new DOMException('late', 'TimeoutError'))).toBe(504);
  expect(toHttpStatus(new ApiError('x', { ...fields, code: 'of_a_later_version' as ErrorCode }))).toBe(500);
  for (const error of [new Error('x'), new TypeError('x'), 'x', undefined, null]) expect(toHttpStatus(error)).toBe(500);
});
