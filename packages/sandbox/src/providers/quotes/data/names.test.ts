import { expect, test } from 'vitest';
import { slugOf, titleCase } from './names.ts';

test.each([
  ['Albert Einstein', 'albert-einstein'],
  ['albert-einstein', 'albert-einstein'],
  ['Søren Kierkegaard', 'soren-kierkegaard'],
  ["John O'Reilly", 'john-o-reilly'],
  ['C. S. Lewis', 'c-s-lewis'],
  ['Lao%20Tzu', 'lao-tzu'],
  ['14th Dalai Lama', '14th-dalai-lama'],
  ['François de La Rochefoucauld', 'francois-de-la-rochefoucauld'],
  ['Author2B', 'author-2-b'],
  ['', ''],
])('the slug of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

test.each([
  ['famous-quotes', 'Famous Quotes'],
  ['FAMOUS_QUOTES', 'Famous Quotes'],
  ['famousQuotes', 'Famous Quotes'],
  ['a,b', 'A B'],
])('%s is written %s', (text, expected) => expect(titleCase(text)).toBe(expected));
