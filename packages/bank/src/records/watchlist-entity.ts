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

/** Lists that organizations are screened against. */
const listCode = known(
  'CA_CON',
  'EU_CON',
  'IZ_SOE',
  'IZ_UNC',
  'IZ_WBK',
  'US_CAP',
  'US_FSE',
  'US_MBS',
  'US_SDN',
  'US_SSI',
  'US_CMC',
  'US_UVL',
  'US_SAM',
  'US_TEL',
  'AU_CON',
  'UK_HMC',
);

export const entityScreeningSchema = v.object({
  /** ID of the screening, `entscr_…`. Case-sensitive. */
  id: v.string(),
  /** Search terms of the screening. */
  search_terms: v.object({
    /** ID of the program, `entprg_…`. */
    entity_watchlist_program_id: v.string(),
    /** Legal name of the organization, up to 100 characters. */
    legal_name: v.string(),
    /** Email address of the organization. Null if none was set. */
    email_address: nullableString,
    /** Phone number of the organization, E.164. Null if none was set. */
    phone_number: nullableString,
    /** Website of the organization. Null if none was set. */
    url: nullableString,
    ...termFields,
  }),
  ...screeningFields,
});

/** An organization that is screened against watchlists. */
export interface EntityScreening extends v.InferOutput<typeof entityScreeningSchema> {}

export const entityHitSchema = v.object({
  ...hitFields,
  /** Code of the list: its country or `IZ` for international ones, and its name. */
  list_code: listCode,
  /** Reasons why the entry was found. Absent if it was not analyzed. */
  analysis: v.optional(
    v.object({
      /** Match of email addresses. Absent if none were compared. */
      email_addresses: v.optional(matchSummary),
      /** Match of phone numbers. Absent if none were compared. */
      phone_numbers: v.optional(matchSummary),
      /** Match of websites. Absent if none were compared. */
      urls: v.optional(matchSummary),
      ...hitAnalysisFields,
    }),
  ),
  /** The list's details about the organization. Absent if it has no details. */
  data: v.optional(
    v.object({
      /** Documents on the list. */
      documents: documentOf('bik', 'business_number', 'imo', 'other', 'swift', 'tax_id'),
      /** Email addresses on the list. */
      email_addresses: analyzed({
        /** Address as the list has it. */
        email_address: v.string(),
      }),
      /** Phone numbers on the list. */
      phone_numbers: analyzed({
        /** Whether it is a phone or a fax. */
        type: known('phone', 'fax'),
        /** The number, E.164. */
        phone_number: v.string(),
      }),
      /** Websites on the list. */
      urls: analyzed({
        /** URL that starts with `https://` or `http://`. */
        url: v.string(),
      }),
      ...hitDataFields,
    }),
  ),
});

/** An entry of a watchlist that may be the organization. */
export interface EntityHit extends v.InferOutput<typeof entityHitSchema> {}

export const entityProgramSchema = v.object({
  ...programFields,
  /** Codes of the lists that organizations are screened against. */
  lists_enabled: v.array(listCode),
});

/** Settings with which organizations are screened, from the Plaid dashboard. */
export interface EntityProgram extends v.InferOutput<typeof entityProgramSchema> {}
