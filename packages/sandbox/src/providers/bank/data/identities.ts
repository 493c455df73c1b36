import { createHash } from 'node:crypto';
import data from './identities.json' with { type: 'json' };

/** Name of a person. */
export interface PersonName {
  /** First name. */
  readonly given_name: string;
  /** Last name. */
  readonly family_name: string;
}

/** A person's home address, with null for missing parts. */
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

/** A test user known to the data sources. */
export interface TestUser {
  readonly name: PersonName;
  readonly phone_number: string;
  /** Date, or just the year if any day of it matches. */
  readonly date_of_birth: string;
  readonly address: HomeAddress;
  readonly id_numbers: readonly string[];
}

/** An entry of a watchlist. */
export interface WatchlistEntry {
  /** Names, the main one first. */
  readonly names: readonly string[];
  /** Name that causes no hit by itself. */
  readonly weakAlias?: string | undefined;
  /** Code of the list, such as `US_SDN`. */
  readonly list: string;
  /** ID of the entry in the list. Default: none. */
  readonly source?: string | undefined;
  /** Sanctions programs that the entry belongs to, such as `SDGT`. */
  readonly programs: readonly string[];
  /** First and last possible birthday; only for people. */
  readonly born?: readonly [string, string] | undefined;
  /** Document that the list names. Default: none. */
  readonly document?:
    | {
        /** Kind of document, such as `passport`. */
        readonly type: string;
        /** Number of the document. */
        readonly number: string;
      }
    | undefined;
  /** Address of the person or organization. Default: unknown. */
  readonly place?:
    | {
        /** The whole address on one line. */
        readonly full: string;
        /** Country, ISO 3166-1 alpha-2. */
        readonly country: string;
      }
    | undefined;
  /** Email address; only for organizations. */
  readonly email?: string | undefined;
  /** Phone number; only for organizations. */
  readonly phone?: string | undefined;
  /** Website; only for organizations. */
  readonly url?: string | undefined;
}

/** Kind of watchlist entry. */
export type WatchlistKind = 'individual' | 'entity';

/** Documented test users, and invented people and organizations on watchlists. */
export const identities = data as unknown as { readonly testUsers: readonly [TestUser, ...TestUser[]] } & Readonly<
  Record<WatchlistKind, readonly WatchlistEntry[]>
>;

/** Returns the API's ID of the person or organization in an entry, the same in every search. */
export function uidOf({ list, names }: WatchlistEntry): string {
  return `uid_${createHash('sha256').update(`${list}/${names[0]}`).digest('hex').slice(0, 14)}`;
}
