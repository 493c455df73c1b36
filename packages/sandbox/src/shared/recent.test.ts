import { expect, it } from 'vitest';
import { rememberRecent } from './recent.ts';

it('a recent value is created once, and again only after `limit` others were requested', () => {
  const made: string[] = [];
  const recent = rememberRecent<string>(2);
  const ask = (key: string) =>
    recent(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
