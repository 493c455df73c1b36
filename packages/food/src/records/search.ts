import * as v from 'valibot';
import { dataTypes } from './abridged.ts';
import { amount, digits, foodAttributes, foodAttributeTypes, identity, many, product, text, unseen } from './parts.ts';

export const searchSchema = v.object({
  ...identity,
  ...product,
  dataType: v.nullish(dataTypes),
  lowercaseDescription: text,
  publishedDate: text,
  score: amount,
  allHighlightFields: text,
  commonNames: text,
  additionalDescriptions: text,
  foodCode: digits,
  ndbNumber: digits,
  scientificName: text,
  foodCategory: text,
  foodCategoryId: amount,
  foodNutrients: many({
    nutrientId: amount,
    nutrientNumber: digits,
    nutrientName: text,
    unitName: text,
    value: amount,
    derivationCode: text,
    derivationDescription: text,
    derivationId: amount,
    foodNutrientSourceId: amount,
    foodNutrientSourceCode: digits,
    foodNutrientSourceDescription: text,
    rank: amount,
    indentLevel: amount,
    foodNutrientId: amount,
    percentDailyValue: amount,
    dataPoints: amount,
    min: amount,
    max: amount,
    median: amount,
  }),
  finalFoodInputFoods: many({
    id: amount,
    foodDescription: text,
    gramWeight: amount,
    portionCode: digits,
    portionDescription: text,
    unit: text,
    rank: amount,
    srCode: digits,
    value: amount,
  }),
  foodMeasures: many({
    id: amount,
    disseminationText: text,
    gramWeight: amount,
    modifier: text,
    rank: amount,
    measureUnitAbbreviation: text,
    measureUnitName: text,
    measureUnitId: amount,
  }),
  foodAttributes,
  foodAttributeTypes,
  microbes: unseen,
  foodVersionIds: unseen,
});

/**
 * A food as search finds it. Dates are `YYYY-MM-DD`; `foodCategory` is a text here; nutrient amounts are per 100 g or
 * 100 ml. `allHighlightFields` is HTML made of the data: never render it as it is.
 */
export interface SearchFood extends v.InferOutput<typeof searchSchema> {}
