import { known } from '@x/core/provider';
import * as v from 'valibot';
import {
  optionalNullableBoolean,
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObject,
  optionalNullableObjects,
  optionalNullableString,
  optionalNullableUnknowns,
} from '../schema.ts';
import { foodNutrients } from './nutrients.ts';
import { foodAttributes, foodIdentity, identifierFields, productFields } from './shared.ts';

const foodCategory = optionalNullableObject({
  /** ID of the category. */
  id: optionalNullableNumber,
  /** Code of the category, such as `1100`. */
  code: optionalNullableDigits,
  /** Name of the category, such as `Vegetables and Vegetable Products`. */
  description: optionalNullableString,
});

const foodPortions = optionalNullableObjects({
  /** ID of the portion. */
  id: optionalNullableNumber,
  /** Number of `measureUnit` that make up the portion, such as 1. */
  amount: optionalNullableNumber,
  /** Weight of the portion in grams. */
  gramWeight: optionalNullableNumber,
  /** Number of `measureUnit` that make up the portion. In some records only. */
  value: optionalNullableNumber,
  /** Number of measurements on which the weight is based. */
  dataPoints: optionalNullableNumber,
  /** Year in which the oldest of the samples was acquired. */
  minYearAcquired: optionalNullableNumber,
  /** Position among the portions of the food, from 1. */
  sequenceNumber: optionalNullableNumber,
  /** Further details of the portion, such as `chopped`, or their code, such as `10205`. */
  modifier: optionalNullableString,
  /** The portion in words, such as `1 cup`. */
  portionDescription: optionalNullableString,
  /** Unit of the portion. Its `id` is 9999 and its name `undetermined` when there is none. */
  measureUnit: optionalNullableObject({
    /** ID of the unit of measure. */
    id: optionalNullableNumber,
    /** Name of the unit of measure, such as `cup`. */
    name: optionalNullableString,
    /** Abbreviated name of the unit of measure. */
    abbreviation: optionalNullableString,
  }),
});

const foodComponents = optionalNullableObjects({
  /** ID of the component. */
  id: optionalNullableNumber,
  /** Name of the component, such as `External fat`. */
  name: optionalNullableString,
  /** Number of measurements on which the weight is based. */
  dataPoints: optionalNullableNumber,
  /** Weight of the component in grams. */
  gramWeight: optionalNullableNumber,
  /** Whether the component is waste, such as bones or peel. */
  isRefuse: optionalNullableBoolean,
  /** Year in which the oldest of the samples was acquired. */
  minYearAcquired: optionalNullableNumber,
  /** Share of the component in the food's weight. */
  percentWeight: optionalNullableNumber,
});

/** Fields of a food that is an ingredient of another one. */
const inputFoodFields = {
  /** FDC ID of the food that is the ingredient. */
  fdcId: optionalNullableNumber,
  /** Name of the food that is the ingredient. */
  description: optionalNullableString,
  /** Kind of record, such as `Sample` or `Market Acquisition`. */
  dataType: optionalNullableString,
  /** Class of the record, such as `Composite`. */
  foodClass: optionalNullableString,
  /** Day on which the record was published, `M/D/YYYY`. */
  publicationDate: optionalNullableString,
};

/** Fields of every full record. */
const commonFields = {
  ...foodIdentity,
  ...identifierFields,
  /** Class of the record: `Branded`, `FinalFood` or `Survey`. */
  foodClass: optionalNullableString,
  /** Day on which the record was published: `M/D/YYYY`, or `YYYY-MM-DD` with `format: 'abridged'`. */
  publicationDate: optionalNullableString,
  /** Nutrients of the food, amounts per 100 g or 100 ml. */
  foodNutrients,
  /** `search` if the API did not name the nutrients, so that the client took the names from a search for the food. */
  nutrientNamesFrom: v.optional(v.literal('search')),
  /** Household portions of the food and their weights. Usually empty for branded foods. */
  foodPortions,
  /** Further properties of the food. */
  foodAttributes,
};

const labelFields = {
  ...productFields,
  /** Day on which the label data became available, `M/D/YYYY`. */
  availableDate: optionalNullableString,
  /** Day on which the product was discontinued, `M/D/YYYY`. Null or absent while it is sold. */
  discontinuedDate: optionalNullableString,
  /** Category of the product, such as `Popcorn, Peanuts, Seeds & Related Snacks`. */
  brandedFoodCategory: optionalNullableString,
};
const perServing = optionalNullableObject({
  /** Quantity per serving, in the unit of the nutrient: grams, milligrams or kilocalories. */
  value: optionalNullableNumber,
});

export const brandedSchema = v.object({
  ...commonFields,
  ...labelFields,
  /** Kind of the food: a product with the data of its label. */
  dataType: v.literal('Branded'),
  /** Parts of the food, such as bones or peel. Usually empty for branded foods. */
  foodComponents,
  /** Microorganisms in the food. Usually empty. */
  microbes: optionalNullableUnknowns,
  /** Versions of the record. */
  foodUpdateLog: optionalNullableObjects({
    ...labelFields,
    /** FDC ID of the version. */
    fdcId: optionalNullableNumber,
    /** Name of the food in that version. */
    description: optionalNullableString,
    /** Kind of the food in that version. */
    dataType: optionalNullableString,
    /** Class of the record in that version. */
    foodClass: optionalNullableString,
    /** Day on which that version was published, `M/D/YYYY`. */
    publicationDate: optionalNullableString,
    /** Changes in that version. */
    changes: optionalNullableString,
    /** Further properties of the food in that version. */
    foodAttributes,
  }),
  /** Nutrients on the label, per serving of `servingSize` `servingSizeUnit`. Each may be absent. */
  labelNutrients: optionalNullableObject({
    /** Energy in kilocalories per serving. */
    calories: perServing,
    /** Total fat in grams per serving. */
    fat: perServing,
    /** Saturated fat in grams per serving. */
    saturatedFat: perServing,
    /** Trans fat in grams per serving. */
    transFat: perServing,
    /** Cholesterol in milligrams per serving. */
    cholesterol: perServing,
    /** Sodium in milligrams per serving. */
    sodium: perServing,
    /** Total carbohydrates in grams per serving. */
    carbohydrates: perServing,
    /** Dietary fiber in grams per serving. */
    fiber: perServing,
    /** Total sugars in grams per serving. */
    sugars: perServing,
    /** Sugars that were added in grams per serving. */
    addedSugar: perServing,
    /** Protein in grams per serving. */
    protein: perServing,
    /** Calcium in milligrams per serving. */
    calcium: perServing,
    /** Iron in milligrams per serving. */
    iron: perServing,
    /** Potassium in milligrams per serving. */
    potassium: perServing,
  }),
});

/**
 * A product with the data of its label. Amounts in `foodNutrients` are per 100 g or 100 ml, amounts in `labelNutrients`
 * per serving.
 */
export interface BrandedFood extends v.InferOutput<typeof brandedSchema> {}

/** Fields of both kinds of analyzed foods. */
const analyzedFoodFields = {
  ...commonFields,
  /** Food group, such as vegetables. */
  foodCategory,
  /** Parts of the food, such as bones or peel. */
  foodComponents,
  /** Samples and foods from which the data was compiled. May be empty. */
  inputFoods: optionalNullableObjects({
    /** ID of the entry, not of the food. */
    id: optionalNullableNumber,
    /** Name of the sample or food. */
    foodDescription: optionalNullableString,
    /** Record of the sample or food. */
    inputFood: optionalNullableObject({
      ...inputFoodFields,
      /** Food group of the ingredient, such as vegetables. */
      foodCategory,
    }),
  }),
  /** Whether the record is for reference only: true for SR Legacy. */
  isHistoricalReference: optionalNullableBoolean,
  /** Factors by which protein and energy were calculated. */
  nutrientConversionFactors: optionalNullableObjects({
    /** Kind of factor: `.ProteinConversionFactor`, `.CalorieConversionFactor` or `.FatConversionFactor`. */
    type: optionalNullableString,
    /** The factor. Absent for energy, which has one for each of protein, fat and carbohydrate. */
    value: optionalNullableNumber,
    /** Kilocalories per gram of protein. For energy only. */
    proteinValue: optionalNullableNumber,
    /** Kilocalories per gram of fat. For energy only. */
    fatValue: optionalNullableNumber,
    /** Kilocalories per gram of carbohydrate. For energy only. */
    carbohydrateValue: optionalNullableNumber,
  }),
  /** Scientific name of the food, such as `Fragaria X ananassa`. */
  scientificName: optionalNullableString,
};

export const foundationSchema = v.object({
  ...analyzedFoodFields,
  /** Kind of the food: an analyzed basic food. */
  dataType: v.literal('Foundation'),
  /** Remark on the record. */
  footNote: optionalNullableString,
});

/** An analyzed basic food. Many have no nutrient 208 (energy), only 957 or 958. Amounts are per 100 g. */
export interface FoundationFood extends v.InferOutput<typeof foundationSchema> {}

export const srLegacySchema = v.object({
  ...analyzedFoodFields,
  /** Kind of the food: one of the Standard Reference. */
  dataType: v.literal('SR Legacy'),
});

/** A food of the Standard Reference, which has not changed since 2018. Amounts are per 100 g. */
export interface SrLegacyFood extends v.InferOutput<typeof srLegacySchema> {}

/** Fields that only survey foods have. A survey food may be an ingredient of another one. */
const surveyFields = {
  /** Code of the food in the dietary survey (FNDDS), such as `"27116100"`. */
  foodCode: optionalNullableDigits,
  /** Household portions of the food and their weights. */
  foodPortions,
  /** First day of the survey period in which the record is used, `M/D/YYYY`. */
  startDate: optionalNullableString,
  /** Last day of the survey period in which the record is used, `M/D/YYYY`. */
  endDate: optionalNullableString,
  /** Category of the food in the survey What We Eat In America (WWEIA). */
  wweiaFoodCategory: optionalNullableObject({
    /** Code of the category in the WWEIA survey. */
    wweiaFoodCategoryCode: optionalNullableDigits,
    /** Name of the category in the WWEIA survey. */
    wweiaFoodCategoryDescription: optionalNullableString,
  }),
};

export const surveySchema = v.object({
  ...commonFields,
  ...surveyFields,
  /** Kind of the food: one of the dietary survey. */
  dataType: v.literal('Survey (FNDDS)'),
  /** Ingredients from which the nutrients were calculated. */
  inputFoods: optionalNullableObjects({
    /** ID of the entry, not of the food. */
    id: optionalNullableNumber,
    /** Quantity of the ingredient, in `unit`. */
    amount: optionalNullableNumber,
    /** Name of the ingredient. */
    foodDescription: optionalNullableString,
    /** Record of the ingredient, if it is a survey food itself. */
    inputFood: optionalNullableObject({
      ...inputFoodFields,
      ...surveyFields,
      /** Nutrients of the ingredient, amounts per 100 g. */
      foodNutrients,
      /** Further properties of the ingredient. */
      foodAttributes,
    }),
    /** Code of the ingredient: an NDB number, or the `foodCode` of a survey food. */
    ingredientCode: optionalNullableDigits,
    /** Name of the ingredient in the recipe. */
    ingredientDescription: optionalNullableString,
    /** Weight of the ingredient in grams. */
    ingredientWeight: optionalNullableNumber,
    /** Code of the portion of the ingredient. */
    portionCode: optionalNullableDigits,
    /** Portion of the ingredient, in words. */
    portionDescription: optionalNullableString,
    /** Position of the ingredient in the recipe, from 1. */
    sequenceNumber: optionalNullableNumber,
    /** Code for the survey's treatment of the ingredient. */
    surveyFlag: optionalNullableNumber,
    /** Unit of `amount`, such as `TB` for tablespoons. */
    unit: optionalNullableString,
    /** Share of the nutrients that the ingredient keeps when it is prepared. */
    retentionFactor: optionalNullableObject({
      /** ID of the retention factor. */
      id: optionalNullableNumber,
      /** Code of the retention factor. */
      code: optionalNullableDigits,
      /** Preparation that the factor is for, in words. */
      description: optionalNullableString,
    }),
  }),
});

/** A food of the dietary survey, with the ingredients from which its amounts were calculated. Amounts are per 100 g. */
export interface SurveyFood extends v.InferOutput<typeof surveySchema> {}

// Other kinds pass with any `dataType`. The type names only one value, because with `string`, no comparison of
// `dataType` would narrow the union.
export const otherSchema = v.object({
  ...commonFields,
  /** Food group, such as vegetables. */
  foodCategory,
  /** Kind of the food: `Experimental`, or a value newer than this package. */
  dataType: known('Experimental') as v.GenericSchema as v.GenericSchema<'Experimental'>,
});

/** A research food, or a kind of record that is newer than this package; the latter has another `dataType`. */
export interface OtherFood extends v.InferOutput<typeof otherSchema> {}

/**
 * A food; `dataType` identifies its kind. Dates are `M/D/YYYY`. With `format: 'abridged'` most fields are absent, dates
 * are `YYYY-MM-DD`, and rows of `foodNutrients` have `number`, `name` and `unitName` directly instead of in `nutrient`.
 */
export type Food = BrandedFood | FoundationFood | SrLegacyFood | SurveyFood | OtherFood;

const schemaOfDataType = new Map<unknown, v.GenericSchema>([
  ['Branded', brandedSchema],
  ['Foundation', foundationSchema],
  ['SR Legacy', srLegacySchema],
  ['Survey (FNDDS)', surveySchema],
]);

// This is not a union, because an invalid record of a known kind would then pass as one of an unknown kind. Tools that
// read the declarations find the schemas of the kinds in `options`.
export const foodSchema = Object.assign(
  v.lazy((food) => schemaOfDataType.get((food as Partial<Food> | null)?.dataType) ?? otherSchema),
  { options: [...schemaOfDataType.values(), otherSchema] },
) as never as v.GenericSchema<unknown, Food>;
