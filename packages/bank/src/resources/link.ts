import { atLeastOne, endpoint, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import { initialProductsParam } from '../products.ts';
import { accountFilters, institutionData, type Link, linkSchema } from '../records/link.ts';
import { idNumberParam } from '../records/user-identity.ts';
import {
  countryCodesParam,
  daysRequested,
  httpUrl,
  isoDate,
  itemParams,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

const products = v.nullish(initialProductsParam);

/** Options of a product that has no methods here: passed on as they are. */
const uncheckedObject = v.optional(v.record(v.string(), v.unknown()));

/** Link: the dialog in which users connect their bank. */
export const link = {
  /**
   * Makes the token that a Link session starts with: good for 4 hours, 30 minutes in update mode (with the
   * `access_token` of an Item that needs its login renewed). `client_name` has at most 30 characters;
   * `transactions.days_requested` is 1 to 730, default 90; a hosted link lives 21 days at most. Give `user` or
   * `user_id`. Options of products that have no methods here, such as `cra_options`, are not checked. Never retried.
   *
   * @see https://plaid.com/docs/api/link/#linktokencreate
   */
  createToken: endpoint({
    ...post,
    path: '/link/token/create',
    body: v.pipe(
      v.object({
        client_name: v.pipe(nonEmptyString, v.maxLength(30)),
        language: nonEmptyString,
        country_codes: countryCodesParam,
        user: v.optional(
          v.object({
            client_user_id: nonEmptyString,
            legal_name: optionalString,
            name: v.optional(v.object({ given_name: nonEmptyString, family_name: nonEmptyString })),
            phone_number: optionalString,
            phone_number_verified_time: optionalNullableString,
            email_address: optionalString,
            email_address_verified_time: optionalNullableString,
            ssn: optionalString,
            date_of_birth: v.nullish(isoDate),
            address: v.optional(
              v.object({
                street: optionalNullableString,
                street2: optionalNullableString,
                city: optionalNullableString,
                region: optionalNullableString,
                postal_code: optionalNullableString,
                country: nonEmptyString,
              }),
            ),
            id_number: v.optional(idNumberParam),
          }),
        ),
        user_id: optionalString,
        user_token: optionalString,
        third_party_user_token: optionalString,
        products,
        required_if_supported_products: products,
        optional_products: products,
        additional_consented_products: products,
        webhook: v.optional(httpUrl),
        access_token: v.nullish(itemParams.access_token),
        access_tokens: v.optional(v.array(nonEmptyString)),
        update: v.optional(
          v.object({
            account_selection_enabled: optionalBoolean,
            reauthorization_enabled: optionalBoolean,
            user: optionalBoolean,
            item_ids: v.nullish(v.array(v.string())),
          }),
        ),
        redirect_uri: optionalString,
        android_package_name: optionalString,
        appearance_mode: v.nullish(v.picklist(['LIGHT', 'DARK', 'SYSTEM'])),
        auth: v.optional(
          v.object({
            auth_type_select_enabled: optionalBoolean,
            automated_microdeposits_enabled: optionalBoolean,
            instant_match_enabled: optionalBoolean,
            same_day_microdeposits_enabled: optionalBoolean,
            instant_microdeposits_enabled: optionalBoolean,
            reroute_to_credentials: v.optional(v.picklist(['OFF', 'OPTIONAL', 'FORCED'])),
            database_match_enabled: optionalBoolean,
            database_insights_enabled: optionalBoolean,
            flow_type: v.optional(v.picklist(['FLEXIBLE_AUTH'])),
            sms_microdeposits_verification_enabled: optionalBoolean,
          }),
        ),
        identity: v.optional(
          v.object({
            is_document_upload: optionalBoolean,
            account_ids: v.optional(v.array(v.string())),
            parsing_configs: v.optional(v.array(v.picklist(['ocr', 'risk_signals']))),
          }),
        ),
        investments: v.optional(
          v.object({ allow_unverified_crypto_wallets: optionalBoolean, allow_manual_entry: optionalBoolean }),
        ),
        investments_auth: v.optional(
          v.object({
            manual_entry_enabled: optionalNullableBoolean,
            masked_number_match_enabled: optionalNullableBoolean,
            stated_account_number_enabled: optionalNullableBoolean,
            rollover_401k_enabled: optionalNullableBoolean,
          }),
        ),
        statements: v.optional(v.object({ start_date: isoDate, end_date: isoDate })),
        transactions: v.optional(v.object({ days_requested: daysRequested })),
        account_filters: accountFilters,
        institution_id: optionalString,
        institution_data: institutionData,
        link_customization_name: optionalString,
        hosted_link: v.optional(
          v.object({
            delivery_method: v.optional(v.picklist(['sms', 'email'])),
            completion_redirect_uri: optionalString,
            url_lifetime_seconds: v.optional(whole(1, 1_814_400)),
            is_mobile_app: optionalBoolean,
          }),
        ),
        enable_multi_item_link: optionalBoolean,
        financekit_supported: optionalBoolean,
        eu_config: v.optional(v.object({ headless: optionalBoolean })),
        consumer_report_permissible_purpose: optionalString,
        cra_enabled: optionalBoolean,
        base_report: uncheckedObject,
        card_switch: uncheckedObject,
        cashflow_report: uncheckedObject,
        cra_options: uncheckedObject,
        credit_partner_insights: uncheckedObject,
        employment: uncheckedObject,
        identity_verification: uncheckedObject,
        income_verification: uncheckedObject,
        payment_configuration: uncheckedObject,
        payment_initiation: uncheckedObject,
        transfer: uncheckedObject,
      }),
      atLeastOne('user', 'user_id'),
    ),
    response: v.object({
      link_token: v.string(),
      expiration: v.string(),
      hosted_link_url: optionalString,
      user_id: optionalString,
      ...requestId,
    }),
    docs: docs('link/#linktokencreate'),
  }),

  /**
   * Gives what is known of a link token and of the sessions that used it.
   *
   * @see https://plaid.com/docs/api/link/#linktokenget
   */
  getToken: endpoint({
    ...idempotentPost,
    path: '/link/token/get',
    body: v.object({ link_token: nonEmptyString }),
    response: named<Link>(linkSchema),
    docs: docs('link/#linktokenget'),
  }),

  /**
   * Gives the link token that belongs to the `link_correlation_id` of an OAuth redirect, to go on with Link after a
   * payment at a European bank. The id is good for a short time only.
   *
   * @see https://plaid.com/docs/api/oauth/#linkcorrelationid
   */
  exchangeOauthCorrelationId: endpoint({
    ...idempotentPost,
    path: '/link/oauth/correlation_id/exchange',
    body: v.object({ link_correlation_id: nonEmptyString }),
    response: v.object({ link_token: v.string(), ...requestId }),
    docs: docs('oauth/#linkcorrelationid'),
  }),
};
