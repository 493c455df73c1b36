import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { optionalNullableNumber } from '../schema.ts';

const countSchema = v.object({
  /** Number of quotes; null or absent when the server has not stored it. */
  quotes: optionalNullableNumber,
  /** Number of authors; null or absent when the server has not stored it. */
  authors: optionalNullableNumber,
  /** Number of tags; null or absent when the server has not stored it. */
  tags: optionalNullableNumber,
});

/** How many records the server has. The server stores these numbers, and may lack some: those are null or absent. */
export interface Count extends v.InferOutput<typeof countSchema> {}

/** About the server. */
export const info = {
  /**
   * Counts quotes, authors and tags.
   *
   * @see https://github.com/lukePeavey/quotable
   */
  count: endpoint({
    method: 'GET',
    path: '/info/count',
    auth: 'none',
    response: named<Count>(countSchema),
    docs: docs('api-reference'),
  }),
};
