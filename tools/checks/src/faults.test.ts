import { expect, it } from 'vitest';
import { knownDefects, runMatrix } from './faults.ts';

const cells = await runMatrix();

it.each(cells)('$name', ({ name, outcome, expected }) => {
  // A defect that is gone must leave the list.
  if (name in knownDefects) expect(outcome).not.toEqual(expected);
  else expect(outcome).toEqual(expected);
});

it('knows no defect of a cell that is not', () => {
  const names = cells.map(({ name }) => name);
  for (const name of Object.keys(knownDefects)) expect(names).toContain(name);
});
