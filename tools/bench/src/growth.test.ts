import { expect, it } from 'vitest';
import { curves } from './sections/growth.ts';

it.each(curves)('the smallest size of the curve "$title" is measured', async ({ sizes: [size = 0], measure }) => {
  expect(await measure(size)).toBeGreaterThan(0);
});
