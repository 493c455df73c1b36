import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString } from '../schema.ts';
import { matchSummary } from './verification-parts.ts';
import {
  analyzed,
  documentOf,
  hitAnalysisFields,
  hitDataFields,
  hitFields,
  programFields,
  screeningFields,
  termFields,
} from './watchlist-screening.ts';

/** Lists that people are screened against. */
const listCode = known(
  'AU_CON',
  'CA_CON',
  'EU_CON',
  'IZ_CIA',
  'IZ_IPL',
  'IZ_PEP',
  'IZ_UNC',
  'IZ_WBK',
  'UK_HMC',
  'US_DPL',
  'US_DTC',
  'US_FBI',
  'US_FSE',
  'US_ISN',
  'US_MBS',
  'US_PLC',
  'US_SAM',
  'US_SDN',
  'US_SSI',
  'SG_SOF',
  'TR_TWL',
  'TR_DFD',
  'TR_FOR',
  'TR_WMD',
  'TR_CMB',
);

export const individualScreeningSchema = v.object({
  /** ID of the screening, `scr_…`. Case-sensitive. */
  id: v.string(),
  /** Search terms of the screening. */
  search_terms: v.object({
    /** ID of the program, `prg_…`. */
    watchlist_program_id: v.string(),
    /** Legal name of the person, up to 100 characters. */
    legal_name: v.string(),
    /** Birthday of the person, `YYYY-MM-DD`. Null if none was set. */
    date_of_birth: nullableString,
    ...termFields,
  }),
  ...screeningFields,
});

/** A person who is screened against watchlists. */
export interface IndividualScreening extends v.InferOutput<typeof individualScreeningSchema> {}

export const individualHitSchema = v.object({
  ...hitFields,
  /** Code of the list: its country or `IZ` for international ones, and its name. */
  list_code: listCode,
  /** Reasons why the entry was found. Absent if it was not analyzed. */
  analysis: v.optional(
    v.object({
      /** Match of birthdays. Absent if none were compared. */
      dates_of_birth: v.optional(matchSummary),
      ...hitAnalysisFields,
    }),
  ),
  /** The list's details about the person. Absent if it has no details. */
  data: v.optional(
    v.object({
      /** Birthdays on the list. */
      dates_of_birth: analyzed({
        /** First day of the range in which the birthday is, `YYYY-MM-DD`. */
        beginning: v.string(),
        /** Last day of the range in which the birthday is, `YYYY-MM-DD`. */
        ending: v.string(),
      }),
      /** Documents on the list. */
      documents: documentOf(
        'birth_certificate',
        'drivers_license',
        'immigration_number',
        'military_id',
        'other',
        'passport',
        'personal_identification',
        'ration_card',
        'ssn',
        'student_id',
        'tax_id',
        'travel_document',
        'voter_id',
      ),
      ...hitDataFields,
    }),
  ),
});

/** An entry of a watchlist that may be the person. */
export interface IndividualHit extends v.InferOutput<typeof individualHitSchema> {}

export const individualProgramSchema = v.object({
  ...programFields,
  /** Codes of the lists that people are screened against. */
  lists_enabled: v.array(listCode),
});

/** Settings with which people are screened, from the Plaid dashboard. */
export interface IndividualProgram extends v.InferOutput<typeof individualProgramSchema> {}
