import type { Hono } from 'hono';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { corrections } from '../corrections.ts';
import { isErrorCode } from '../errors.ts';
import { createBankSandbox } from '../index.ts';
import table from '../openapi.json' with { type: 'json' };
import data from './bank.json' with { type: 'json' };

const text = v.pipe(v.string(), v.nonEmpty());
const texts = v.pipe(v.array(text), v.minLength(5));
const cents = v.pipe(v.number(), v.integer());
const date = v.pipe(v.string(), v.isoDate());
const nullableText = v.nullable(text);
const trade = { name: text, category: v.pipe(text, v.regex(/^[A-Z_]+$/)), low: cents, high: cents };
const channel = v.picklist(['online', 'in store', 'other']);

const schema = v.strictObject({
  institutions: v.array(
    v.strictObject({
      id: v.pipe(text, v.regex(/^ins_\d+$/)),
      name: text,
      country: v.picklist(['US', 'CA', 'GB']),
      oauth: v.optional(v.literal(true)),
      status: v.optional(v.picklist(['DEGRADED', 'DOWN'])),
      unsupported: v.optional(v.literal(true)),
    }),
  ),
  institutionPlaces: texts,
  institutionKinds: texts,
  accounts: v.array(
    v.strictObject({
      name: text,
      official: nullableText,
      type: v.picklist(['depository', 'credit', 'loan', 'investment']),
      subtype: text,
      mask: v.pipe(text, v.regex(/^\d{4}$/)),
      available: v.nullable(v.number()),
      current: v.number(),
      limit: v.optional(cents),
      apy: v.optional(v.number()),
      holder_category: v.optional(v.literal('business')),
    }),
  ),
  givenNames: texts,
  familyNames: texts,
  streets: texts,
  cities: v.array(v.strictTuple([text, text, v.pipe(text, v.regex(/^\d{5}$/)), v.number(), v.number()])),
  merchants: v.array(v.strictObject({ ...trade, channel, accounts: v.picklist(['spending', 'savings', 'loan']) })),
  recurringPayments: v.array(
    v.strictObject({ ...trade, channel, frequency: v.picklist(['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'ANNUALLY']) }),
  ),
  categories: v.array(v.strictTuple([v.pipe(text, v.regex(/^\d{8}$/)), v.picklist(['special', 'place']), text])),
  categoryOfPrimary: v.record(text, v.picklist(data.categories.map(([id]) => String(id)))),
  securities: v.array(
    v.strictObject({
      name: text,
      ticker: text,
      type: v.picklist(['equity', 'etf', 'mutual fund', 'fixed income']),
      subtype: text,
      price: v.pipe(cents, v.minValue(1)),
      market: nullableText,
      sector: nullableText,
      industry: nullableText,
      cfi: v.pipe(text, v.length(6)),
      yield: v.number(),
      coupon: v.nullable(v.strictObject({ percentage: v.number(), issued: date, matures: date })),
    }),
  ),
  rateLimiter: v.record(
    v.pipe(
      text,
      v.check((path) => `POST ${path}` in table.operations),
    ),
    v.strictObject({ item: v.optional(cents), client: cents, code: v.optional(v.pipe(text, v.check(isErrorCode))) }),
  ),
  liabilities: v.strictObject({ credit: v.object({}), student: v.object({}), mortgage: v.object({}) }),
});

test('the data fits its schema', () => expect(v.safeParse(schema, data).issues).toBeUndefined());

test('the routes are exactly those in the table of the official file', () => {
  const { app } = createBankSandbox(testContext('bank', {}));
  const routes = (app as Hono).routes.filter(({ path }) => !path.startsWith('/link-pages/'));
  const served = routes.filter(({ method }) => method === 'POST').map(({ path }) => `POST ${path}`);
  expect(served.sort()).toEqual(Object.keys(table.operations).sort());
});

test('every correction belongs to an operation or a shape in the table', () => {
  const known = { ...table.operations, ...table.shapes };
  for (const place of Object.keys(corrections))
    expect(known).toHaveProperty([place.startsWith('/') ? `POST ${place}` : place]);
});
