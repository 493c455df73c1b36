import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import {
  copyrights,
  followers,
  images,
  linkFields,
  optionalNullableLinkFields,
  pageOf,
  releaseDate,
  restrictions,
  strings,
} from './shared.ts';

// Some fields are optional only because apps in development mode have not received them since 2026.

export const simplifiedArtistSchema = v.object({
  ...linkFields('artist'),
  /** Name of the artist. */
  name: v.string(),
});

/** An artist, as other records refer to it. */
export interface SimplifiedArtist extends v.InferOutput<typeof simplifiedArtistSchema> {}

export const artistSchema = v.object({
  ...simplifiedArtistSchema.entries,
  /** Pictures, widest first. Null or absent when there are none. */
  images: v.nullish(images),
  /** Followers of the artist. Null or absent when unknown, and for apps in development mode. */
  followers,
  /** Genres. Null or absent when none are known, and for apps in development mode. */
  genres: v.nullish(strings),
  /** Popularity, 0 to 100. Absent for apps in development mode. */
  popularity: v.optional(v.number()),
});

/** An artist. */
export interface Artist extends v.InferOutput<typeof artistSchema> {}

const artists = v.array(named<SimplifiedArtist>(simplifiedArtistSchema));

export const simplifiedAlbumSchema = v.object({
  ...linkFields('album'),
  /** Title of the album. */
  name: v.string(),
  /** Kind of release. */
  album_type: known('album', 'single', 'compilation'),
  /** Artists of the album. */
  artists,
  /**
   * Markets in which it is offered, ISO 3166-1 alpha-2. Absent when a `market` was requested, and in development mode.
   */
  available_markets: v.optional(strings),
  /** Cover in several sizes, widest first. */
  images,
  /** Whether the album plays in the market. Absent without a requested `market`. */
  is_playable: v.optional(v.boolean()),
  ...releaseDate,
  /** Reason why the album does not play. Absent when it does. */
  restrictions,
  /** Number of tracks on the album. */
  total_tracks: v.number(),
});

/** An album without its tracks, as lists and other records refer to it. */
export interface SimplifiedAlbum extends v.InferOutput<typeof simplifiedAlbumSchema> {}

export const artistAlbumSchema = v.object({
  ...simplifiedAlbumSchema.entries,
  /** Relation of the artist to the album. Absent for apps in development mode. */
  album_group: v.optional(known('album', 'single', 'compilation', 'appears_on')),
});

/** An album in an artist's discography. */
export interface ArtistAlbum extends v.InferOutput<typeof artistAlbumSchema> {}

export const simplifiedTrackSchema = v.object({
  ...linkFields('track'),
  /** Title of the track. */
  name: v.string(),
  /** Artists who perform the track. */
  artists,
  /**
   * Markets in which it is offered, ISO 3166-1 alpha-2. Absent when a `market` was requested, and in development mode.
   */
  available_markets: v.optional(strings),
  /** Number of the disc that contains the track, from 1. */
  disc_number: v.number(),
  /** Length of the track in milliseconds. */
  duration_ms: v.number(),
  /** Whether the lyrics are explicit; false if unknown. */
  explicit: v.boolean(),
  /** Whether it is a user's own file; always false for tracks of the catalog. */
  is_local: v.boolean(),
  /** Whether the track plays in the market. Absent without a requested `market`. */
  is_playable: v.optional(v.boolean()),
  /**
   * The track that was requested, when this one replaces it in the market. Null or absent otherwise; in some responses
   * its fields are null.
   */
  linked_from: v.nullish(v.object(optionalNullableLinkFields)),
  /** Address of a 30-second preview (MP3). Null when there is none; for most apps always null since November 2024. */
  preview_url: optionalNullableString,
  /** Reason why the track does not play. Absent when it does. */
  restrictions,
  /** Number of the track on its disc, from 1. */
  track_number: v.number(),
});

/**
 * A track without its album. If a `market` was requested, `is_playable` is present, and `linked_from` where another
 * recording replaces the requested one.
 */
export interface SimplifiedTrack extends v.InferOutput<typeof simplifiedTrackSchema> {}

const external_ids = v.optional(
  v.object({
    /** International Standard Recording Code. */
    isrc: v.optional(v.string()),
    /** International Article Number. */
    ean: v.optional(v.string()),
    /** Universal Product Code. */
    upc: v.optional(v.string()),
  }),
);

export const trackSchema = v.object({
  ...simplifiedTrackSchema.entries,
  /** Album that contains the track. */
  album: named<SimplifiedAlbum>(simplifiedAlbumSchema),
  /** Identifiers of the recording outside of the catalog. */
  external_ids,
  /** Popularity, 0 to 100. Absent for apps in development mode. */
  popularity: v.optional(v.number()),
});

/** A {@link SimplifiedTrack} with its album. */
export interface Track extends v.InferOutput<typeof trackSchema> {}

export const albumSchema = v.object({
  ...simplifiedAlbumSchema.entries,
  /** Copyright notices of the album. */
  copyrights,
  /** Identifiers of the album outside of the catalog. */
  external_ids,
  /** Genres of the album; usually empty. Absent for apps in development mode. */
  genres: v.optional(strings),
  /** Record label that released the album. Null when unknown, absent for apps in development mode. */
  label: optionalNullableString,
  /** Popularity, 0 to 100. Absent for apps in development mode. */
  popularity: v.optional(v.number()),
  /** First page of the tracks, up to 50; `albums.tracks` lists all. */
  tracks: pageOf(named<SimplifiedTrack>(simplifiedTrackSchema)),
});

/** An album with its first 50 tracks; `albums.tracks` lists all. */
export interface Album extends v.InferOutput<typeof albumSchema> {}
