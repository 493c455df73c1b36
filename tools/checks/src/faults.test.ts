import { expect, it } from 'vitest';
import { runMatrix } from './faults.ts';

const cells = await runMatrix();

it.each(cells)('$name', ({ outcome, expected }) => {
  expect(outcome).toEqual(expected);
});
