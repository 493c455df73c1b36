import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, read, readPersonal, write } from '../declarations.ts';
import { cursorPages, cursorParams } from '../paging.ts';
import {
  type IndividualHit,
  type IndividualProgram,
  type IndividualScreening,
  individualHitSchema,
  individualProgramSchema,
  individualScreeningSchema,
} from '../records/watchlist-individual.ts';
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
import { countryCode, isoDate, nonEmptyString } from '../schema.ts';

const program = {
  /** ID of the program, `prg_…`. Case-sensitive. */
  watchlist_program_id: nonEmptyString,
};
const screening = {
  /** ID of the screening, `scr_…`. Case-sensitive. */
  watchlist_screening_id: nonEmptyString,
};
const requiredName = {
  /** Legal name of the person, 1 to 100 characters. Must contain a letter. */
  legal_name: legalName,
};
const optionalName = {
  /** Legal name of the person, 1 to 100 characters. Must contain a letter. */
  legal_name: v.optional(legalName),
};
const terms = {
  /** Birthday of the person, `YYYY-MM-DD`. */
  date_of_birth: v.optional(isoDate),
  /** Number of an official document, 4 to 32 characters. */
  document_number: v.optional(documentNumber),
  /** Country of the person, ISO 3166-1 alpha-2. */
  country: v.optional(countryCode),
};

/** Screenings of people. */
export const watchlistIndividuals = {
  /**
   * Looks for a person on the watchlists of a program. The screening is `cleared` without hits, else `pending_review`.
   * Never retried.
   */
  create: endpoint({
    ...write,
    path: '/watchlist_screening/individual/create',
    personal: true,
    costs: costs.screening,
    body: v.object({
      /** Name and details of whom to search for. */
      search_terms: v.strictObject({ ...program, ...requiredName, ...terms }),
      ...clientUserIdParam,
    }),
    response: named<IndividualScreening>(individualScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningindividualcreate'),
  }),

  /** Returns a screening. Fails with `invalid_params` for an unknown ID. */
  get: endpoint({
    ...readPersonal,
    path: '/watchlist_screening/individual/get',
    body: v.object(screening),
    response: named<IndividualScreening>(individualScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningindividualget'),
  }),

  /** Lists the screenings of a program, newest first. */
  list: list({
    ...readPersonal,
    path: '/watchlist_screening/individual/list',
    body: v.object({ ...program, ...screeningFilters, ...cursorParams }),
    item: named<IndividualScreening>(individualScreeningSchema),
    paging: cursorPages('watchlist_screenings'),
    docs: docs('products/monitor/#watchlist_screeningindividuallist'),
  }),

  /**
   * Changes a screening. New search terms start a new search and may change the status, so do not pass both. What is
   * left out does not change. Never retried.
   */
  update: endpoint({
    ...write,
    path: '/watchlist_screening/individual/update',
    personal: true,
    body: v.pipe(
      v.object({
        ...screening,
        /** Search terms to change. */
        search_terms: v.nullish(
          v.strictObject({
            /** ID of the program to move the screening to, `prg_…`. */
            watchlist_program_id: v.optional(nonEmptyString),
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
    response: named<IndividualScreening>(individualScreeningSchema),
    docs: docs('products/monitor/#watchlist_screeningindividualupdate'),
  }),

  /** Earlier versions of screenings. */
  history: {
    /**
     * Lists the changes of a screening, newest first: the screening as each change left it. Empty if it was never
     * changed.
     */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/individual/history/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<IndividualScreening>(individualScreeningSchema),
      paging: cursorPages('watchlist_screenings'),
      docs: docs('products/monitor/#watchlist_screeningindividualhistorylist'),
    }),
  },

  /** Entries of watchlists that were found. */
  hit: {
    /** Lists the hits of a screening. */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/individual/hit/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<IndividualHit>(individualHitSchema),
      paging: cursorPages('watchlist_screening_hits'),
      docs: docs('products/monitor/#watchlist_screeningindividualhitlist'),
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
      path: '/watchlist_screening/individual/review/create',
      personal: true,
      body: v.object({ ...screening, ...reviewParams }),
      response: named<WatchlistReview>(reviewSchema),
      docs: docs('products/monitor/#watchlist_screeningindividualreviewcreate'),
    }),

    /** Lists the reviews of a screening. */
    list: list({
      ...readPersonal,
      path: '/watchlist_screening/individual/review/list',
      body: v.object({ ...screening, ...cursorParams }),
      item: named<WatchlistReview>(reviewSchema),
      paging: cursorPages('watchlist_screening_reviews'),
      docs: docs('products/monitor/#watchlist_screeningindividualreviewlist'),
    }),
  },

  /** Settings of screenings, which are made in the Plaid dashboard. */
  program: {
    /** Returns a program. Fails with `invalid_params` for an unknown ID. */
    get: endpoint({
      ...read,
      path: '/watchlist_screening/individual/program/get',
      body: v.object(program),
      response: named<IndividualProgram>(individualProgramSchema),
      docs: docs('products/monitor/#watchlist_screeningindividualprogramget'),
    }),

    /** Lists the programs. */
    list: list({
      ...read,
      path: '/watchlist_screening/individual/program/list',
      body: v.object(cursorParams),
      item: named<IndividualProgram>(individualProgramSchema),
      paging: cursorPages('watchlist_programs'),
      docs: docs('products/monitor/#watchlist_screeningindividualprogramlist'),
    }),
  },
};
