import * as v from 'valibot';
import { expect, test } from 'vitest';
import data from '../../data/food.json' with { type: 'json' };
import table from './openapi.json' with { type: 'json' };
import { corrections } from './requests.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.minValue(0));
const portions = v.array(v.strictTuple([amount, text, amount]));
const numbered = v.pipe(text, v.regex(/^\d+$/));
const source = v.strictObject({ id: whole, code: text, description: text });
const derivation = v.strictObject({ id: whole, code: text, description: text, source });
const baseFood = v.picklist(data.baseFoods.map(({ ndb }) => ndb));
const nutrient = v.picklist(data.nutrients.map(([number]) => number as number));

const schema = v.strictObject({
  nutrients: v.array(
    v.union([
      v.strictTuple([whole, whole, text, whole, text]),
      v.strictTuple([whole, whole, text, whole, text, whole]),
    ]),
  ),
  derivations: v.strictObject({
    analytical: derivation,
    assumedZero: derivation,
    calculated: derivation,
    labelServing: derivation,
    labelDailyValue: derivation,
  }),
  dailyValues: v.record(numbered, amount),
  energyFactors: v.record(numbered, v.strictTuple([amount, amount, amount, amount])),
  categories: v.record(numbered, text),
  columns: v.array(nutrient),
  baseFoods: v.array(
    v.strictObject({
      ndb: whole,
      category: v.picklist(Object.keys(data.categories).map(Number)),
      description: text,
      amounts: v.pipe(v.array(amount), v.length(data.columns.length)),
      further: v.optional(v.array(v.strictTuple([nutrient, amount]))),
      portions,
      foundation: v.optional(v.literal(true)),
      scientificName: v.optional(text),
      commonNames: v.optional(text),
    }),
  ),
  dishes: v.array(
    v.strictObject({
      code: whole,
      category: v.strictTuple([whole, text]),
      description: text,
      recipe: v.array(v.strictTuple([baseFood, amount])),
      portions,
      names: v.optional(text),
    }),
  ),
  brandOwners: v.array(
    v.strictObject({ owner: text, brands: v.array(v.string()), prefix: v.pipe(text, v.regex(/^\d{7}$/)) }),
  ),
  products: v.array(
    v.strictObject({
      name: text,
      category: text,
      servingSize: amount,
      servingUnit: text,
      household: text,
      packageWeight: text,
      parts: v.array(v.strictTuple([baseFood, amount, text])),
      long: v.optional(v.literal(true)),
    }),
  ),
});

test('the data fits its schema', () => expect(v.safeParse(schema, data).issues).toBeUndefined());

test('no base food is in the data twice', () => {
  const numbers = data.baseFoods.map(({ ndb }) => ndb);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every correction is of an operation in the table', () => {
  for (const name of Object.keys(corrections)) expect(table.operations).toHaveProperty([name]);
});
