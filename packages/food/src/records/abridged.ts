import { known } from '@x/core';
import * as v from 'valibot';
import { optionalNullableDigits, optionalNullableObjects, optionalNullableString } from '../schema.ts';
import { flatNutrient, foodIdentity } from './shared.ts';

export const dataTypes = known('Branded', 'Foundation', 'SR Legacy', 'Survey (FNDDS)', 'Experimental');

export const abridgedSchema = v.object({
  ...foodIdentity,
  dataType: dataTypes,
  publicationDate: optionalNullableString,
  brandOwner: optionalNullableString,
  gtinUpc: optionalNullableString,
  ndbNumber: optionalNullableDigits,
  foodCode: optionalNullableDigits,
  foodNutrients: optionalNullableObjects(flatNutrient),
});

/** A food in short, as lists give it. `publicationDate` is `YYYY-MM-DD`, nutrient amounts are per 100 g or 100 ml. */
export interface AbridgedFood extends v.InferOutput<typeof abridgedSchema> {}
