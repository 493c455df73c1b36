import { createHash } from 'node:crypto';
import data from '../../data/identities.json' with { type: 'json' };

/** Name of a person. */
export interface PersonName {
  readonly given_name: string;
  readonly family_name: string;
}

/** Home address of a person, with null for parts that it has not got. */
export interface HomeAddress {
  readonly street?: string | null;
  readonly street2?: string | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly postal_code?: string | null;
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
  readonly source?: string | undefined;
  readonly programs: readonly string[];
  /** First and last day of the time the birthday is in; only of people. */
  readonly born?: readonly [string, string] | undefined;
  readonly document?: { readonly type: string; readonly number: string } | undefined;
  readonly place?: { readonly full: string; readonly country: string } | undefined;
  /** Only of organizations, as the two below. */
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly url?: string | undefined;
}

/** What watchlists are about. */
export type WatchlistKind = 'individual' | 'entity';

/** The documented test users, and invented people and organizations that are on watchlists. */
export const identities = data as unknown as { readonly testUsers: readonly [TestUser, ...TestUser[]] } & Readonly<
  Record<WatchlistKind, readonly WatchlistEntry[]>
>;

/** The API's id of who an entry is about, the same in every search. */
export function uidOf({ list, names }: WatchlistEntry): string {
  return `uid_${createHash('sha256').update(`${list}/${names[0]}`).digest('hex').slice(0, 14)}`;
}
