import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { accountParams, answered, docs, text } from '../plaid.ts';
import { type Account, accountSchema } from './accounts.ts';
import { itemSchema } from './item.ts';

const maybe = v.nullish(v.boolean());
const numbered = { account_id: v.string(), account: v.string() };

const authSchema = v.object({
  accounts: v.array(named<Account>(accountSchema)),
  numbers: v.object({
    ach: v.array(
      v.object({
        ...numbered,
        routing: v.string(),
        wire_routing: text,
        is_tokenized_account_number: v.optional(v.boolean()),
        can_transfer_in: maybe,
        can_transfer_out: maybe,
      }),
    ),
    eft: v.array(v.object({ ...numbered, institution: v.string(), branch: v.string() })),
    international: v.array(v.object({ account_id: v.string(), iban: v.string(), bic: v.string() })),
    bacs: v.array(v.object({ ...numbered, sort_code: v.string() })),
  }),
  item: itemSchema,
  ...answered,
});

/** Accounts with their account and routing numbers: `ach` in the US, `eft` in Canada, `bacs` in the UK, else IBANs. */
export interface AuthNumbers extends v.InferOutput<typeof authSchema> {}

/** Account and routing numbers. */
export const auth = {
  /**
   * Gives the numbers of the checking and savings accounts of an Item. `not_found` when it has none of them.
   *
   * @see https://plaid.com/docs/api/products/auth/#authget
   */
  get: endpoint({
    method: 'POST',
    path: '/auth/get',
    auth: 'key',
    idempotent: true,
    body: v.object(accountParams),
    response: named<AuthNumbers>(authSchema),
    docs: docs('products/auth/#authget'),
  }),
};
