import { atLeastOne, endpoint, named } from '@x/core';
import * as v from 'valibot';
import { answered, daysRequested, docs, filled, itemParams, optionalText, text } from '../plaid.ts';
import { countryList, countryParam, productList, startProductsParam } from '../vocabulary.ts';

const flag = v.optional(v.boolean());
const word = v.optional(v.string());
const products = v.nullish(startProductsParam);
const filter = v.optional(v.object({ account_subtypes: v.array(v.string()) }));
const filters = v.optional(
  v.object({ depository: filter, credit: filter, loan: filter, investment: filter, other: filter }),
);

const linkSchema = v.object({
  link_token: v.string(),
  created_at: text,
  expiration: text,
  metadata: v.object({
    initial_products: productList,
    webhook: text,
    country_codes: countryList,
    language: text,
    redirect_uri: text,
    client_name: text,
    account_filters: filters,
  }),
  link_sessions: v.optional(
    v.array(
      v.object({
        link_session_id: v.string(),
        started_at: word,
        finished_at: optionalText,
        results: v.nullish(
          v.object({
            item_add_results: v.array(
              v.object({
                public_token: v.string(),
                accounts: v.array(v.object({ id: word, name: word, mask: optionalText, type: word, subtype: word })),
                institution: v.nullable(v.object({ name: word, institution_id: word })),
              }),
            ),
          }),
        ),
        events: v.optional(v.array(v.object({ event_id: v.string(), event_name: v.string(), timestamp: v.string() }))),
      }),
    ),
  ),
  ...answered,
});

/** A link token, what it was made with, and what users did with it. Public tokens are in the sessions' results. */
export interface Link extends v.InferOutput<typeof linkSchema> {}

/** Link: the dialog in which users connect their bank. */
export const link = {
  /**
   * Makes the token that a Link session starts with: good for 4 hours, 30 minutes in update mode (with the
   * `access_token` of an Item that needs its login renewed). `client_name` has at most 30 characters;
   * `transactions.days_requested` is 1 to 730, default 90. Give `user` or `user_id`. Never retried.
   *
   * @see https://plaid.com/docs/api/link/#linktokencreate
   */
  createToken: endpoint({
    method: 'POST',
    path: '/link/token/create',
    auth: 'key',
    body: v.pipe(
      v.object({
        client_name: v.pipe(filled, v.maxLength(30)),
        language: filled,
        country_codes: countryParam,
        user: v.optional(
          v.object({
            client_user_id: filled,
            legal_name: word,
            phone_number: word,
            email_address: word,
          }),
        ),
        user_id: word,
        products,
        required_if_supported_products: products,
        optional_products: products,
        additional_consented_products: products,
        webhook: v.optional(v.pipe(v.string(), v.url())),
        access_token: v.nullish(itemParams.access_token),
        update: v.optional(v.object({ account_selection_enabled: flag })),
        redirect_uri: word,
        android_package_name: word,
        transactions: v.optional(v.object({ days_requested: daysRequested })),
        account_filters: filters,
        institution_id: word,
        link_customization_name: word,
        hosted_link: v.optional(
          v.object({
            delivery_method: v.optional(v.picklist(['sms', 'email'])),
            completion_redirect_uri: word,
            url_lifetime_seconds: v.optional(v.number()),
            is_mobile_app: flag,
          }),
        ),
        enable_multi_item_link: flag,
      }),
      atLeastOne('user', 'user_id'),
    ),
    response: v.object({
      link_token: v.string(),
      expiration: v.string(),
      hosted_link_url: word,
      user_id: word,
      ...answered,
    }),
    docs: docs('link/#linktokencreate'),
  }),

  /**
   * Gives what is known of a link token and of the sessions that used it.
   *
   * @see https://plaid.com/docs/api/link/#linktokenget
   */
  getToken: endpoint({
    method: 'POST',
    path: '/link/token/get',
    auth: 'key',
    idempotent: true,
    body: v.object({ link_token: filled }),
    response: named<Link>(linkSchema),
    docs: docs('link/#linktokenget'),
  }),
};
