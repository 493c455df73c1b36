import { expect, it } from 'vitest';
import { curves } from './sections/growth.ts';

it.each(curves)('the curve "$title" can be measured at its smallest size', async ({ sizes: [size = 0], measure }) => {
  expect(await measure(size)).toBeGreaterThan(0);
});
