import { expect, it } from 'vitest';
import { base64url } from './base64.ts';

it.each([0, 1, 8191, 8192, 8193, 1_000_000])('base64url encodes %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
  expect(base64url(bytes) === Buffer.from(bytes).toString('base64url')).toBe(true);
});
