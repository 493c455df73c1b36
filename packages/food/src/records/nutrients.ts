import {
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObject,
  optionalNullableObjects,
  optionalNullableString,
} from '../schema.ts';
import { flatNutrient } from './shared.ts';

const derivation = {
  /** ID of the method by which the amount was determined. */
  id: optionalNullableNumber,
  /** Code of the method, such as `LCCD`. */
  code: optionalNullableDigits,
  /** What the method is, in words, such as a calculation from the daily value on a label. */
  description: optionalNullableString,
};

const nutrientSource = {
  /** ID of the kind of source. */
  id: optionalNullableNumber,
  /** Code of the kind of source, such as `12`. */
  code: optionalNullableDigits,
  /** What the source is, in words, such as analytical data of the manufacturer. */
  description: optionalNullableString,
};

/** Nutrients of a full record. */
export const foodNutrients = optionalNullableObjects({
  ...flatNutrient,
  /** ID of the row, not of the nutrient. May be absent on headings. */
  id: optionalNullableNumber,
  /** Kind of the row: always `FoodNutrient`. */
  type: optionalNullableString,
  /** The nutrient that the row is about. */
  nutrient: optionalNullableObject({
    /** ID of the nutrient, such as 1003 for protein. */
    id: optionalNullableNumber,
    /** Number of the nutrient, such as `"203"` for protein; the parameter `nutrients` takes numbers. */
    number: optionalNullableDigits,
    /** Name of the nutrient, such as `Iron, Fe`. */
    name: optionalNullableString,
    /** Position of the nutrient in tables; lower ones come first. */
    rank: optionalNullableNumber,
    /** Unit of the amounts of the row: `g`, `mg`, `µg`, `kcal`, `kJ`, `IU`. */
    unitName: optionalNullableString,
  }),
  /** How the amount was determined. Null, absent or empty when unknown. */
  foodNutrientDerivation: optionalNullableObject({
    ...derivation,
    /** Where the amount comes from. */
    foodNutrientSource: optionalNullableObject(nutrientSource),
  }),
  /** Number of analyses on which the amount is based. */
  dataPoints: optionalNullableNumber,
  /** Lowest quantity that was measured, in the unit of the nutrient. */
  min: optionalNullableNumber,
  /** Highest quantity that was measured, in the unit of the nutrient. */
  max: optionalNullableNumber,
  /** Median of the quantities that were measured, in the unit of the nutrient. */
  median: optionalNullableNumber,
  /** Year in which the oldest of the samples was acquired. */
  minYearAcquired: optionalNullableNumber,
  /** Limit of quantification: the smallest quantity that the analysis can determine. */
  loq: optionalNullableNumber,
  /** Remark on the amount. */
  footnote: optionalNullableString,
  /** Single analyses of the amount. Foundation foods only. */
  nutrientAnalysisDetails: optionalNullableObjects({
    /** ID of the part of the sample that was analyzed. */
    subSampleId: optionalNullableNumber,
    /** Quantity that was measured, in the unit of the nutrient. */
    amount: optionalNullableNumber,
    /** ID of the nutrient, such as 1003 for protein. */
    nutrientId: optionalNullableNumber,
    /** Laboratory method, in words or as a DOI. */
    labMethodDescription: optionalNullableString,
    /** Laboratory method, as the laboratory described it. */
    labMethodOriginalDescription: optionalNullableString,
    /** URL of a description of the laboratory method. */
    labMethodLink: optionalNullableString,
    /** Technique of the laboratory method. */
    labMethodTechnique: optionalNullableString,
    /** Where and when the samples were acquired. */
    nutrientAcquisitionDetails: optionalNullableObjects({
      /** ID of the unit that was sampled. */
      sampleUnitId: optionalNullableNumber,
      /** Day on which the sample was bought, `M/D/YYYY`. */
      purchaseDate: optionalNullableString,
      /** City of the store where the sample was bought. */
      storeCity: optionalNullableString,
      /** State of the store where the sample was bought, such as `AL`. */
      storeState: optionalNullableString,
      /** City of the company that packed the sample. */
      packerCity: optionalNullableString,
      /** State of the company that packed the sample, such as `AL`. */
      packerState: optionalNullableString,
    }),
  }),
});
