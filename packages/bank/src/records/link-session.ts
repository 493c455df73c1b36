import { oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { initialProductsParam } from '../products.ts';
import {
  countryCodesParam,
  daysRequested,
  httpUrl,
  isoDate,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
} from '../schema.ts';
import { accountFilters, institutionData } from './link.ts';
import { employmentOptions, identityVerificationOptions, incomeVerificationOptions } from './link-options.ts';
import { idNumberParam } from './user-identity.ts';

const products = v.nullish(initialProductsParam);

/** Options of a product that this package has no methods for. They are passed on unchecked. */
const uncheckedObject = v.optional(v.record(v.string(), v.unknown()));

/** Params of a Link session, which links a new Item or updates one. */
export const linkSessionParams = {
  /** Name of your app as Link shows it, 1 to 30 characters. */
  client_name: v.pipe(nonEmptyString, v.maxLength(30)),
  /** Language of Link, such as `en`, `es`, `fr` or `de`. A Link customization must use the same. */
  language: nonEmptyString,
  /** Countries whose institutions are offered, ISO 3166-1 alpha-2. At least one. */
  country_codes: countryCodesParam,
  /** The user who opens Link. Required unless `user_id` is passed. */
  user: v.optional(
    v.object({
      /** Your own ID of the user. Not an email address or phone number. */
      client_user_id: nonEmptyString,
      /** Full legal name of the user, which micro-deposit flows compare with the account. */
      legal_name: optionalString,
      /** Legal name of the user, to fill in forms of identity verification. */
      name: v.optional(
        v.object({
          /** First name of the user, up to 100 characters. */
          given_name: nonEmptyString,
          /** Last name of the user, up to 100 characters. */
          family_name: nonEmptyString,
        }),
      ),
      /** Phone number of the user, E.164 (`+14155550123`), to fill in forms. */
      phone_number: optionalString,
      /**
       * Time at which you verified the phone number, ISO 8601.
       *
       * @deprecated No longer needed; there is no replacement.
       */
      phone_number_verified_time: optionalNullableString,
      /** Email address of the user, to fill in forms. */
      email_address: optionalString,
      /**
       * Time at which you verified the email address, ISO 8601.
       *
       * @deprecated No longer needed; there is no replacement.
       */
      email_address_verified_time: optionalNullableString,
      /**
       * Social Security number of the user.
       *
       * @deprecated It has no effect. Use `id_number`.
       */
      ssn: optionalString,
      /** Day on which the user was born, `YYYY-MM-DD`, to fill in forms. */
      date_of_birth: v.nullish(isoDate),
      /** Home address of the user: all of it, or the country alone. */
      address: v.optional(
        v.object({
          /** First line of the street address, up to 80 characters. */
          street: optionalNullableString,
          /** Second line, such as an apartment, up to 50 characters. */
          street2: optionalNullableString,
          /** Name of the city, up to 100 characters. */
          city: optionalNullableString,
          /** Code of the state or province without the country (`CA`), ISO 3166-2. */
          region: optionalNullableString,
          /** Postal code, 2 to 10 letters and digits; 5 digits in the US. */
          postal_code: optionalNullableString,
          /** Country of the address, ISO 3166-1 alpha-2. */
          country: nonEmptyString,
        }),
      ),
      /** Number of an identity document of the user, for identity verification. */
      id_number: v.optional(idNumberParam),
    }),
  ),
  /** ID of the user from `user.create`. Required unless `user` is passed. */
  user_id: optionalString,
  /** Token of the user from `user.create`, for integrations from before December 10, 2025. */
  user_token: optionalString,
  /** Token of a user of another client, from `user.thirdPartyToken.create`. */
  third_party_user_token: optionalString,
  /** Products that an institution must support to be offered. At least one, except in update mode. */
  products,
  /**
   * Products to use where the chosen institution and account support them. Institutions without them are still
   * offered. No product may be in two of the lists.
   */
  required_if_supported_products: products,
  /** Products to use where possible. Linking succeeds without them. */
  optional_products: products,
  /**
   * Products that the user consents to now, so that you can call them later. They are billed with the first call.
   */
  additional_consented_products: products,
  /**
   * URL for webhooks about the session and the Item. Has no effect in update mode; use `item.updateWebhook` there.
   * Default: none are sent.
   */
  webhook: v.optional(httpUrl),
  /** Access tokens of several Items to update at once, for asset reports. Closed beta. */
  access_tokens: v.optional(v.array(nonEmptyString)),
  /** Settings of update mode. */
  update: v.optional(
    v.object({
      /** Whether the user can choose other accounts. Default false. */
      account_selection_enabled: optionalBoolean,
      /** Whether the user is asked for consent again. Currently has no effect. */
      reauthorization_enabled: optionalBoolean,
      /** Whether Link opens in update mode for the user in `user_token` instead of an Item. Default false. */
      user: optionalBoolean,
      /** IDs of the user's Items to update. Default: the one that most recently needed it. Needs `user_token`. */
      item_ids: v.nullish(v.array(v.string())),
    }),
  ),
  /**
   * URI that the bank's OAuth login returns to, without a query string; HTTPS in production. Allow it in the
   * Plaid dashboard.
   */
  redirect_uri: optionalString,
  /** Package name of your Android app. Required on Android. Allow it in the Plaid dashboard. */
  android_package_name: optionalString,
  /** Colors of Link: light, dark, or as the user's system is set. Closed beta. */
  appearance_mode: v.nullish(oneOf(['LIGHT', 'DARK', 'SYSTEM'])),
  /** Ways of verifying account numbers that Link offers. Defaults can be changed for your account. */
  auth: v.optional(
    v.object({
      /** Whether users choose between logging in and typing in account numbers. Default false. */
      auth_type_select_enabled: optionalBoolean,
      /** Whether micro-deposits that the provider reads are offered. Default false. */
      automated_microdeposits_enabled: optionalBoolean,
      /** Whether numbers that users type in are matched with the bank's. Default true. */
      instant_match_enabled: optionalBoolean,
      /** Whether micro-deposits that users confirm are offered. Default false. */
      same_day_microdeposits_enabled: optionalBoolean,
      /**
       * Whether micro-deposits that arrive within seconds are offered. Default false for teams created after
       * November 2023, true for older ones.
       */
      instant_microdeposits_enabled: optionalBoolean,
      /**
       * Whether users who type in numbers are sent to the bank's login instead: never, as an option, or always. Default
       * `OPTIONAL`.
       */
      reroute_to_credentials: v.optional(oneOf(['OFF', 'OPTIONAL', 'FORCED'])),
      /**
       * Whether numbers are looked up in databases.
       *
       * @deprecated Enable Database Auth in the Plaid dashboard instead.
       */
      database_match_enabled: optionalBoolean,
      /**
       * Whether numbers are looked up in databases, with insights.
       *
       * @deprecated Enable Database Auth in the Plaid dashboard instead.
       */
      database_insights_enabled: optionalBoolean,
      /**
       * Whether users choose the way of verification.
       *
       * @deprecated Use `auth_type_select_enabled`.
       */
      flow_type: v.optional(oneOf(['FLEXIBLE_AUTH'])),
      /** Whether users can confirm micro-deposits by text message. Default true. */
      sms_microdeposits_verification_enabled: optionalBoolean,
    }),
  ),
  /** Upload of documents that prove who owns an account. */
  identity: v.optional(
    v.object({
      /** Whether this session is for an upload. Default false. */
      is_document_upload: optionalBoolean,
      /** ID of the account to prove the ownership of. Exactly one, and required for an upload. */
      account_ids: v.optional(v.array(v.string())),
      /**
       * Whether the text is read (`ocr`), and signs of fraud are looked for (`risk_signals`). Default: `ocr`
       * only.
       */
      parsing_configs: v.optional(v.array(oneOf(['ocr', 'risk_signals']))),
    }),
  ),
  /** Settings of the product `investments`. */
  investments: v.optional(
    v.object({
      /** Whether crypto wallets can be added without a signature. Default false. */
      allow_unverified_crypto_wallets: optionalBoolean,
      /** Whether users can type in accounts and holdings. Default false. */
      allow_manual_entry: optionalBoolean,
    }),
  ),
  /** Fallbacks of the product `investments_auth`. */
  investments_auth: v.optional(
    v.object({
      /** Whether institutions where users type in everything are offered. Default false. */
      manual_entry_enabled: optionalNullableBoolean,
      /**
       * Whether institutions where the typed number is matched with its last digits are offered. Default false.
       */
      masked_number_match_enabled: optionalNullableBoolean,
      /** Whether institutions where users type in the account number are offered. Default false. */
      stated_account_number_enabled: optionalNullableBoolean,
      /** Whether fees and contributions of 401(k) accounts are returned. Default false. */
      rollover_401k_enabled: optionalNullableBoolean,
    }),
  ),
  /** Range of bank statements to fetch. Required for the product `statements`. */
  statements: v.optional(
    v.object({
      /** First day of the range, `YYYY-MM-DD`. */
      start_date: isoDate,
      /** Last day of the range, `YYYY-MM-DD`, at most two years after the first. */
      end_date: isoDate,
    }),
  ),
  /** Settings of the product `transactions`. */
  transactions: v.optional(
    v.object({
      /**
       * Days of history to fetch, 1 to 730; production fetches at least 30. Default 90. It cannot be raised after
       * the Item is linked.
       */
      days_requested: daysRequested,
    }),
  ),
  /**
   * Types and subtypes of accounts that users can choose; `all` in a list allows all subtypes. Types without a
   * filter are left out. Default: accounts that the products support.
   */
  account_filters: accountFilters,
  /** ID of an institution, for old flows only. */
  institution_id: optionalString,
  /** Institution to show first. */
  institution_data: institutionData,
  /** Name of a Link customization in the Plaid dashboard. Default `default`. */
  link_customization_name: optionalString,
  /** Settings of Hosted Link, a page of the provider instead of a dialog in your app. Pass `{}` to enable it. */
  hosted_link: v.optional(
    v.object({
      /**
       * Channel by which the provider sends the link to the user: to `user.phone_number` or `user.email_address`.
       * Default: it does not. Beta.
       */
      delivery_method: v.optional(oneOf(['sms', 'email'])),
      /** URI that users are sent to when they have finished. */
      completion_redirect_uri: optionalString,
      /**
       * Lifetime of the link in seconds, 1 to 1,814,400 (21 days). Default 7 days by email, 1 day by text
       * message, else 30 minutes.
       */
      url_lifetime_seconds: v.optional(whole(1, 1_814_400)),
      /**
       * Whether a mobile app opens the page, in `ASWebAuthenticationSession` or a Chrome custom tab. Default
       * false.
       */
      is_mobile_app: optionalBoolean,
    }),
  ),
  /** Whether users can link several Items in one session. Default false. */
  enable_multi_item_link: optionalBoolean,
  /** Whether your app can link Apple Card through FinanceKit. Default false. */
  financekit_supported: optionalBoolean,
  /**
   * Settings of sessions in Europe.
   *
   * @deprecated There is no replacement.
   */
  eu_config: v.optional(
    v.object({
      /** Whether Link opens without its first screen. Default false. */
      headless: optionalBoolean,
    }),
  ),
  /**
   * Legal reason for a consumer report, such as `ACCOUNT_REVIEW_CREDIT`. Required for Plaid Check products,
   * refused for others.
   */
  consumer_report_permissible_purpose: optionalString,
  /** Whether to link for consumer reports (Plaid Check). Default false. */
  cra_enabled: optionalBoolean,
  /**
   * Options of base reports, passed on unchecked.
   *
   * @deprecated Use `cra_options`.
   */
  base_report: uncheckedObject,
  /** Options of moving a card to other merchants, passed on unchecked. */
  card_switch: uncheckedObject,
  /** Options of cash flow reports, passed on unchecked. Closed beta. */
  cashflow_report: uncheckedObject,
  /** Options of Plaid Check products, passed on unchecked. */
  cra_options: uncheckedObject,
  /** Options of insights of credit partners, passed on unchecked. */
  credit_partner_insights: uncheckedObject,
  /** Settings of the product `employment`. Required for it. */
  employment: employmentOptions,
  /** Settings of the product `identity_verification`. Required for it. */
  identity_verification: identityVerificationOptions,
  /** Settings of the product `income_verification`. Required for it. */
  income_verification: incomeVerificationOptions,
  /** Options of Pay by Bank, passed on unchecked. */
  payment_configuration: uncheckedObject,
  /** The payment or consent that the user authorizes. Required for the product `payment_initiation`. */
  payment_initiation: v.optional(
    v.object({
      /** ID of the payment, from `paymentInitiation.payment.create`. */
      payment_id: optionalString,
      /** ID of the consent, from `paymentInitiation.consent.create`. */
      consent_id: optionalString,
    }),
  ),
  /** The transfer that the user confirms, or whose authorization needs them. */
  transfer: v.optional(
    v.object({
      /** ID of the intent that the user confirms, from `transfer.intent.create`. */
      intent_id: optionalString,
      /**
       * ID of an authorization with the decision `user_action_required`. Link then opens in update mode, without an
       * `access_token`.
       */
      authorization_id: optionalString,
      /** Token of a payment profile, which stands for an account without an Item. */
      payment_profile_token: optionalString,
    }),
  ),
};
