import { expect, it } from 'vitest';
import { runMatrix } from './faults.ts';

// By a `fetch` that is given, two providers are enough here; the script `reliability` tries all.
const cells = await Promise.all([runMatrix('own'), runMatrix('given', ['stream', 'bank'])]);

it.each(cells.flat())('$name', ({ outcome, expected }) => {
  expect(outcome).toEqual(expected);
});
