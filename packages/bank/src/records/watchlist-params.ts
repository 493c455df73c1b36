import { oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { nonEmptyString } from '../schema.ts';

/** The legal name of a customer. */
export const legalName = v.pipe(
  nonEmptyString,
  v.maxLength(100),
  v.regex(/\p{L}/u, 'must contain a letter'),
  v.regex(/^\S(.*\S)?$/s, 'must not start or end with a space'),
);

/** The number of an official document. */
export const documentNumber = v.pipe(
  v.string(),
  v.minLength(4),
  v.maxLength(32),
  v.regex(/^\S(.*\S)?$/s, 'must not start or end with a space'),
);

const status = v.optional(oneOf(['rejected', 'pending_review', 'cleared']));
const clientUserId = v.optional(v.pipe(nonEmptyString, v.maxLength(128)));

export const clientUserIdParam = {
  /** Your own ID of the customer, 1 to 128 characters. Not an email address or phone number. */
  client_user_id: clientUserId,
};

export const statusParam = {
  /** New status of the screening. */
  status,
};

export const resetFields = {
  /** Fields to set to null: `assignee`. */
  reset_fields: v.nullish(v.array(oneOf(['assignee']))),
};

/** Filters of lists of screenings. */
export const screeningFilters = {
  /** Your own ID of the customer whose screenings to list. Default: all customers. */
  client_user_id: clientUserId,
  /** Status of the screenings to list. Default: any. */
  status,
  /** ID of the dashboard user whose screenings to list. Default: all dashboard users. */
  assignee: v.optional(nonEmptyString),
};

export const reviewParams = {
  /** IDs of the hits that are about the customer. */
  confirmed_hits: v.array(nonEmptyString),
  /** IDs of the hits that are about somebody else. */
  dismissed_hits: v.array(nonEmptyString),
  /** Comment on the decision. Default: none. */
  comment: v.nullish(v.string()),
};
