import * as v from 'valibot';
import {
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObjects,
  optionalNullableString,
  optionalNullableUnknowns,
} from '../schema.ts';
import { dataTypes } from './abridged.ts';
import { foodAttributes, foodAttributeTypes, foodIdentity, productFields } from './shared.ts';

export const searchSchema = v.object({
  ...foodIdentity,
  ...productFields,
  dataType: v.nullish(dataTypes),
  lowercaseDescription: optionalNullableString,
  publishedDate: optionalNullableString,
  score: optionalNullableNumber,
  allHighlightFields: optionalNullableString,
  commonNames: optionalNullableString,
  additionalDescriptions: optionalNullableString,
  foodCode: optionalNullableDigits,
  ndbNumber: optionalNullableDigits,
  scientificName: optionalNullableString,
  foodCategory: optionalNullableString,
  foodCategoryId: optionalNullableNumber,
  foodNutrients: optionalNullableObjects({
    nutrientId: optionalNullableNumber,
    nutrientNumber: optionalNullableDigits,
    nutrientName: optionalNullableString,
    unitName: optionalNullableString,
    value: optionalNullableNumber,
    derivationCode: optionalNullableString,
    derivationDescription: optionalNullableString,
    derivationId: optionalNullableNumber,
    foodNutrientSourceId: optionalNullableNumber,
    foodNutrientSourceCode: optionalNullableDigits,
    foodNutrientSourceDescription: optionalNullableString,
    rank: optionalNullableNumber,
    indentLevel: optionalNullableNumber,
    foodNutrientId: optionalNullableNumber,
    percentDailyValue: optionalNullableNumber,
    dataPoints: optionalNullableNumber,
    min: optionalNullableNumber,
    max: optionalNullableNumber,
    median: optionalNullableNumber,
  }),
  finalFoodInputFoods: optionalNullableObjects({
    id: optionalNullableNumber,
    foodDescription: optionalNullableString,
    gramWeight: optionalNullableNumber,
    portionCode: optionalNullableDigits,
    portionDescription: optionalNullableString,
    unit: optionalNullableString,
    rank: optionalNullableNumber,
    srCode: optionalNullableDigits,
    value: optionalNullableNumber,
  }),
  foodMeasures: optionalNullableObjects({
    id: optionalNullableNumber,
    disseminationText: optionalNullableString,
    gramWeight: optionalNullableNumber,
    modifier: optionalNullableString,
    rank: optionalNullableNumber,
    measureUnitAbbreviation: optionalNullableString,
    measureUnitName: optionalNullableString,
    measureUnitId: optionalNullableNumber,
  }),
  foodAttributes,
  foodAttributeTypes,
  microbes: optionalNullableUnknowns,
  foodVersionIds: optionalNullableUnknowns,
});

/**
 * A food as search finds it. Dates are `YYYY-MM-DD`; `foodCategory` is a text here; nutrient amounts are per 100 g or
 * 100 ml. `allHighlightFields` is HTML made of the data: never render it as it is.
 */
export interface SearchFood extends v.InferOutput<typeof searchSchema> {}
