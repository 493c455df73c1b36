import * as v from 'valibot';
import { expect, test } from 'vitest';
import data from '../../data/quotes.json' with { type: 'json' };

const text = v.pipe(v.string(), v.nonEmpty());
const words = v.pipe(v.array(v.pipe(text, v.regex(/^\S+$/))), v.minLength(10));

const schema = v.strictObject({
  authors: v.array(
    v.strictObject({
      name: text,
      description: v.string(),
      bio: v.string(),
      link: v.optional(v.union([v.literal(''), v.pipe(text, v.url())])), // a few have none in the real data
      quotes: v.array(
        v.pipe(
          v.tupleWithRest([text, text], text),
          v.check((quote) => quote.every((part) => part.trim() === part)),
        ),
      ),
    }),
  ),
  adjectives: words,
  actors: words,
  verbs: words,
  things: words,
  firstNames: words,
  lastNames: words,
});

test('the data fits its schema', () => expect(v.safeParse(schema, data).issues).toBeUndefined());

test('each author is in the data once, and so is each quotation', () => {
  const contents = data.authors.flatMap(({ quotes }) => quotes.map(([content]) => content));
  expect(new Set(contents).size).toBe(contents.length);
  expect(new Set(data.authors.map(({ name }) => name)).size).toBe(data.authors.length);
});
