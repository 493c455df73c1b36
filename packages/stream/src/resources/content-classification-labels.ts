import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';

const labelSchema = v.object({ id: v.string(), name: v.string(), description: v.string() });

/** What a broadcaster warns viewers of. */
export interface ContentClassificationLabel extends v.InferOutput<typeof labelSchema> {}

/** Content classification labels. */
export const contentClassificationLabels = {
  /**
   * Lists the labels that there are, in the language of `locale`: `de-DE`, default `en-US`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-content-classification-labels
   */
  list: list({
    method: 'GET',
    path: '/content_classification_labels',
    auth: 'app-or-user',
    query: v.object({ locale: v.optional(v.string()) }),
    item: named<ContentClassificationLabel>(labelSchema),
    paging: singlePage,
    docs: docs('get-content-classification-labels'),
  }),
};
