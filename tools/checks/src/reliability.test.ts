import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guide, withMatrix } from './reliability.ts';

it('docs/reliability.md holds the matrix as the rules define it; reliability.ts --write regenerates it', () => {
  const text = readFileSync(guide, 'utf8');
  expect(text).toBe(withMatrix(text));
});
