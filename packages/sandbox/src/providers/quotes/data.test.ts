import { expect, test } from 'vitest';
import data from '../../data/quotes.json' with { type: 'json' };

test('each author is in the data once, and so is each quotation', () => {
  const contents = data.authors.flatMap(({ quotes }) => quotes.map(([content]) => content));
  expect(new Set(contents).size).toBe(contents.length);
  expect(new Set(data.authors.map(({ name }) => name)).size).toBe(data.authors.length);
});
