import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { sha256 } from './sha256.ts';

it("sha256 returns the same hash as Node's hash function, for any text and length", () => {
  const expected = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
    expect(sha256('é'.repeat(length))).toBe(expected('é'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(sha256(text)).toBe(expected(text));
    }),
  );
});
