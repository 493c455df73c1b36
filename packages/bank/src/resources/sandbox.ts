import { endpoint } from '@x/core';
import * as v from 'valibot';
import { answered, day, daysRequested, docs, filled, itemParams } from '../plaid.ts';
import { startProductsParam } from '../vocabulary.ts';

const word = v.optional(v.string());

/** What only the provider's sandbox has; elsewhere `permission_denied`. */
export const sandbox = {
  /**
   * Links a bank without Link: gives the public token that Link would give. The user `user_good` (default, password
   * `pass_good`) has a fixed history, `user_transactions_dynamic` one that grows; the password `error_<CODE>` makes an
   * Item with that error.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxpublic_tokencreate
   */
  createPublicToken: endpoint({
    method: 'POST',
    path: '/sandbox/public_token/create',
    auth: 'key',
    idempotent: true,
    body: v.object({
      institution_id: filled,
      initial_products: v.pipe(startProductsParam, v.minLength(1)),
      options: v.optional(
        v.strictObject({
          webhook: v.optional(v.pipe(v.string(), v.url())),
          override_username: word,
          override_password: word,
          transactions: v.nullish(
            v.strictObject({ start_date: v.optional(day), end_date: v.optional(day), days_requested: daysRequested }),
          ),
        }),
      ),
    }),
    response: v.object({ public_token: v.string(), ...answered }),
    docs: docs('sandbox/#sandboxpublic_tokencreate'),
  }),

  /**
   * Puts an Item into the state in which its user must log in again: calls for its data then fail with
   * `reauthorization_required`.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemreset_login
   */
  resetLogin: endpoint({
    method: 'POST',
    path: '/sandbox/item/reset_login',
    auth: 'key',
    idempotent: true,
    body: v.object(itemParams),
    response: v.object({ reset_login: v.boolean(), ...answered }),
    docs: docs('sandbox/#sandboxitemreset_login'),
  }),

  /**
   * Adds 1 to 10 transactions to an Item of `user_transactions_dynamic`. A positive `amount` is money out, in units of
   * the currency. Two calls a minute per Item. Never retried.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxtransactionscreate
   */
  createTransactions: endpoint({
    method: 'POST',
    path: '/sandbox/transactions/create',
    auth: 'key',
    body: v.object({
      ...itemParams,
      transactions: v.pipe(
        v.array(
          v.strictObject({
            date_transacted: day,
            date_posted: day,
            amount: v.number(),
            description: v.string(),
            iso_currency_code: word,
          }),
        ),
        v.minLength(1),
        v.maxLength(10),
      ),
    }),
    response: v.object(answered),
    docs: docs('sandbox/#sandboxtransactionscreate'),
  }),
};
