import { list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';

export const labelSchema = v.object({
  /** ID of the label, such as `Gambling`. */
  id: v.string(),
  /** Name of the label, in the requested language. */
  name: v.string(),
  /** When the label applies, in the requested language. */
  description: v.string(),
});

/** A label that warns viewers of the content of a broadcast. */
export interface ContentClassificationLabel extends v.InferOutput<typeof labelSchema> {}

/** Labels that warn viewers of the content of a broadcast. */
export const contentClassificationLabels = {
  /** Lists all content classification labels. */
  list: list({
    method: 'GET',
    path: '/content_classification_labels',
    auth: 'app-or-user',
    query: v.object({
      /** Language of names and descriptions, such as `de-DE`. Default `en-US`. */
      locale: v.optional(v.string()),
    }),
    item: named<ContentClassificationLabel>(labelSchema),
    paging: singlePage,
    docs: docs('ccls/#get-content-classification-labels'),
  }),
};
