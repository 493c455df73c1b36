import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { parseAddress } from '../shared/address.ts';
import { buildRequest, isBelow, leavesPath, problemOfPath, type RequestParts } from './build-request.ts';

const endpoint = { method: 'GET', path: '/a/{id}', auth: 'none', docs: '' } as const;
const parts: RequestParts = {
  endpoint,
  base: parseAddress('https://api.test/v1'),
  lists: 'repeat',
  path: { id: '1' },
  query: {},
  body: {},
};
const dates = { encode: { id: (id: never) => `${id}!`, at: (at: never) => new Date(at).toISOString() } };

describe('a request', () => {
  it.each<[string, Partial<RequestParts>, string, string | undefined]>([
    ['has its path values filled in', {}, '/a/1', undefined],
    ['escapes its path values', { path: { id: 'a/b c' } }, '/a/a%2Fb%20c', undefined],
    ['repeats lists in its query', { query: { x: ['1', '&'] } }, '/a/1?x=1&x=%26', undefined],
    ['joins lists in its query with commas', { lists: 'comma', query: { x: ['1', ','] } }, '/a/1?x=1,%2C', undefined],
    ['leaves out empty lists', { query: { x: [] } }, '/a/1', undefined],
    [
      'encodes values as declared',
      { endpoint: { ...endpoint, ...dates }, query: { at: 0 } },
      '/a/1!?at=1970-01-01T00%3A00%3A00.000Z',
      undefined,
    ],
    ['has a JSON body', { body: { x: 1 } }, '/a/1', '{"x":1}'],
    ['has an empty body if one is declared', { endpoint: { ...endpoint, body: v.object({}) } }, '/a/1', '{}'],
    ['has a body as declared', { endpoint: { ...endpoint, write: () => 'w' }, body: { x: 1 } }, '/a/1', 'w'],
  ])('%s', (_, own, path, body) => {
    expect(buildRequest({ ...parts, ...own })).toEqual({ url: `https://api.test/v1${path}`, body });
  });

  it.each<[string, Partial<RequestParts>, string]>([
    ['a missing path value', { path: {} }, 'id is required'],
    ['a value that leaves the path', { path: { id: '..' } }, "id must not be empty, or have '.' or '..'"],
    ['an unpaired surrogate', { query: { x: '\ud800' } }, 'x contains an unpaired surrogate'],
    ['a body that cannot be serialized as JSON', { body: { x: 1n } }, 'the body cannot be written'],
    [
      'an address outside the base',
      { endpoint: { ...endpoint, path: '/../b' } },
      'the path leaves https://api.test/v1',
    ],
  ])('refuses %s', (_, own, reason) => {
    expect(() => buildRequest({ ...parts, ...own })).toThrow(
      expect.objectContaining({ errorCode: 'invalid_params', message: expect.stringContaining(reason) }),
    );
  });
});

const base = parseAddress('https://api.test/base');

describe('the path of a custom request', () => {
  it.each(['/', '/v1/me', '/v1/things/{id}', '/a/b.c/..d/', '/a/...'])('%s is accepted', (path) => {
    expect(problemOfPath(path)).toBe(undefined);
  });

  it.each([
    'v1/me',
    ':8080/steal',
    '.evil.example/x',
    '@evil.example',
    '',
    '//evil.example/x',
    '/\\evil.example',
    '/a\\b',
    '/a/../../b',
    '/a/.',
    '/a/%2e%2E/b',
    '/a/.%2e/b',
    '/a%2f..%2fb',
    '/a%5cb',
    '/a?b=1',
    '/a#b',
    '/a b',
    '/\t/evil.example',
    undefined,
    5,
    null,
  ])('%j is refused', (path) => {
    expect(problemOfPath(path)).toEqual(expect.any(String));
  });

  it('never leads out of the base, no matter which parts it has', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      ':80',
      '@',
      'evil.test',
      '?',
      '#',
      'a',
      '\t',
      ' ',
      '//',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = parts.join('');
        if (problemOfPath(path)) return;
        expect(isBelow(`https://api.test/base${path}`, base)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

it.each([
  ['https://api.test/base/x', true],
  ['https://api.test/base', true],
  ['https://api.test/base?q=/../', true],
  ['https://api.test/basement', false],
  ['https://api.test/base/../x', false],
  ['https://api.test/base/%2e%2e/x', false],
  ['https://api.test.evil.test/base/x', false],
  ['https://api.test:444/base/x', false],
  ['http://api.test/base/x', false],
  ['https://api.test@evil.test/base/x', false],
  ['nonsense', false],
])('%s is below https://api.test/base: %s', (url, below) => {
  expect(isBelow(url, base)).toBe(below);
});

it.each([
  ['a', false],
  ['a.b', false],
  ['a/b', false],
  ['..a', false],
  ['', true],
  ['.', true],
  ['..', true],
  ['a/../b', true],
  ['..\\b', true],
])('the path parameter %j changes the path: %s', (value, leaves) => {
  expect(leavesPath(value)).toBe(leaves);
});
