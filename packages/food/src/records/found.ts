import * as v from 'valibot';
import { searchSchema } from './search.ts';

export const foundSchema = v.object({
  ...searchSchema.entries,
  /** Words of the text, in its order, and the field of the food in which each occurs. */
  evidence: v.optional(
    v.array(
      v.object({
        /** A word of the text, in lower case. */
        word: v.string(),
        /** Field that contains the word, such as `description`. Undefined if none does. */
        field: v.optional(v.string()),
      }),
    ),
    [],
  ),
});

/** A food as `foods.find` returns it: a search result, with the reason why it was found. */
export interface FoundFood extends v.InferOutput<typeof foundSchema> {}
