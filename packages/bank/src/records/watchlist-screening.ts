import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, requestIdOfOne } from '../schema.ts';
import { matchSummary } from './verification-parts.ts';

/** Author and time of the last change to a record. */
export const auditTrail = v.object({
  /** Source of the change; `system` is Plaid itself. */
  source: known('dashboard', 'link', 'api', 'system', 'retro'),
  /** ID of the dashboard user who made the change, for `dashboardUser.get`. Null for other sources. */
  dashboard_user_id: nullableString,
  /** Time of the change, ISO 8601. */
  timestamp: v.string(),
});

/** Fields of every screening besides its ID and search terms. */
export const screeningFields = {
  /** ID of the dashboard user who reviews the screening. Null if nobody was assigned. */
  assignee: nullableString,
  /** Whether the customer is cleared or rejected, or someone must review the hits. */
  status: known('rejected', 'pending_review', 'cleared'),
  /** Your own ID of the customer. Null if none was set. */
  client_user_id: nullableString,
  /** Author and time of the last change to the screening. */
  audit_trail: auditTrail,
  ...requestIdOfOne,
};

/** Fields of the search terms of every screening. */
export const termFields = {
  /** Number of an official document, 4 to 32 characters. Null if none was set. */
  document_number: nullableString,
  /** Country of the customer, ISO 3166-1 alpha-2. Null if none was set. */
  country: nullableString,
  /** Version of the search terms: 1, and one more with each change. */
  version: v.number(),
};

const analysis = v.optional(
  v.object({
    /** Match with the search terms. */
    summary: matchSummary,
  }),
);

/** Details of a list entry, each with its match with the search terms. */
export const analyzed = <Entries extends v.ObjectEntries>(data: Entries) =>
  v.optional(
    v.array(
      v.object({
        /** Match with the search terms. Absent if it was not compared. */
        analysis,
        /** The list's details. */
        data: v.optional(v.object(data)),
      }),
    ),
  );

/** Fields of every hit besides the list, the analysis and the data. */
export const hitFields = {
  /** ID of the hit. Case-sensitive. */
  id: v.string(),
  /** Whether someone on your team confirmed or dismissed the hit. Reviewed hits no longer change. */
  review_status: known('confirmed', 'pending_review', 'dismissed'),
  /** Time at which the hit was found, ISO 8601. */
  first_active: v.string(),
  /** Time at which the hit stopped matching, ISO 8601: the search terms or the list changed. Null while it matches. */
  inactive_since: nullableString,
  /** Time at which the entry was taken off its list, ISO 8601. Null while it is on the list. */
  historical_since: nullableString,
  /** Plaid's ID of the listed person or organization, the same in all searches, `uid_…`. */
  plaid_uid: v.string(),
  /** ID that the list itself uses. Null if it uses none. */
  source_uid: nullableString,
  /** Programs of the issuing authority that the entry is listed under, such as `SDGT` of OFAC. */
  sub_programs: v.array(v.string()),
};

/** Fields of the analysis of every hit. */
export const hitAnalysisFields = {
  /** Match of numbers of documents. Absent if none were compared. */
  documents: v.optional(matchSummary),
  /** Match of places. Absent if none were compared. */
  locations: v.optional(matchSummary),
  /** Match of names. Absent if none were compared. */
  names: v.optional(matchSummary),
  /** Version of the search terms that the hit was found with. */
  search_terms_version: v.number(),
};

const names = analyzed({
  /** The full name. */
  full: v.string(),
  /** Whether it is the name most commonly used. */
  is_primary: v.boolean(),
  /** Whether the list (`source`) or Plaid calls the name a weak alias, which alone leads to no hit. */
  weak_alias_determination: known('none', 'source', 'plaid'),
});
const locations = analyzed({
  /** The place as one string: not always a complete address. */
  full: v.string(),
  /** Country of the place, ISO 3166-1 alpha-2. */
  country: v.string(),
});

/** Fields of the data of every hit. */
export const hitDataFields = {
  /** Places on the list. */
  locations,
  /** Names on the list. */
  names,
};

/** A number of an official document. */
export const documentOf = <const Types extends string[]>(...types: Types) =>
  analyzed({
    /** Kind of document. */
    type: known(...types),
    /** Number of the document, 4 to 32 characters. */
    number: v.string(),
  });

/** Fields of every program besides its lists. */
export const programFields = {
  /** ID of the program. Case-sensitive. */
  id: v.string(),
  /** Time at which the program was created, ISO 8601. */
  created_at: v.string(),
  /** Whether customers are screened again every day. */
  is_rescanning_enabled: v.boolean(),
  /** Name of the program. */
  name: v.string(),
  /** Required similarity of names: `coarse` finds the most, `exact` the least. */
  name_sensitivity: known('coarse', 'balanced', 'strict', 'exact'),
  /** Author and time of the last change to the program. */
  audit_trail: auditTrail,
  /** Whether the program is closed: it no longer screens anybody. */
  is_archived: v.boolean(),
  ...requestIdOfOne,
};

export const reviewSchema = v.object({
  /** ID of the review. Case-sensitive. */
  id: v.string(),
  /** IDs of the hits that are about the customer. */
  confirmed_hits: v.array(v.string()),
  /** IDs of the hits that are about somebody else. */
  dismissed_hits: v.array(v.string()),
  /** Comment of the reviewer. Null if there is none. */
  comment: nullableString,
  /** Author and time of the review. */
  audit_trail: auditTrail,
  ...requestIdOfOne,
});

/** A decision of your team on hits of a screening, or a comment on it. */
export interface WatchlistReview extends v.InferOutput<typeof reviewSchema> {}
