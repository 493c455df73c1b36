import {
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObject,
  optionalNullableObjects,
  optionalNullableString,
} from '../schema.ts';
import { flatNutrient } from './shared.ts';

const derivation = {
  /** ID of the method that determined the amount. */
  id: optionalNullableNumber,
  /** Code of the method, such as `LCCD`. */
  code: optionalNullableDigits,
  /** Method in words, such as a calculation from the daily value on a label. */
  description: optionalNullableString,
};

const nutrientSource = {
  /** ID of the kind of source. */
  id: optionalNullableNumber,
  /** Code of the kind of source, such as `12`. */
  code: optionalNullableDigits,
  /** Source in words, such as analytical data from the manufacturer. */
  description: optionalNullableString,
};

/** Nutrients of a full record. */
export const foodNutrients = optionalNullableObjects({
  ...flatNutrient,
  /** ID of the row, not of the nutrient. May be absent on headings. */
  id: optionalNullableNumber,
  /** Kind of the row: always `FoodNutrient`. */
  type: optionalNullableString,
  /** Nutrient of the row. */
  nutrient: optionalNullableObject({
    /** ID of the nutrient, such as 1003 for protein. */
    id: optionalNullableNumber,
    /** Number of the nutrient, such as `"203"` for protein; the `nutrients` parameter expects numbers. */
    number: optionalNullableDigits,
    /** Name of the nutrient, such as `Iron, Fe`. */
    name: optionalNullableString,
    /** Position of the nutrient in tables; lower ones come first. */
    rank: optionalNullableNumber,
    /** Unit of the amounts of the row: `g`, `mg`, `µg`, `kcal`, `kJ`, `IU`. */
    unitName: optionalNullableString,
  }),
  /** Method that determined the amount. Null, absent or empty if unknown. */
  foodNutrientDerivation: optionalNullableObject({
    ...derivation,
    /** Source of the amount. */
    foodNutrientSource: optionalNullableObject(nutrientSource),
  }),
  /** Number of analyses on which the amount is based. */
  dataPoints: optionalNullableNumber,
  /** Lowest measured quantity, in the unit of the nutrient. */
  min: optionalNullableNumber,
  /** Highest measured quantity, in the unit of the nutrient. */
  max: optionalNullableNumber,
  /** Median of the measured quantities, in the unit of the nutrient. */
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
    /** Measured quantity, in the unit of the nutrient. */
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
    /** Places and dates at which the samples were acquired. */
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
