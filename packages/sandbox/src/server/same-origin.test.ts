import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const asked = (headers: Record<string, string>) => new Request('http://sandbox.invalid/', { headers });

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
