import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import {
  fileBytes,
  isoDate,
  itemParams,
  nonEmptyString,
  nullableString,
  optionalNullableString,
  requestId,
} from '../schema.ts';

const statementsSchema = v.object({
  accounts: v.array(
    v.object({
      account_id: v.string(),
      account_mask: nullableString,
      account_name: v.string(),
      account_official_name: nullableString,
      account_subtype: v.string(),
      account_type: v.string(),
      statements: v.array(
        v.object({
          statement_id: v.string(),
          date_posted: optionalNullableString,
          month: v.number(),
          year: v.number(),
        }),
      ),
    }),
  ),
  institution_id: v.string(),
  institution_name: v.string(),
  item_id: v.string(),
  ...requestId,
});

/** The statements of an Item, by account. `month` is 1 for January. */
export interface Statements extends v.InferOutput<typeof statementsSchema> {}

/** Bank statements, as the bank prints them. */
export const statements = {
  /**
   * Gives what statements there are, by account.
   *
   * @see https://plaid.com/docs/api/products/statements/#statementslist
   */
  list: endpoint({
    ...idempotentPost,
    path: '/statements/list',
    body: v.object(itemParams),
    response: named<Statements>(statementsSchema),
    docs: docs('products/statements/#statementslist'),
  }),

  /**
   * Gives one statement, the bytes of a PDF. `maxBodyBytes` of the client bounds its size.
   *
   * @see https://plaid.com/docs/api/products/statements/#statementsdownload
   */
  download: endpoint({
    ...idempotentPost,
    path: '/statements/download',
    body: v.object({ ...itemParams, statement_id: nonEmptyString }),
    as: 'bytes',
    response: fileBytes,
    docs: docs('products/statements/#statementsdownload'),
  }),

  /**
   * Asks the bank for the statements between two days, at most two years apart. They come later; a webhook tells of
   * them.
   *
   * @see https://plaid.com/docs/api/products/statements/#statementsrefresh
   */
  refresh: endpoint({
    ...idempotentPost,
    path: '/statements/refresh',
    body: v.object({ ...itemParams, start_date: isoDate, end_date: isoDate }),
    response: v.object(requestId),
    docs: docs('products/statements/#statementsrefresh'),
  }),
};
