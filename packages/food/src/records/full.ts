import * as v from 'valibot';
import {
  amount,
  digits,
  flag,
  flatNutrient,
  foodAttributes,
  identity,
  many,
  one,
  product,
  text,
  unseen,
} from './parts.ts';

const labelled = { id: amount, code: digits, description: text };
const foodCategory = one(labelled);

const foodNutrients = many({
  ...flatNutrient,
  id: amount,
  type: text,
  nutrient: one({ id: amount, number: digits, name: text, rank: amount, unitName: text }),
  foodNutrientDerivation: one({ ...labelled, foodNutrientSource: one(labelled) }),
  dataPoints: amount,
  min: amount,
  max: amount,
  median: amount,
  minYearAcquired: amount,
  loq: amount,
  footnote: text,
  nutrientAnalysisDetails: many({
    subSampleId: amount,
    amount,
    nutrientId: amount,
    labMethodDescription: text,
    labMethodOriginalDescription: text,
    labMethodLink: text,
    labMethodTechnique: text,
    nutrientAcquisitionDetails: many({
      sampleUnitId: amount,
      purchaseDate: text,
      storeCity: text,
      storeState: text,
      packerCity: text,
      packerState: text,
    }),
  }),
});

const foodPortions = many({
  id: amount,
  amount,
  gramWeight: amount,
  value: amount,
  dataPoints: amount,
  minYearAcquired: amount,
  sequenceNumber: amount,
  modifier: text,
  portionDescription: text,
  measureUnit: one({ id: amount, name: text, abbreviation: text }),
});

const foodComponents = many({
  id: amount,
  name: text,
  dataPoints: amount,
  gramWeight: amount,
  isRefuse: flag,
  minYearAcquired: amount,
  percentWeight: amount,
});

/** Members of a food that another one is made of. */
const part = { fdcId: amount, description: text, dataType: text, foodClass: text, publicationDate: text };

/** Members of every full record. */
const common = { ...identity, foodClass: text, publicationDate: text, foodNutrients, foodAttributes };

const label = { ...product, availableDate: text, discontinuedDate: text, brandedFoodCategory: text };
const perServing = one({ value: amount });

const brandedSchema = v.object({
  ...common,
  ...label,
  dataType: v.literal('Branded'),
  foodPortions,
  foodComponents,
  microbes: unseen,
  foodUpdateLog: many({
    ...label,
    fdcId: amount,
    description: text,
    dataType: text,
    foodClass: text,
    publicationDate: text,
    changes: text,
    foodAttributes,
  }),
  labelNutrients: one({
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
const analysed = {
  ...common,
  foodCategory,
  foodComponents,
  foodPortions,
  inputFoods: many({ id: amount, foodDescription: text, inputFood: one({ ...part, foodCategory }) }),
  isHistoricalReference: flag,
  ndbNumber: digits,
  nutrientConversionFactors: many({
    type: text,
    value: amount,
    proteinValue: amount,
    fatValue: amount,
    carbohydrateValue: amount,
  }),
  scientificName: text,
};

const foundationSchema = v.object({ ...analysed, dataType: v.literal('Foundation'), footNote: text });

/** An analysed basic food. Many have no nutrient 208 (energy), only 957 or 958. Amounts are per 100 g. */
export interface FoundationFood extends v.InferOutput<typeof foundationSchema> {}

const srLegacySchema = v.object({ ...analysed, dataType: v.literal('SR Legacy') });

/** A food of the Standard Reference, which has not changed since 2018. Amounts are per 100 g. */
export interface SrLegacyFood extends v.InferOutput<typeof srLegacySchema> {}

/** Members of survey foods alone, which may be made of each other. */
const surveyed = {
  foodCode: digits,
  foodPortions,
  startDate: text,
  endDate: text,
  wweiaFoodCategory: one({ wweiaFoodCategoryCode: digits, wweiaFoodCategoryDescription: text }),
};

const surveySchema = v.object({
  ...common,
  ...surveyed,
  dataType: v.literal('Survey (FNDDS)'),
  inputFoods: many({
    id: amount,
    amount,
    foodDescription: text,
    inputFood: one({ ...part, ...surveyed, foodNutrients, foodAttributes }),
    ingredientCode: digits,
    ingredientDescription: text,
    ingredientWeight: amount,
    portionCode: digits,
    portionDescription: text,
    sequenceNumber: amount,
    surveyFlag: amount,
    unit: text,
    retentionFactor: one(labelled),
  }),
});

/** A food of the dietary survey, with the ingredients its amounts were calculated of. Amounts are per 100 g. */
export interface SurveyFood extends v.InferOutput<typeof surveySchema> {}

// Other kinds pass whatever their name is. The type has one name, since with `string` no comparison of `dataType`
// would narrow the union any more.
const otherSchema = v.object({
  ...common,
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

const kinds = new Map<unknown, v.GenericSchema>([
  ['Branded', brandedSchema],
  ['Foundation', foundationSchema],
  ['SR Legacy', srLegacySchema],
  ['Survey (FNDDS)', surveySchema],
]);

// Not a union: a damaged record of a known kind would pass as one of an unknown kind. `options` are for those who read
// declarations.
export const foodSchema = Object.assign(
  v.lazy((food) => kinds.get((food as Partial<Food> | null)?.dataType) ?? otherSchema),
  { options: [...kinds.values(), otherSchema] },
) as never as v.GenericSchema<unknown, Food>;
