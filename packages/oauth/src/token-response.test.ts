import { describe, expect, it } from 'vitest';
import { readTokenResponse } from './token-response.ts';

const read = (fields: object) => readTokenResponse({ access_token: 'access-secret', ...fields });

describe('a token response', () => {
  it.each<[string, object, object]>([
    ['only a token', {}, { accessToken: 'access-secret', refreshToken: undefined, lifetimeMs: undefined }],
    ['an empty refresh token, as none', { refresh_token: '' }, { refreshToken: undefined }],
    [
      'a token with characters outside ASCII that a header can hold',
      { access_token: 'é/+"1&' },
      { accessToken: 'é/+"1&' },
    ],
    ['null for missing fields', { refresh_token: null, expires_in: null, scope: null }, { scopes: undefined }],
    ['a lifetime in a string', { expires_in: '3600' }, { lifetimeMs: 3_600_000 }],
    ['a lifetime that is not whole', { expires_in: 1.9999 }, { lifetimeMs: 1999 }],
    ['a lifetime of 0, which means that the token does not expire', { expires_in: 0 }, { lifetimeMs: undefined }],
    ['a huge lifetime, as a hundred years', { expires_in: 1e300 }, { lifetimeMs: 3_153_600_000_000 }],
    ['an infinite lifetime, as a hundred years', JSON.parse('{"expires_in":1e999}'), { lifetimeMs: 3_153_600_000_000 }],
    ['scopes in one string', { scope: 'a b:c,d' }, { scopes: ['a', 'b:c', 'd'] }],
    ['scopes in a list', { scope: ['a', 'b:c'] }, { scopes: ['a', 'b:c'] }],
    ['no scopes', { scope: '' }, { scopes: [] }],
    ['a refresh token that is a number, as none', { refresh_token: 7 }, { refreshToken: undefined }],
    ['a refresh token with a line break, as none', { refresh_token: 'secret\n' }, { refreshToken: undefined }],
    ['a negative lifetime, as none', { expires_in: -1 }, { lifetimeMs: undefined }],
    ['a lifetime that is not a number, as none', { expires_in: Number.NaN }, { lifetimeMs: undefined }],
    ['a lifetime in words, as none', { expires_in: 'soon' }, { lifetimeMs: undefined }],
    ['a lifetime that is a list, as none', { expires_in: [3600] }, { lifetimeMs: undefined }],
    ['scopes that are a number, as unknown scopes', { scope: 42 }, { scopes: undefined }],
    ['scopes that are an object, as unknown scopes', { scope: {} }, { scopes: undefined }],
    ['an array of other values, as unknown scopes', { scope: ['a', null] }, { scopes: undefined }],
  ])('may have %s', (_, fields, expected) => {
    expect(read(fields)).toMatchObject(expected);
  });

  it.each<[string, object, RegExp]>([
    ['no token', { access_token: undefined }, /^access_token must be a string, got undefined/],
    ['an empty token', { access_token: '' }, /^access_token must not be empty/],
    ['a token that is an object', { access_token: {} }, /^access_token must be a string, got an object/],
    ['a token with a line break', { access_token: 'secret\r\nhost: x' }, /^access_token must not contain/],
    ['a token with a space at its end', { access_token: 'secret ' }, /^access_token must not contain/],
    ['a token that no header can hold', { access_token: 'secret™' }, /^access_token must not contain/],
  ])('is refused with %s, which is not shown', (_, fields, message) => {
    let shown = '';
    try {
      read(fields);
    } catch (error) {
      shown = (error as Error).message;
    }
    expect(shown).toMatch(message);
    expect(shown).not.toContain('secret');
  });

  it.each([undefined, null, '', 'access-secret', 5, []])('is refused when it is %j instead of an object', (body) => {
    expect(() => readTokenResponse(body)).toThrow(/^access_token must be a string/);
  });
});
