import * as v from 'valibot';
import {
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObjects,
  optionalNullableString,
  optionalNullableUnknowns,
} from '../schema.ts';
import { dataTypes } from './abridged.ts';
import { foodAttributes, foodAttributeTypes, foodIdentity, identifierFields, productFields } from './shared.ts';

export const searchSchema = v.object({
  ...foodIdentity,
  ...identifierFields,
  ...productFields,
  /** Kind of the food. Null or absent in some results. */
  dataType: v.nullish(dataTypes),
  /** Name of the food in lower case. In some results only. */
  lowercaseDescription: optionalNullableString,
  /** Day on which the record was published, `YYYY-MM-DD`. */
  publishedDate: optionalNullableString,
  /** Score of the match with the query; higher is better. Comparable only within one search. */
  score: optionalNullableNumber,
  /** HTML with `<em>` around the matching words, built from the data. Never render it unsanitized. May be empty. */
  allHighlightFields: optionalNullableString,
  /** Other names of the food. May be empty. */
  commonNames: optionalNullableString,
  /** Further descriptions of the food. May be empty. */
  additionalDescriptions: optionalNullableString,
  /** Scientific name of the food, such as `Fragaria X ananassa`. Foundation and SR Legacy foods only. */
  scientificName: optionalNullableString,
  /** Name of the category: a string here, an object in full records. */
  foodCategory: optionalNullableString,
  /** ID of the category. Survey foods only. */
  foodCategoryId: optionalNullableNumber,
  /** Nutrients of the food, amounts per 100 g or 100 ml. */
  foodNutrients: optionalNullableObjects({
    /** ID of the nutrient, such as 1003 for protein. */
    nutrientId: optionalNullableNumber,
    /** Number of the nutrient, such as `"203"` for protein; the `nutrients` parameter expects numbers. */
    nutrientNumber: optionalNullableDigits,
    /** Name of the nutrient, such as `Iron, Fe`. */
    nutrientName: optionalNullableString,
    /** Unit of `value`, upper-case: `G`, `MG`, `UG`, `KCAL`. */
    unitName: optionalNullableString,
    /** Quantity of the nutrient per 100 g or 100 ml, in `unitName`. */
    value: optionalNullableNumber,
    /** Code of the method that determined `value`, such as `LCCD`. */
    derivationCode: optionalNullableString,
    /** Method that determined `value`, in words. */
    derivationDescription: optionalNullableString,
    /** ID of the method that determined `value`. */
    derivationId: optionalNullableNumber,
    /** ID of the kind of source of `value`. */
    foodNutrientSourceId: optionalNullableNumber,
    /** Code of the kind of source of `value`, such as `12`. */
    foodNutrientSourceCode: optionalNullableDigits,
    /** Kind of source of `value`, in words. */
    foodNutrientSourceDescription: optionalNullableString,
    /** Position of the nutrient in tables; lower ones come first. */
    rank: optionalNullableNumber,
    /** Depth in the hierarchy of nutrients: a kind of fat is deeper than total fat. */
    indentLevel: optionalNullableNumber,
    /** ID of the row, not of the nutrient. */
    foodNutrientId: optionalNullableNumber,
    /** Share of the recommended daily value, in percent. Branded foods only. */
    percentDailyValue: optionalNullableNumber,
    /** Number of analyses on which `value` is based. */
    dataPoints: optionalNullableNumber,
    /** Lowest measured quantity, in `unitName`. */
    min: optionalNullableNumber,
    /** Highest measured quantity, in `unitName`. */
    max: optionalNullableNumber,
    /** Median of the measured quantities, in `unitName`. */
    median: optionalNullableNumber,
  }),
  /** Ingredients from which the nutrients were calculated. Survey foods only. */
  finalFoodInputFoods: optionalNullableObjects({
    /** ID of the entry, not of the food. */
    id: optionalNullableNumber,
    /** Name of the ingredient. */
    foodDescription: optionalNullableString,
    /** Weight of the ingredient in grams. */
    gramWeight: optionalNullableNumber,
    /** Code of the portion of the ingredient. */
    portionCode: optionalNullableDigits,
    /** Portion of the ingredient, in words. */
    portionDescription: optionalNullableString,
    /** Unit of `value`, such as `TB` for tablespoons. */
    unit: optionalNullableString,
    /** Position of the ingredient in the recipe. */
    rank: optionalNullableNumber,
    /** NDB number of the ingredient, or the `foodCode` of a survey food. */
    srCode: optionalNullableDigits,
    /** Quantity of the ingredient, in `unit`. */
    value: optionalNullableNumber,
  }),
  /** Household portions of the food and their weights. */
  foodMeasures: optionalNullableObjects({
    /** ID of the portion. */
    id: optionalNullableNumber,
    /** The portion in words, such as `1 cup`. */
    disseminationText: optionalNullableString,
    /** Weight of the portion in grams. */
    gramWeight: optionalNullableNumber,
    /** Further details of the portion, such as `chopped`, or their code. */
    modifier: optionalNullableString,
    /** Position among the portions of the food. */
    rank: optionalNullableNumber,
    /** Abbreviated name of the unit of measure. */
    measureUnitAbbreviation: optionalNullableString,
    /** Name of the unit of measure, such as `cup`. */
    measureUnitName: optionalNullableString,
    /** ID of the unit of measure: 9999 when there is none. */
    measureUnitId: optionalNullableNumber,
  }),
  /** Further properties of the food. */
  foodAttributes,
  /** Further properties of the food, grouped by kind. */
  foodAttributeTypes,
  /** Microorganisms in the food. Usually empty. */
  microbes: optionalNullableUnknowns,
  /** IDs of versions of the record. Usually empty. */
  foodVersionIds: optionalNullableUnknowns,
});

/**
 * A food as search returns it. Dates are `YYYY-MM-DD`. `allHighlightFields` is HTML built from the data. Never render
 * it unsanitized.
 */
export interface SearchFood extends v.InferOutput<typeof searchSchema> {}
