import * as v from 'valibot';
import {
  aDate,
  aString,
  listOf,
  nonEmptyString,
  objectWith,
  oneOf,
  type RulesOf,
  required,
  strings,
  text,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { Records } from '../../shared/own-records.ts';

/** An artist or album that another record refers to, by ID or by name. */
export interface MusicReference {
  /** ID of the record. */
  readonly id?: string | undefined;
  /** Name of the record. If several records have it, the first one counts, yours before generated ones. */
  readonly name?: string | undefined;
}

/** An artist of your own, with the field names of the API. */
export interface MusicArtistRecord {
  /** ID of 22 letters and digits. Default: made from the name. */
  readonly id?: string | undefined;
  /** Name of the artist. */
  readonly name: string;
  /** Genres. Default: up to three, made from the name. */
  readonly genres?: readonly string[] | undefined;
  /** Popularity from 0 to 100; search lists the most popular first. Default: made from the name. */
  readonly popularity?: number | undefined;
  /** Followers of the artist. Default: made from the name. */
  readonly followers?:
    | {
        /** Number of followers. */
        readonly total: number;
      }
    | undefined;
}

/** A release of your own, with the field names of the API. */
export interface MusicAlbumRecord {
  /** ID of 22 letters and digits. Default: made from the name. */
  readonly id?: string | undefined;
  /** Name of the release. */
  readonly name: string;
  /** Artists of the release, at least one. */
  readonly artists: readonly MusicReference[];
  /** Type of release. Default `album`. */
  readonly album_type?: 'album' | 'single' | 'compilation' | undefined;
  /** Release date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Default: the day on which the sandbox started. */
  readonly release_date?: string | undefined;
  /** Markets, as ISO 3166-1 alpha-2 codes. Default: the markets of most releases. */
  readonly available_markets?: readonly string[] | undefined;
  /** Record label. Default: an invented one. */
  readonly label?: string | undefined;
  /** Popularity from 0 to 100. Default: the first artist's. */
  readonly popularity?: number | undefined;
  /** Codes that identify it outside the API. */
  readonly external_ids?:
    | {
        /** Universal product code. Default: made from the name. */
        readonly upc?: string | undefined;
      }
    | undefined;
}

/** A track of your own, with the field names of the API. */
export interface MusicTrackRecord {
  /** ID of 22 letters and digits. Default: made from the name. */
  readonly id?: string | undefined;
  /** Name of the track. */
  readonly name: string;
  /** Release that it is on. Default: a single of the same name. */
  readonly album?: MusicReference | undefined;
  /** Artists who play it. Required without `album`. Default: the artists of the release. */
  readonly artists?: readonly MusicReference[] | undefined;
  /** Disc number. Default 1. */
  readonly disc_number?: number | undefined;
  /** Position on the disc. Default: the next one. */
  readonly track_number?: number | undefined;
  /** Length in milliseconds. Default: 95 seconds to 7 minutes, made from the name. */
  readonly duration_ms?: number | undefined;
  /** Whether the lyrics are explicit. Default `false`. */
  readonly explicit?: boolean | undefined;
  /** Popularity from 0 to 100. Default: the release's. */
  readonly popularity?: number | undefined;
  /** Codes that identify it outside the API. */
  readonly external_ids?:
    | {
        /** International Standard Recording Code. Default: made from the name. */
        readonly isrc?: string | undefined;
      }
    | undefined;
}

/** A playlist of your own, with the field names of the API. */
export interface MusicPlaylistRecord {
  /** ID of 22 letters and digits. Default: made from the name. */
  readonly id?: string | undefined;
  /** Name of the playlist. */
  readonly name: string;
  /** Description. Default: none. */
  readonly description?: string | undefined;
  /** Whether the owner's profile shows it. Default `true`, or `false` for a collaborative playlist. */
  readonly public?: boolean | undefined;
  /** Whether others may change it; such a playlist cannot be public. Default `false`. */
  readonly collaborative?: boolean | undefined;
  /** Owner of the playlist. Default: the first user. */
  readonly owner?:
    | {
        /** ID of the user. */
        readonly id: string;
      }
    | undefined;
  /** URIs of the items, such as `spotify:track:…`, at most 10,000. Default: none. */
  readonly uris?: readonly string[] | undefined;
}

/** Your own records. */
export interface OwnMusic {
  readonly artists: Records<MusicArtistRecord> | undefined;
  readonly albums: Records<MusicAlbumRecord> | undefined;
  readonly tracks: Records<MusicTrackRecord> | undefined;
  readonly playlists: Records<MusicPlaylistRecord> | undefined;
}

const anId = text('an ID of 22 letters and digits', /^[0-9A-Za-z]{22}$/);
const popularity = wholeNumber(0, 100);
const reference = v.pipe(
  objectWith({ id: anId, name: nonEmptyString } satisfies RulesOf<MusicReference>),
  v.check((value) => Object.keys(Object(value)).length > 0, 'must be an object with an ID or a name'),
);
const someReferences = 'must be an array of at least one object with an ID or a name';
const references = v.pipe(v.array(reference, someReferences), v.minLength(1, someReferences));
const releaseDate = text('a date such as 2026-01-31, 2026-01 or 2026', /^\d{4}(-\d\d){0,2}$/, (date) =>
  v.is(aDate, `${date}${'-01-01'.slice(date.length - 10)}`),
);
const markets = listOf('ISO 3166-1 alpha-2 codes', text('an ISO 3166-1 alpha-2 code', /^[A-Z]{2}$/));

/** Rules for the fields of your own records, by list. */
export const musicRecordRules = {
  artists: {
    id: anId,
    name: required(nonEmptyString),
    genres: strings,
    popularity,
    followers: objectWith({ total: required(wholeNumber(0)) }),
  } satisfies RulesOf<MusicArtistRecord>,
  albums: {
    id: anId,
    name: required(nonEmptyString),
    artists: required(references),
    album_type: oneOf('album', 'single', 'compilation'),
    release_date: releaseDate,
    available_markets: markets,
    label: nonEmptyString,
    popularity,
    external_ids: objectWith({ upc: nonEmptyString }),
  } satisfies RulesOf<MusicAlbumRecord>,
  tracks: {
    id: anId,
    name: required(nonEmptyString),
    album: reference,
    artists: references,
    disc_number: wholeNumber(1),
    track_number: wholeNumber(1),
    duration_ms: wholeNumber(1),
    explicit: trueOrFalse,
    popularity,
    external_ids: objectWith({ isrc: nonEmptyString }),
  } satisfies RulesOf<MusicTrackRecord>,
  playlists: {
    id: anId,
    name: required(nonEmptyString),
    description: aString,
    public: trueOrFalse,
    collaborative: trueOrFalse,
    owner: objectWith({ id: required(nonEmptyString) }),
    uris: listOf('at most 10,000 strings', aString, 10_000),
  } satisfies RulesOf<MusicPlaylistRecord>,
};
