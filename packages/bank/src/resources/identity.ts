import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { accountParams, answered, docs, text } from '../plaid.ts';
import { accountFields } from './accounts.ts';
import { itemSchema } from './item.ts';

const ownerSchema = v.object({
  names: v.array(v.string()),
  phone_numbers: v.array(
    v.object({
      data: v.string(),
      primary: v.boolean(),
      type: known('home', 'work', 'office', 'mobile', 'mobile1', 'other'),
    }),
  ),
  emails: v.array(v.object({ data: v.string(), primary: v.boolean(), type: known('primary', 'secondary', 'other') })),
  addresses: v.array(
    v.object({
      data: v.object({ city: text, region: text, street: v.string(), postal_code: text, country: text }),
      primary: v.optional(v.boolean()),
    }),
  ),
});

/** Who an account belongs to, as the bank has it on file. */
export interface Owner extends v.InferOutput<typeof ownerSchema> {}

const identitySchema = v.object({
  accounts: v.array(v.object({ ...accountFields, owners: v.array(named<Owner>(ownerSchema)) })),
  item: itemSchema,
  ...answered,
});

/** Accounts with their owners. */
export interface Identity extends v.InferOutput<typeof identitySchema> {}

/** Who accounts belong to. */
export const identity = {
  /**
   * Gives the names, addresses, phone numbers and e-mail addresses that the bank holds for each account.
   *
   * @see https://plaid.com/docs/api/products/identity/#identityget
   */
  get: endpoint({
    method: 'POST',
    path: '/identity/get',
    auth: 'key',
    idempotent: true,
    body: v.object(accountParams),
    response: named<Identity>(identitySchema),
    docs: docs('products/identity/#identityget'),
  }),
};
