import { known } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableObjects, optionalNullableString } from '../schema.ts';
import { flatNutrient, foodIdentity, identifierFields } from './shared.ts';

export const dataTypes = known('Branded', 'Foundation', 'SR Legacy', 'Survey (FNDDS)', 'Experimental');

export const abridgedSchema = v.object({
  ...foodIdentity,
  /** Kind of the food. */
  dataType: dataTypes,
  /** Day on which the record was published, `YYYY-MM-DD`. */
  publicationDate: optionalNullableString,
  ...identifierFields,
  /** Nutrients of the food, amounts per 100 g or 100 ml. May be empty. */
  foodNutrients: optionalNullableObjects(flatNutrient),
});

/** A food in short form, as `foods.list` returns it. */
export interface AbridgedFood extends v.InferOutput<typeof abridgedSchema> {}
