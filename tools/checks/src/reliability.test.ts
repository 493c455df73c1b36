import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guide, withMatrix } from './reliability.ts';

it('docs/reliability.md holds the matrix as the rules say; reliability.ts --write writes it anew', () => {
  const text = readFileSync(guide, 'utf8');
  expect(text).toBe(withMatrix(text));
});
