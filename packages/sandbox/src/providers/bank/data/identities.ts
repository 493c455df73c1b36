import { createHash } from 'node:crypto';
import data from './identities.json' with { type: 'json' };

/** Name of a person. */
export interface PersonName {
  /** First name. */
  readonly given_name: string;
  /** Last name. */
  readonly family_name: string;
}

/** Home address of a person, with null for parts that it has not got. */
export interface HomeAddress {
  /** Street and house number. */
  readonly street?: string | null;
  /** Apartment or floor. */
  readonly street2?: string | null;
  /** City. */
  readonly city?: string | null;
  /** State or region, such as `CA`. */
  readonly region?: string | null;
  /** Postal code. */
  readonly postal_code?: string | null;
  /** Country, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A test user that data sources know. */
export interface TestUser {
  readonly name: PersonName;
  readonly phone_number: string;
  /** A day, or the year alone where any day of it does. */
  readonly date_of_birth: string;
  readonly address: HomeAddress;
  readonly id_numbers: readonly string[];
}

/** An entry of a watchlist. */
export interface WatchlistEntry {
  /** The main one first. */
  readonly names: readonly string[];
  /** A name that alone leads to no hit. */
  readonly weakAlias?: string | undefined;
  /** Code of the list, such as `US_SDN`. */
  readonly list: string;
  /** ID of the entry in the list. Default: none. */
  readonly source?: string | undefined;
  /** Programs of sanctions that the entry belongs to, such as `SDGT`. */
  readonly programs: readonly string[];
  /** First and last day of the time the birthday is in; only of people. */
  readonly born?: readonly [string, string] | undefined;
  /** A document that the list names. Default: none. */
  readonly document?:
    | {
        /** Kind of document, such as `passport`. */
        readonly type: string;
        /** Number of the document. */
        readonly number: string;
      }
    | undefined;
  /** Where they live, or where the organization is. Default: unknown. */
  readonly place?:
    | {
        /** The whole address on one line. */
        readonly full: string;
        /** Country, ISO 3166-1 alpha-2. */
        readonly country: string;
      }
    | undefined;
  /** Email address; only of organizations. */
  readonly email?: string | undefined;
  /** Phone number; only of organizations. */
  readonly phone?: string | undefined;
  /** Website; only of organizations. */
  readonly url?: string | undefined;
}

/** Kind of entry in a watchlist. */
export type WatchlistKind = 'individual' | 'entity';

/** The documented test users, and invented people and organizations that are on watchlists. */
export const identities = data as unknown as { readonly testUsers: readonly [TestUser, ...TestUser[]] } & Readonly<
  Record<WatchlistKind, readonly WatchlistEntry[]>
>;

/** The API's id of who an entry is about, the same in every search. */
export function uidOf({ list, names }: WatchlistEntry): string {
  return `uid_${createHash('sha256').update(`${list}/${names[0]}`).digest('hex').slice(0, 14)}`;
}
