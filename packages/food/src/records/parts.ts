import * as v from 'valibot';

// Apart from ids, types and descriptions, any member of any record may be absent, null or empty.

export const text = v.nullish(v.string());
export const amount = v.nullish(v.number());
export const flag = v.nullish(v.boolean());
export const texts = v.nullish(v.array(v.string()));
/** A number in some answers, its digits in others. */
export const digits = v.nullish(v.union([v.string(), v.number()]));

/** Lists that are empty wherever they were seen. */
export const unseen = v.nullish(v.array(v.unknown()));

export const one = <Entries extends v.ObjectEntries>(entries: Entries) => v.nullish(v.object(entries));
export const many = <Entries extends v.ObjectEntries>(entries: Entries) => v.nullish(v.array(v.object(entries)));

/** What every record tells. */
export const identity = { fdcId: v.number(), description: v.string() };

/** What a label says of its product. Dates are `M/D/YYYY` in full records and `YYYY-MM-DD` in search. */
export const product = {
  brandOwner: text,
  brandName: text,
  subbrandName: text,
  gtinUpc: text,
  ingredients: text,
  marketCountry: text,
  dataSource: text,
  modifiedDate: text,
  packageWeight: text,
  servingSize: amount,
  servingSizeUnit: text,
  householdServingFullText: text,
  shortDescription: text,
  preparationStateCode: text,
  tradeChannels: texts,
};

/** A nutrient of an abridged record. */
export const flatNutrient = {
  number: digits,
  name: text,
  amount,
  unitName: text,
  derivationCode: text,
  derivationDescription: text,
};

const type = { id: amount, name: text, description: text };
const attribute = { id: amount, sequenceNumber: amount, name: text, value: digits, rank: amount };

export const foodAttributes = many({ ...attribute, foodAttributeType: one(type), FoodAttributeType: one(type) });
export const foodAttributeTypes = many({ ...type, foodAttributes: many(attribute) });
