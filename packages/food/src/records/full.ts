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
import { flatNutrient, foodAttributes, foodIdentity, productFields } from './shared.ts';

const codeAndDescription = {
  id: optionalNullableNumber,
  code: optionalNullableDigits,
  description: optionalNullableString,
};
const foodCategory = optionalNullableObject(codeAndDescription);

const foodNutrients = optionalNullableObjects({
  ...flatNutrient,
  id: optionalNullableNumber,
  type: optionalNullableString,
  nutrient: optionalNullableObject({
    id: optionalNullableNumber,
    number: optionalNullableDigits,
    name: optionalNullableString,
    rank: optionalNullableNumber,
    unitName: optionalNullableString,
  }),
  foodNutrientDerivation: optionalNullableObject({
    ...codeAndDescription,
    foodNutrientSource: optionalNullableObject(codeAndDescription),
  }),
  dataPoints: optionalNullableNumber,
  min: optionalNullableNumber,
  max: optionalNullableNumber,
  median: optionalNullableNumber,
  minYearAcquired: optionalNullableNumber,
  loq: optionalNullableNumber,
  footnote: optionalNullableString,
  nutrientAnalysisDetails: optionalNullableObjects({
    subSampleId: optionalNullableNumber,
    amount: optionalNullableNumber,
    nutrientId: optionalNullableNumber,
    labMethodDescription: optionalNullableString,
    labMethodOriginalDescription: optionalNullableString,
    labMethodLink: optionalNullableString,
    labMethodTechnique: optionalNullableString,
    nutrientAcquisitionDetails: optionalNullableObjects({
      sampleUnitId: optionalNullableNumber,
      purchaseDate: optionalNullableString,
      storeCity: optionalNullableString,
      storeState: optionalNullableString,
      packerCity: optionalNullableString,
      packerState: optionalNullableString,
    }),
  }),
});

const foodPortions = optionalNullableObjects({
  id: optionalNullableNumber,
  amount: optionalNullableNumber,
  gramWeight: optionalNullableNumber,
  value: optionalNullableNumber,
  dataPoints: optionalNullableNumber,
  minYearAcquired: optionalNullableNumber,
  sequenceNumber: optionalNullableNumber,
  modifier: optionalNullableString,
  portionDescription: optionalNullableString,
  measureUnit: optionalNullableObject({
    id: optionalNullableNumber,
    name: optionalNullableString,
    abbreviation: optionalNullableString,
  }),
});

const foodComponents = optionalNullableObjects({
  id: optionalNullableNumber,
  name: optionalNullableString,
  dataPoints: optionalNullableNumber,
  gramWeight: optionalNullableNumber,
  isRefuse: optionalNullableBoolean,
  minYearAcquired: optionalNullableNumber,
  percentWeight: optionalNullableNumber,
});

/** Members of a food that another one is made of. */
const inputFoodFields = {
  fdcId: optionalNullableNumber,
  description: optionalNullableString,
  dataType: optionalNullableString,
  foodClass: optionalNullableString,
  publicationDate: optionalNullableString,
};

/** Members of every full record. */
const commonFields = {
  ...foodIdentity,
  foodClass: optionalNullableString,
  publicationDate: optionalNullableString,
  foodNutrients,
  foodAttributes,
};

const labelFields = {
  ...productFields,
  availableDate: optionalNullableString,
  discontinuedDate: optionalNullableString,
  brandedFoodCategory: optionalNullableString,
};
const perServing = optionalNullableObject({ value: optionalNullableNumber });

const brandedSchema = v.object({
  ...commonFields,
  ...labelFields,
  dataType: v.literal('Branded'),
  foodPortions,
  foodComponents,
  microbes: optionalNullableUnknowns,
  foodUpdateLog: optionalNullableObjects({
    ...labelFields,
    fdcId: optionalNullableNumber,
    description: optionalNullableString,
    dataType: optionalNullableString,
    foodClass: optionalNullableString,
    publicationDate: optionalNullableString,
    changes: optionalNullableString,
    foodAttributes,
  }),
  labelNutrients: optionalNullableObject({
    calories: perServing,
    fat: perServing,
    saturatedFat: perServing,
    transFat: perServing,
    cholesterol: perServing,
    sodium: perServing,
    carbohydrates: perServing,
    fiber: perServing,
    sugars: perServing,
    addedSugar: perServing,
    protein: perServing,
    calcium: perServing,
    iron: perServing,
    potassium: perServing,
  }),
});

/**
 * A product with the data of its label. `foodNutrients` are per 100 g or 100 ml, `labelNutrients` per serving of
 * `servingSize` `servingSizeUnit` (`g`, `GRM`, `ml`, `MLT`, `IU`). `gtinUpc` keeps its leading zeros; several records may have
 * the same.
 */
export interface BrandedFood extends v.InferOutput<typeof brandedSchema> {}

/** Members of both kinds of analysed foods. */
const analyzedFoodFields = {
  ...commonFields,
  foodCategory,
  foodComponents,
  foodPortions,
  inputFoods: optionalNullableObjects({
    id: optionalNullableNumber,
    foodDescription: optionalNullableString,
    inputFood: optionalNullableObject({ ...inputFoodFields, foodCategory }),
  }),
  isHistoricalReference: optionalNullableBoolean,
  ndbNumber: optionalNullableDigits,
  nutrientConversionFactors: optionalNullableObjects({
    type: optionalNullableString,
    value: optionalNullableNumber,
    proteinValue: optionalNullableNumber,
    fatValue: optionalNullableNumber,
    carbohydrateValue: optionalNullableNumber,
  }),
  scientificName: optionalNullableString,
};

const foundationSchema = v.object({
  ...analyzedFoodFields,
  dataType: v.literal('Foundation'),
  footNote: optionalNullableString,
});

/** An analysed basic food. Many have no nutrient 208 (energy), only 957 or 958. Amounts are per 100 g. */
export interface FoundationFood extends v.InferOutput<typeof foundationSchema> {}

const srLegacySchema = v.object({ ...analyzedFoodFields, dataType: v.literal('SR Legacy') });

/** A food of the Standard Reference, which has not changed since 2018. Amounts are per 100 g. */
export interface SrLegacyFood extends v.InferOutput<typeof srLegacySchema> {}

/** Members of survey foods alone, which may be made of each other. */
const surveyFields = {
  foodCode: optionalNullableDigits,
  foodPortions,
  startDate: optionalNullableString,
  endDate: optionalNullableString,
  wweiaFoodCategory: optionalNullableObject({
    wweiaFoodCategoryCode: optionalNullableDigits,
    wweiaFoodCategoryDescription: optionalNullableString,
  }),
};

const surveySchema = v.object({
  ...commonFields,
  ...surveyFields,
  dataType: v.literal('Survey (FNDDS)'),
  inputFoods: optionalNullableObjects({
    id: optionalNullableNumber,
    amount: optionalNullableNumber,
    foodDescription: optionalNullableString,
    inputFood: optionalNullableObject({ ...inputFoodFields, ...surveyFields, foodNutrients, foodAttributes }),
    ingredientCode: optionalNullableDigits,
    ingredientDescription: optionalNullableString,
    ingredientWeight: optionalNullableNumber,
    portionCode: optionalNullableDigits,
    portionDescription: optionalNullableString,
    sequenceNumber: optionalNullableNumber,
    surveyFlag: optionalNullableNumber,
    unit: optionalNullableString,
    retentionFactor: optionalNullableObject(codeAndDescription),
  }),
});

/** A food of the dietary survey, with the ingredients its amounts were calculated of. Amounts are per 100 g. */
export interface SurveyFood extends v.InferOutput<typeof surveySchema> {}

// Other kinds pass whatever their name is. The type has one name, since with `string` no comparison of `dataType`
// would narrow the union any more.
const otherSchema = v.object({
  ...commonFields,
  foodCategory,
  dataType: v.string() as never as v.GenericSchema<'Experimental'>,
});

/** A research food, or a kind of record that is newer than this package: then `dataType` has another value. */
export interface OtherFood extends v.InferOutput<typeof otherSchema> {}

/**
 * A food; `dataType` tells its kind. Dates are `M/D/YYYY`. With `format: 'abridged'` most members are absent, dates are
 * `YYYY-MM-DD`, and rows of `foodNutrients` have `number`, `name` and `unitName` themselves instead of in `nutrient`.
 */
export type Food = BrandedFood | FoundationFood | SrLegacyFood | SurveyFood | OtherFood;

const schemaOfDataType = new Map<unknown, v.GenericSchema>([
  ['Branded', brandedSchema],
  ['Foundation', foundationSchema],
  ['SR Legacy', srLegacySchema],
  ['Survey (FNDDS)', surveySchema],
]);

// Not a union: a damaged record of a known kind would pass as one of an unknown kind. `options` are for those who read
// declarations.
export const foodSchema = Object.assign(
  v.lazy((food) => schemaOfDataType.get((food as Partial<Food> | null)?.dataType) ?? otherSchema),
  { options: [...schemaOfDataType.values(), otherSchema] },
) as never as v.GenericSchema<unknown, Food>;
