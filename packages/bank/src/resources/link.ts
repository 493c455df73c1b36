import { atLeastOne, endpoint, named, whole } from '@x/core';
import * as v from 'valibot';
import {
  address,
  answered,
  day,
  daysRequested,
  docs,
  filled,
  flag,
  itemParams,
  once,
  optionalText,
  optionalTruth,
  repeatable,
  word,
} from '../plaid.ts';
import { accountFilters, institutionData, type Link, linkSchema } from '../records/link.ts';
import { idNumberParam } from '../records/user-identity.ts';
import { countryParam, startProductsParam } from '../vocabulary.ts';

const products = v.nullish(startProductsParam);

/** Options of a product that has no methods here: passed on as they are. */
const passedOn = v.optional(v.record(v.string(), v.unknown()));

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
    ...once,
    path: '/link/token/create',
    body: v.pipe(
      v.object({
        client_name: v.pipe(filled, v.maxLength(30)),
        language: filled,
        country_codes: countryParam,
        user: v.optional(
          v.object({
            client_user_id: filled,
            legal_name: word,
            name: v.optional(v.object({ given_name: filled, family_name: filled })),
            phone_number: word,
            phone_number_verified_time: optionalText,
            email_address: word,
            email_address_verified_time: optionalText,
            ssn: word,
            date_of_birth: v.nullish(day),
            address: v.optional(
              v.object({
                street: optionalText,
                street2: optionalText,
                city: optionalText,
                region: optionalText,
                postal_code: optionalText,
                country: filled,
              }),
            ),
            id_number: v.optional(idNumberParam),
          }),
        ),
        user_id: word,
        user_token: word,
        third_party_user_token: word,
        products,
        required_if_supported_products: products,
        optional_products: products,
        additional_consented_products: products,
        webhook: v.optional(address),
        access_token: v.nullish(itemParams.access_token),
        access_tokens: v.optional(v.array(filled)),
        update: v.optional(
          v.object({
            account_selection_enabled: flag,
            reauthorization_enabled: flag,
            user: flag,
            item_ids: v.nullish(v.array(v.string())),
          }),
        ),
        redirect_uri: word,
        android_package_name: word,
        appearance_mode: v.nullish(v.picklist(['LIGHT', 'DARK', 'SYSTEM'])),
        auth: v.optional(
          v.object({
            auth_type_select_enabled: flag,
            automated_microdeposits_enabled: flag,
            instant_match_enabled: flag,
            same_day_microdeposits_enabled: flag,
            instant_microdeposits_enabled: flag,
            reroute_to_credentials: v.optional(v.picklist(['OFF', 'OPTIONAL', 'FORCED'])),
            database_match_enabled: flag,
            database_insights_enabled: flag,
            flow_type: v.optional(v.picklist(['FLEXIBLE_AUTH'])),
            sms_microdeposits_verification_enabled: flag,
          }),
        ),
        identity: v.optional(
          v.object({
            is_document_upload: flag,
            account_ids: v.optional(v.array(v.string())),
            parsing_configs: v.optional(v.array(v.picklist(['ocr', 'risk_signals']))),
          }),
        ),
        investments: v.optional(v.object({ allow_unverified_crypto_wallets: flag, allow_manual_entry: flag })),
        investments_auth: v.optional(
          v.object({
            manual_entry_enabled: optionalTruth,
            masked_number_match_enabled: optionalTruth,
            stated_account_number_enabled: optionalTruth,
            rollover_401k_enabled: optionalTruth,
          }),
        ),
        statements: v.optional(v.object({ start_date: day, end_date: day })),
        transactions: v.optional(v.object({ days_requested: daysRequested })),
        account_filters: accountFilters,
        institution_id: word,
        institution_data: institutionData,
        link_customization_name: word,
        hosted_link: v.optional(
          v.object({
            delivery_method: v.optional(v.picklist(['sms', 'email'])),
            completion_redirect_uri: word,
            url_lifetime_seconds: v.optional(whole(1, 1_814_400)),
            is_mobile_app: flag,
          }),
        ),
        enable_multi_item_link: flag,
        financekit_supported: flag,
        eu_config: v.optional(v.object({ headless: flag })),
        consumer_report_permissible_purpose: word,
        cra_enabled: flag,
        base_report: passedOn,
        card_switch: passedOn,
        cashflow_report: passedOn,
        cra_options: passedOn,
        credit_partner_insights: passedOn,
        employment: passedOn,
        identity_verification: passedOn,
        income_verification: passedOn,
        payment_configuration: passedOn,
        payment_initiation: passedOn,
        transfer: passedOn,
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
    ...repeatable,
    path: '/link/token/get',
    body: v.object({ link_token: filled }),
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
    ...repeatable,
    path: '/link/oauth/correlation_id/exchange',
    body: v.object({ link_correlation_id: filled }),
    response: v.object({ link_token: v.string(), ...answered }),
    docs: docs('oauth/#linkcorrelationid'),
  }),
};
