import { expect, it } from 'vitest';
import { providers } from './clients.ts';
import { runMatrix } from './faults.ts';

// With a given `fetch`, two providers are enough here. The script `reliability` tries all.
const given = process.env.FULL_MATRIX ? providers : (['stream', 'bank'] as const);
const cells = await Promise.all([runMatrix('own', providers), runMatrix('given', given)]);

it.each(cells.flat())('$name', ({ outcome, expected }) => {
  expect(outcome).toEqual(expected);
});
