import { known, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';

/**
 * A string, or null. In the names here, `nullable…` may be null, `optional…` may be absent, `optionalNullable…` may be
 * either.
 */
export const nullableString = v.nullable(v.string());
export const optionalString = v.optional(v.string());
export const optionalNullableString = v.nullish(v.string());
export const nullableNumber = v.nullable(v.number());
export const optionalNullableNumber = v.nullish(v.number());
export const nullableBoolean = v.nullable(v.boolean());
export const optionalBoolean = v.optional(v.boolean());
export const optionalNullableBoolean = v.nullish(v.boolean());

/** A parameter that must not be empty. */
export const nonEmptyString = v.pipe(v.string(), v.minLength(1));

/**
 * A key with which a repeated request takes effect once, up to `max` characters. Closed: an API that ignored or cut a
 * longer key would let a repeated request move money twice.
 */
export const idempotencyKeyUpTo = (max: number) =>
  v.pipe(
    nonEmptyString,
    v.check(({ length }) => length <= max, `must have at most ${max} characters`),
  );

/** A phone number in E.164 form. */
export const phoneNumber = v.pipe(
  v.string(),
  v.regex(/^\+[1-9]\d{1,14}$/, 'must be in E.164 form, such as +14155550123'),
);

/** A country, ISO 3166-1 alpha-2. */
export const countryCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be two capital letters, such as US'));

/** A day, `YYYY-MM-DD`. */
export const isoDate = v.pipe(v.string(), v.isoDate());

/** A date and time with its zone, `2026-01-31T00:00:00Z`. */
export const isoDateTime = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    'must be a date and time with its zone, such as 2026-01-31T00:00:00Z',
  ),
);

/** An amount of money as a string, with two decimals. */
export const decimalAmount = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d\d$/, 'must be an amount with two decimals, such as 12.50'),
);

/** A URL that starts with `https://` or `http://`. */
export const httpUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((url) => /^https?:/i.test(url), 'must start with https:// or http://'),
);

/**
 * The bytes of a file. The type is named because TypeScript before 5.7 cannot read the form that `Uint8Array` is
 * expanded to in declarations.
 */
export interface FileBytes extends Uint8Array {}

/** The response of calls with `as: 'bytes'`. Its content is not checked. */
export const fileBytes = v.custom<FileBytes>(() => true);

/** The currency of an amount: exactly one of the two codes is null. */
export const currencyCodes = {
  /** Currency of the amount, ISO 4217 (`USD`). Null when `unofficial_currency_code` is set. */
  iso_currency_code: nullableString,
  /** Currency without an ISO code, such as a cryptocurrency (`BTC`). Null when `iso_currency_code` is set. */
  unofficial_currency_code: nullableString,
};

/** Field of every response. */
export const requestId = {
  /** ID of the request, 15 characters, case-sensitive. Quote it to Plaid support. */
  request_id: v.string(),
};

/** Field of responses that may lack it. */
export const optionalRequestId = {
  /** ID of the request, 15 characters, case-sensitive. Quote it to Plaid support. */
  request_id: optionalString,
};

/** Field of a record that is both a response of its own and an item of lists. */
export const requestIdOfOne = {
  /** ID of the request, 15 characters, case-sensitive. Quote it to Plaid support. Absent in lists. */
  request_id: optionalString,
};

/** The linked bank login (Item) that a call is about. */
export const itemParams = {
  /** Access token of the Item, `access-<environment>-<uuid>`. It does not expire. Keep it on the server. */
  access_token: nonEmptyString,
};

/** An Item, and the accounts of it to return. */
export const accountParams = {
  ...itemParams,
  /** Accounts to return. Default: all accounts of the Item. */
  options: v.optional(
    v.strictObject({
      /** IDs of the accounts to return. Default: all. An ID of another Item is refused with `INVALID_ACCOUNT_ID`. */
      account_ids: v.optional(v.array(v.string())),
    }),
  ),
};

/** Days of transaction history, 1 to 730. Default 90. */
export const daysRequested = v.optional(whole(1, 730));

/** Countries that the API covers, ISO 3166-1 alpha-2. */
const countryCodes = [
  'US',
  'GB',
  'ES',
  'NL',
  'FR',
  'IE',
  'CA',
  'DE',
  'IT',
  'PL',
  'DK',
  'NO',
  'SE',
  'EE',
  'LT',
  'LV',
  'PT',
  'BE',
  'AT',
  'FI',
] as const;

/** A parameter that takes one or more countries. */
export const countryCodesParam = v.pipe(v.array(oneOf(countryCodes)), v.minLength(1));

/** Countries in a response. Codes that are newer than this package are accepted. */
export const countryList = v.array(known(...countryCodes));
