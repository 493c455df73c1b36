import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type ReadableEndpoint, readBody } from './interpret.ts';

const read = (status: number, text: string, endpoint: ReadableEndpoint = {}) =>
  readBody({ status, headers: new Headers(), bytes: () => new TextEncoder().encode(text) }, endpoint, 100);
const unusable = (problem: string) => ({ problem });

it.each<[string, number, string, ReadableEndpoint, object]>([
  ['JSON', 200, '{"a":1}', {}, { body: { a: 1 } }],
  ['null', 200, 'null', {}, { body: null }],
  ['text', 200, '{"a":1}', { as: 'text' }, { body: '{"a":1}' }],
  ['bytes', 200, 'a', { as: 'bytes' }, { body: new Uint8Array([97]) }],
  ['undefined if the endpoint reads no body', 200, '<html>', { as: 'none' }, { body: undefined }],
  [
    'undefined for an empty response that is allowed',
    204,
    '',
    { response: v.optional(v.object({})) },
    { body: undefined },
  ],
  ['an error as JSON, regardless of how a success is read', 400, '{"a":1}', { as: 'bytes' }, { body: { a: 1 } }],
  ['the string of an error that is not JSON', 502, '<html>', {}, { body: '<html>' }],
  ['no empty response', 200, '', {}, unusable('is empty instead of JSON. Check baseUrl')],
  [
    'no empty response where a body is required',
    200,
    '',
    { response: v.object({}) },
    unusable('is empty instead of JSON. Check baseUrl'),
  ],
  ['no HTML', 200, ' <p>', {}, unusable('is HTML instead of JSON. Check baseUrl')],
  ['no incomplete JSON', 200, '{"a"', {}, unusable('is invalid or incomplete JSON instead of JSON. Check baseUrl')],
  [
    'no redirect',
    302,
    '',
    {},
    unusable('is a redirect, which is not followed because credentials must not reach another host. Check baseUrl'),
  ],
])('reading a body returns %s', (_, status, text, endpoint, expected) => {
  expect(read(status, text, endpoint)).toEqual(expected);
});

it('reading a body fails if it is larger than the limit, regardless of its status', () => {
  for (const status of [200, 500])
    expect(readBody({ status, headers: new Headers() }, {}, 100)).toEqual(
      unusable('is larger than maxBodyBytes (100 bytes). Request less, or increase maxBodyBytes'),
    );
});
