import assert from 'node:assert/strict';
import { expect, it } from 'vitest';
import { byteEdit, clientsOf, edited, errorOf, fc, holds, nastyJson } from './fuzz-kit.ts';
import { record, serve } from './fuzz-record.ts';
import { around, server } from './fuzz-world.ts';
import { noteUnhandled } from './unhandled.ts';
import { replaced } from './valid-data.ts';

// Fuzzes the responses of a server.

noteUnhandled();
const real = await record();

it('the recorded responses work unchanged', async () => {
  expect(real.length).toBeGreaterThan(100);
  for (const call of real) {
    const { status, headers, text } = call.answer;
    const error = await serve(call, status, headers, text, 1);
    expect([call.name, error]).toEqual([call.name, status < 300 ? undefined : expect.objectContaining({ status })]);
  }
});

const statuses = fc.oneof(fc.integer({ min: 400, max: 599 }), fc.constantFrom(400, 401, 403, 404, 409, 429, 500, 503));
const names = [
  'message',
  'error',
  'error_code',
  'error_type',
  'error_message',
  'request_id',
  'statusMessage',
  'reason',
  'code',
];
const errorBody = fc.oneof(
  nastyJson,
  fc.dictionary(fc.constantFrom(...names), nastyJson),
  fc.record({ error: fc.dictionary(fc.constantFrom(...names), nastyJson) }),
);
const headerNames = [
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'content-length',
  'location',
];
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'http://elsewhere.invalid/',
  ),
  fc.integer().map(String),
);
const change = fc.tuple(fc.nat(), fc.option(nastyJson, { nil: undefined }));

it('responses with changed or missing fields lead to a result or an ApiError', () =>
  holds(
    2500,
    fc.asyncProperty(fc.nat(), fc.array(change, { minLength: 1, maxLength: 3 }), async (index, changes) => {
      const call = around(real, index);
      const { status, headers, text } = call.answer;
      const body = changes.reduce((value, [at, by]) => replaced(value, at, () => by), JSON.parse(text) as unknown);
      await serve(call, status, headers, JSON.stringify(body) ?? '');
    }),
  ));

it('responses with changed, cut or doubled bytes lead to a result or an ApiError', () =>
  holds(
    1500,
    fc.asyncProperty(fc.nat(), fc.array(byteEdit, { minLength: 1, maxLength: 4 }), async (index, edits) => {
      const call = around(real, index);
      const bytes = edits.reduce(edited, Buffer.from(call.answer.text));
      await serve(call, call.answer.status, call.answer.headers, new Uint8Array(bytes));
    }),
  ));

it('error responses with any status and body lead to an ApiError with that status', () =>
  holds(
    1500,
    fc.asyncProperty(fc.nat(), statuses, errorBody, async (index, status, body) => {
      const error = await serve(around(real, index), status, new Headers(), JSON.stringify(body));
      assert.equal(error?.status, status);
    }),
  ));

it('responses with any headers lead to a result or an ApiError', () =>
  holds(
    1500,
    fc.asyncProperty(
      fc.nat(),
      fc.dictionary(fc.constantFrom(...headerNames), headerValue),
      fc.constantFrom(200, 302, 429, 503),
      async (index, headers, status) => {
        const call = around(real, index);
        await serve(call, status, new Headers(headers), call.answer.text);
      },
    ),
  ));

it('a message that is not a string does not hide the status (found by fuzzing)', async () => {
  const { fetch } = server(() => Response.json({ message: 7 }, { status: 403 }));
  const error = await errorOf(() => clientsOf({ fetch }).stream.games.top());
  expect(error).toMatchObject({ code: 'permission_denied', status: 403 });
});
