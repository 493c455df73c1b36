import { known } from '@x/core';
import * as v from 'valibot';
import { digits, flatNutrient, identity, many, text } from './parts.ts';

export const dataTypes = known('Branded', 'Foundation', 'SR Legacy', 'Survey (FNDDS)', 'Experimental');

export const abridgedSchema = v.object({
  ...identity,
  dataType: dataTypes,
  publicationDate: text,
  brandOwner: text,
  gtinUpc: text,
  ndbNumber: digits,
  foodCode: digits,
  foodNutrients: many(flatNutrient),
});

/** A food in short, as lists give it. `publicationDate` is `YYYY-MM-DD`, nutrient amounts are per 100 g or 100 ml. */
export interface AbridgedFood extends v.InferOutput<typeof abridgedSchema> {}
