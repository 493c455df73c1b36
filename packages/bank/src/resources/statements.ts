import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, readPersonal } from '../declarations.ts';
import {
  fileBytes,
  isoDate,
  itemParams,
  nonEmptyString,
  nullableString,
  optionalNullableString,
  requestId,
} from '../schema.ts';

export const statementsSchema = v.object({
  /** Accounts with their statements. */
  accounts: v.array(
    v.object({
      /** ID of the account that the statements are of. */
      account_id: v.string(),
      /** Last 2 to 4 characters of the account number. Null when not known. */
      account_mask: nullableString,
      /** Name of the account, chosen by its holder or by the institution. */
      account_name: v.string(),
      /** Official name that the institution uses for the account. Null when not known. */
      account_official_name: nullableString,
      /** Finer kind of account, such as `checking`. */
      account_subtype: v.string(),
      /** Kind of account, such as `depository`. */
      account_type: v.string(),
      /** Statements that can be downloaded. */
      statements: v.array(
        v.object({
          /** ID of the statement, for `statements.download`. */
          statement_id: v.string(),
          /** Day on which the bank posted the statement, `YYYY-MM-DD`. Null or absent when not known. */
          date_posted: optionalNullableString,
          /** Month of the statement, 1 (January) to 12. */
          month: v.number(),
          /** Year of the statement, four digits. */
          year: v.number(),
        }),
      ),
    }),
  ),
  /** ID of the institution (`ins_109508`). */
  institution_id: v.string(),
  /** Name of the institution that issued the statements. */
  institution_name: v.string(),
  /** ID of the Item that the accounts belong to. */
  item_id: v.string(),
  ...requestId,
});

/** The statements of an Item, by account. */
export interface Statements extends v.InferOutput<typeof statementsSchema> {}

/** Bank statements, as PDF files of the bank. */
export const statements = {
  /** Returns the statements that can be downloaded, by account. */
  list: endpoint({
    ...readPersonal,
    path: '/statements/list',
    body: v.object(itemParams),
    response: named<Statements>(statementsSchema),
    docs: docs('products/statements/#statementslist'),
  }),

  /** Returns one statement as the bytes of a PDF. The client option `maxBodyBytes` limits its size. */
  download: endpoint({
    ...readPersonal,
    path: '/statements/download',
    body: v.object({
      ...itemParams,
      /** ID of the statement, from `statements.list`. */
      statement_id: nonEmptyString,
    }),
    as: 'bytes',
    response: fileBytes,
    docs: docs('products/statements/#statementsdownload'),
  }),

  /**
   * Asks the bank for the statements of a range of days, at most two years. They arrive later; a webhook reports them.
   */
  refresh: endpoint({
    ...idempotentWrite,
    path: '/statements/refresh',
    costs: costs.statements,
    body: v.object({
      ...itemParams,
      /** First day of the range, `YYYY-MM-DD`. */
      start_date: isoDate,
      /** Last day of the range, `YYYY-MM-DD`, at most two years after the first. */
      end_date: isoDate,
    }),
    response: v.object(requestId),
    docs: docs('products/statements/#statementsrefresh'),
  }),
};
