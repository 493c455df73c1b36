import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../shared/address.ts';
import { isBelow, leavesPath, problemOfPath } from './prepare.ts';

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
