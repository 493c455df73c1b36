import { expect, it } from 'vitest';
import { providers, runMatrix } from './faults.ts';

// By a `fetch` that is given, two providers are enough here; the script `reliability` tries all.
const given = process.env.FULL_MATRIX ? providers : (['stream', 'bank'] as const);
const cells = await Promise.all([runMatrix('own', providers), runMatrix('given', given)]);

it.each(cells.flat())('$name', ({ outcome, expected }) => {
  expect(outcome).toEqual(expected);
});
