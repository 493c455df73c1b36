import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, read, readPersonal, write } from '../declarations.ts';
import { cursorPages, cursorParams } from '../paging.ts';
import {
  type EntityHit,
  type EntityProgram,
  type EntityScreening,
  entityHitSchema,
  entityProgramSchema,
  entityScreeningSchema,
} from '../records/watchlist-entity.ts';
import {
  clientUserIdParam,
  documentNumber,
  legalName,
  resetFields,
  reviewParams,
  screeningFilters,
  statusParam,
} from '../records/watchlist-params.ts';
import { reviewSchema, type WatchlistReview } from '../records/watchlist-screening.ts';
import { countryCode, httpUrl, nonEmptyString, phoneNumber } from '../schema.ts';

const program = {
  /** ID of the program, `entprg_…`. Case-sensitive. */
  entity_watchlist_program_id: nonEmptyString,
};
const screening = {
  /** ID of the screening, `entscr_…`. Case-sensitive. */
  entity_watchlist_screening_id: nonEmptyString,
};
const requiredName = {
  /** Legal name of the organization, 1 to 100 characters. Must contain a letter. */
  legal_name: legalName,
};
const optionalName = {
  /** Legal name of the organization, 1 to 100 characters. Must contain a letter. */
  legal_name: v.optional(legalName),
};
const terms = {
  /** Number of an official document, 4 to 32 characters. */
  document_number: v.optional(documentNumber),
  /** Email address of the organization. */
  email_address: v.optional(nonEmptyString),
  /** Country of the organization, ISO 3166-1 alpha-2. */
  country: v.optional(countryCode),
  /** Phone number of the organization, E.164 (`+14155550123`). */
  phone_number: v.optional(phoneNumber),
  /** Website of the organization: a URL that starts with `https://` or `http://`. */
  url: v.optional(httpUrl),
};
/** The terms of a new screening, which may be null. */
const nullableTerms = {
  /** Number of an official document, 4 to 32 characters. Null for none. */
  document_number: v.nullish(documentNumber),
  /** Email address of the organization. Null for none. */
  email_address: v.nullish(nonEmptyString),
  /** Country of the organization, ISO 3166-1 alpha-2. Null for none. */
  country: v.nullish(countryCode),
  /** Phone number of the organization, E.164 (`+14155550123`). Null for none. */
  phone_number: v.nullish(phoneNumber),
  /** Website of the organization: a URL that starts with `https://` or `http://`. Null for none. */
  url: v.nullish(httpUrl),
};

/** Screenings of organizations. */
export const watchlistEntities = {
  /**
   * Looks for an organization on the watchlists of a program. The screening is `cleared` without hits, else
   * `pending_review`. Never retried.
   */
  create: endpoint({
    ...write,
    path: '/watchlist_screening/entity/create',
    personal: true,
    costs: costs.screening,
    body: v.object({
      /** Name and details of whom to search for. */
      search_terms: v.strictObject({ ...program, ...requiredName, ...nullableTerms }),
      ...clientUserIdParam,
    }),
    response: named<EntityScreening>(entityScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningentitycreate'),
  }),

  /** Returns a screening. Fails with `invalid_params` for an unknown ID. */
  get: endpoint({
    ...readPersonal,
    path: '/watchlist_screening/entity/get',
    body: v.object(screening),
    response: named<EntityScreening>(entityScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningentityget'),
  }),

  /** Lists the screenings of a program, newest first. */
  list: list({
    ...readPersonal,
    path: '/watchlist_screening/entity/list',
    body: v.object({ ...program, ...screeningFilters, ...cursorParams }),
    item: named<EntityScreening>(entityScreeningSchema),
    paging: cursorPages('entity_watchlist_screenings'),
    docs: docs('products/monitor/#watchlist_screeningentitylist'),
  }),

  /**
   * Changes a screening. New search terms start a new search and may change the status, so do not pass both. What is
   * left out does not change. Never retried.
   */
  update: endpoint({
    ...write,
    path: '/watchlist_screening/entity/update',
    personal: true,
    body: v.pipe(
      v.object({
        ...screening,
        /** Search terms to change. */
        search_terms: v.nullish(
          v.strictObject({
            /** ID of the program of the screening, or of the one to move it to, `entprg_…`. */
            entity_watchlist_program_id: nonEmptyString,
            ...optionalName,
            ...terms,
          }),
        ),
        /** ID of the dashboard user to assign the screening to, from `dashboardUser.list`. */
        assignee: v.optional(nonEmptyString),
        ...statusParam,
        ...clientUserIdParam,
        ...resetFields,
      }),
      v.check(
        ({ search_terms, status }) => search_terms == null || status === undefined,
        'pass search_terms or status, not both',
      ),
    ),
    response: named<EntityScreening>(entityScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningentityupdate'),
  }),

  /** Earlier versions of screenings. */
  history: {
    /**
     * Lists the changes of a screening, newest first: the screening as each change left it. Empty if it was never
     * changed.
     */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/entity/history/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<EntityScreening>(entityScreeningSchema),
      paging: cursorPages('entity_watchlist_screenings'),
      docs: docs('products/monitor/#watchlist_screeningentityhistorylist'),
    }),
  },

  /** Entries of watchlists that were found. */
  hit: {
    /** Lists the hits of a screening. */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/entity/hit/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<EntityHit>(entityHitSchema),
      paging: cursorPages('entity_watchlist_screening_hits'),
      docs: docs('products/monitor/#watchlist_screeningentityhitlist'),
    }),
  },

  /** Decisions on hits, and comments. */
  review: {
    /**
     * Confirms or dismisses hits of a screening, or comments on it. Reviewed hits do not change or recur. Never
     * retried.
     */
    create: endpoint({
      ...write,
      path: '/watchlist_screening/entity/review/create',
      personal: true,
      body: v.object({ ...screening, ...reviewParams }),
      response: named<WatchlistReview>(reviewSchema),
      docs: docs('products/monitor/#watchlist_screeningentityreviewcreate'),
    }),

    /** Lists the reviews of a screening. */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/entity/review/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<WatchlistReview>(reviewSchema),
      paging: cursorPages('entity_watchlist_screening_reviews'),
      docs: docs('products/monitor/#watchlist_screeningentityreviewlist'),
    }),
  },

  /** Settings of screenings, which are made in the Plaid dashboard. */
  program: {
    /** Returns a program. Fails with `invalid_params` for an unknown ID. */
    get: endpoint({
      ...read,
      path: '/watchlist_screening/entity/program/get',
      body: v.object(program),
      response: named<EntityProgram>(entityProgramSchema),
      docs: docs('products/monitor/#watchlist_screeningentityprogramget'),
    }),

    /** Lists the programs. */
    list: list({
      ...read,
      path: '/watchlist_screening/entity/program/list',
      body: v.object(cursorParams),
      item: named<EntityProgram>(entityProgramSchema),
      paging: cursorPages('entity_watchlist_programs'),
      docs: docs('products/monitor/#watchlist_screeningentityprogramlist'),
    }),
  },
};
