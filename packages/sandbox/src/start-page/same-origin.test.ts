import { describe, expect, it } from 'vitest';
import { isOwnHost, isSameOrigin } from './same-origin.ts';

const asked = (headers: Record<string, string>) => new Request('http://sandbox.invalid/', { headers });

describe('the host', () => {
  it.each([
    ['127.0.0.1:4010', '127.0.0.1', true],
    ['127.9.9.9', '127.0.0.1', true],
    ['localhost:4010', '127.0.0.1', true],
    ['[::1]:4010', '127.0.0.1', true],
    ['LOCALHOST', '127.0.0.1', true],
    ['rebound.example:4010', '127.0.0.1', false],
    ['localhost.rebound.example', '127.0.0.1', false],
    ['127.0.0.1.rebound.example', '127.0.0.1', false],
    ['127.0.0.1@rebound.example', '127.0.0.1', false],
    ['192.168.0.7:4010', '127.0.0.1', false],
    ['', '127.0.0.1', false],
    ['a b', '127.0.0.1', false],
    ['box.example:4010', 'box.example', true],
    ['other.example:4010', 'box.example', false],
    ['192.168.0.7:4010', '0.0.0.0', true],
    ['[fe80::7]:4010', '[::]', true],
    ['0.0.0.0:4010', '0.0.0.0', true],
    ['rebound.example:4010', '0.0.0.0', false],
    ['192.168.0.7.rebound.example', '0.0.0.0', false],
  ])('%j, listening on %s: %s', (host, configured, expected) =>
    expect(isOwnHost(asked({ host }), configured)).toBe(expected),
  );

  it('is that of the address where there is no header', () => {
    expect(isOwnHost(asked({}), 'sandbox.invalid')).toBe(true);
    expect(isOwnHost(asked({}), '127.0.0.1')).toBe(false);
  });
});

describe('the origin', () => {
  const host = '127.0.0.1:4010';
  it.each([
    [{ origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'http://127.0.0.1:4010' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'http://127.0.0.1:3000' }, false],
    [{ origin: 'https://127.0.0.1:4010' }, false],
    [{ origin: 'http://localhost:4010' }, false],
    [{ origin: 'http://127.0.0.1:4010.evil.example' }, false],
    [{ origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'none' }, false],
  ])('%j: %s', (headers, expected) =>
    expect(isSameOrigin(asked({ host, ...(headers as Record<string, string>) }))).toBe(expected),
  );
});
