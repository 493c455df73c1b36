import { afterEach, describe, expect, it, vi } from 'vitest';
import { testProvider } from '../../test/test-kit.ts';
import { withoutTrailingSlash } from '../shared/address.ts';
import { problemOfAddress } from './check-provider.ts';
import { createClient } from './create-client.ts';

describe('an API address', () => {
  it.each([
    ['https://api.test', true],
    ['https://api.test/base/', true],
    ['HTTPS://api.test', true],
    ['http://localhost:3000', true],
    ['http://api.localhost', true],
    ['http://127.0.0.1:1/x', true],
    ['http://127.8.9.10', true],
    ['http://[::1]:8080', true],
    ['http://sandbox.invalid', true],
    ['http://api.test', false],
    ['http://localhost.evil.test', false],
    ['http://127.0.0.1.evil.test', false],
    ['http://10.0.0.1', false],
    ['http://0.0.0.0:3000', false],
  ])('%s may be used without opting in to unencrypted traffic: %s', (address, allowed) => {
    expect(problemOfAddress(address, false) === undefined).toBe(allowed);
    expect(problemOfAddress(address, true)).toBe(undefined);
  });

  it.each([
    ['api.test', /absolute URL/],
    ['//api.test', /absolute URL/],
    ['ftp://api.test', /absolute URL/],
    ['https://', /absolute URL/],
    [5, /absolute URL/],
    ['https://user:password@api.test', /user name or password/],
    ['https://user@api.test', /user name or password/],
    ['https://api.test?x=1', /query or fragment/],
    ['https://api.test/?', /query or fragment/],
    ['https://api.test/#part', /query or fragment/],
    ['https://api.test/\nx', /spaces or backslashes/],
    ['https:\\\\api.test', /absolute URL/],
  ])('%s is refused', (address, reason) => {
    expect(problemOfAddress(address, true)).toMatch(reason);
  });

  it('loses its trailing slashes, and nothing else', () => {
    expect(['https://a.test/', 'https://a.test/b//', 'https://a.test'].map(withoutTrailingSlash)).toEqual([
      'https://a.test',
      'https://a.test/b',
      'https://a.test',
    ]);
  });
});

describe('a runtime that is too old', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(['20.20.2', '18.0.0'])('is named when a client is created on Node %s', (node) => {
    vi.stubGlobal('process', { ...process, versions: { node } });
    expect(() => createClient(testProvider('https://api.test'), {})).toThrow(
      expect.objectContaining({
        code: 'not_supported',
        message: `test client: it needs Node 22 or later, and this is Node ${node}. Update Node`,
      }),
    );
  });

  it('is named when it lacks a language feature that core uses', () => {
    vi.stubGlobal('process', undefined);
    vi.stubGlobal('Promise', class extends Promise<unknown> {});
    Object.defineProperty(Promise, 'withResolvers', { value: undefined });
    expect(() => createClient(testProvider('https://api.test'), {})).toThrow(
      /needs a runtime with Promise\.withResolvers/,
    );
  });
});

it('a programming error is neither reported as a network error nor retried', async () => {
  let attempts = 0;
  const rateState = () => {
    attempts += 1;
    throw new TypeError('x.y is not a function');
  };
  const fetch = async () => Response.json({});
  const client = createClient({ ...testProvider('https://api.test', { fetch, retries: 2 }), rateState }, {});
  const error = await client.request('/things', {}, { auth: 'none' }).catch((reason) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(attempts).toBe(1);
});
