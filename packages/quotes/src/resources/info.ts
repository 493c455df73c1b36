import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { optionalNullableNumber } from '../schema.ts';

export const countSchema = v.object({
  /** Number of quotes on the server. Null or absent when the server has not stored it. */
  quotes: optionalNullableNumber,
  /** Number of authors on the server. Null or absent when the server has not stored it. */
  authors: optionalNullableNumber,
  /** Number of tags on the server. Null or absent when the server has not stored it. */
  tags: optionalNullableNumber,
});

/** Numbers of records on the server. The server stores these numbers separately, and may lack some of them. */
export interface Count extends v.InferOutput<typeof countSchema> {}

/** Numbers of records on the server. */
export const info = {
  /**
   * Returns the numbers of quotes, authors and tags.
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
