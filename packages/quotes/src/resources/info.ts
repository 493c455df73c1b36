import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../quotable.ts';

const countSchema = v.object({ quotes: v.number(), authors: v.number(), tags: v.number() });

/** How many records the server has. */
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
