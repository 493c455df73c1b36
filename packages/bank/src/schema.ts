import { known, whole } from '@x/core';
import * as v from 'valibot';

/** `nullable…` may be null, `optional…` may be absent, `optionalNullable…` may be either. */
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

/** A day, `YYYY-MM-DD`. */
export const isoDate = v.pipe(v.string(), v.isoDate());

/** An address that starts with `https://` or `http://`. */
export const httpUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((url) => /^https?:/i.test(url), 'must start with https:// or http://'),
);

/** The bytes of a file. It has a name because compilers before 5.7 do not know what `Uint8Array` is written out as. */
export interface FileBytes extends Uint8Array {}

/** The response of calls with `as: 'bytes'`: nothing in it is checked. */
export const fileBytes = v.custom<FileBytes>(() => true);

/** The currency of an amount: one of the two codes is null. */
export const currencyCodes = { iso_currency_code: nullableString, unofficial_currency_code: nullableString };

/** Field of every response. */
export const requestId = { request_id: v.string() };

/** The linked bank login (Item) that a call is about. */
export const itemParams = { access_token: nonEmptyString };

/** The same, with those of its accounts that are asked for. Default: all. */
export const accountParams = {
  ...itemParams,
  options: v.optional(v.strictObject({ account_ids: v.optional(v.array(v.string())) })),
};

/** Days of history that the first transactions call of an Item asks for, 1 to 730, default 90. */
export const daysRequested = v.optional(whole(1, 730));

/** Countries whose institutions can be reached, ISO 3166-1 alpha-2. */
export const countryCodes = [
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

/** A parameter of one country or more. */
export const countryCodesParam = v.pipe(v.array(v.picklist(countryCodes)), v.minLength(1));

/** Countries in a response; codes that are newer than this package pass. */
export const countryList = v.array(known(...countryCodes));
