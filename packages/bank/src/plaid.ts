import { byOffset, whole } from '@x/core';
import * as v from 'valibot';
import type { FileBytes } from './file-bytes.ts';

/** Where the reference documents an operation. */
export const docs = (place: string) => `https://plaid.com/docs/api/${place}`;

/** What all calls have in common, and what those that may be repeated have: of this API, reads are POST as well. */
export const once = { method: 'POST', auth: 'key' } as const;
export const repeatable = { ...once, idempotent: true } as const;

/** Text that must be there but may be null, and text that may be absent too. */
export const text = v.nullable(v.string());
export const optionalText = v.nullish(v.string());

/** The same for numbers and for yes or no. */
export const number = v.nullable(v.number());
export const optionalNumber = v.nullish(v.number());
export const truth = v.nullable(v.boolean());
export const optionalTruth = v.nullish(v.boolean());

/** What may be absent but is never null. */
export const word = v.optional(v.string());
export const flag = v.optional(v.boolean());

/** `as: 'bytes'` checks nothing in them. */
export const file = v.custom<FileBytes>(() => true);

/** Names an amount is in: one of the two is null. */
export const currency = { iso_currency_code: text, unofficial_currency_code: text };

/** What every answer carries. */
export const answered = { request_id: v.string() };

/** A parameter that must not be empty. */
export const filled = v.pipe(v.string(), v.minLength(1));

/** The linked bank login (Item) that a call is about. */
export const itemParams = { access_token: filled };

/** The same, with the accounts of it that are asked for. Default: all. */
export const accountParams = {
  ...itemParams,
  options: v.optional(v.strictObject({ account_ids: v.optional(v.array(v.string())) })),
};

/** Where webhooks go. */
export const address = v.pipe(v.string(), v.url());

/** A day, `YYYY-MM-DD`. */
export const day = v.pipe(v.string(), v.isoDate());

/** Which days a list is of, and which part of it: `count` (1 to 500, default 100) from `offset` on. */
export const spanParams = {
  start_date: day,
  end_date: day,
  count: v.optional(whole(1, 500)),
  offset: v.optional(whole(0)),
};

/** Days of history that the first transactions call of an Item asks for, 1 to 730, default 90. */
export const daysRequested = v.optional(whole(1, 730));

/** Lists by offset. The answers tell neither the page size nor a link: a list ends with its total. */
export const offsetPages = { ...byOffset, param: 'offset', size: 'count' } as const;
