import { known, named } from '@x/core';
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

// Optional below is also what apps in development mode stopped getting in 2026.

const simplifiedArtistSchema = v.object({ ...linkFields('artist'), name: v.string() });

/** An artist, as other records mention it. */
export interface SimplifiedArtist extends v.InferOutput<typeof simplifiedArtistSchema> {}

export const artistSchema = v.object({
  ...simplifiedArtistSchema.entries,
  /** Pictures, widest first. Null or absent when there are none. */
  images: v.nullish(images),
  /** How many users follow the artist. Null or absent when unknown, and for apps in development mode. */
  followers,
  /** Genres. Null or absent when none are known, and for apps in development mode. */
  genres: v.nullish(strings),
  popularity: v.optional(v.number()),
});

/** An artist. `popularity` is 0 to 100. */
export interface Artist extends v.InferOutput<typeof artistSchema> {}

const artists = v.array(named<SimplifiedArtist>(simplifiedArtistSchema));

export const simplifiedAlbumSchema = v.object({
  ...linkFields('album'),
  name: v.string(),
  album_type: known('album', 'single', 'compilation'),
  artists,
  available_markets: v.optional(strings),
  images,
  is_playable: v.optional(v.boolean()),
  ...releaseDate,
  restrictions,
  total_tracks: v.number(),
});

/** An album, as lists and other records show it. `release_date` is as exact as `release_date_precision` says. */
export interface SimplifiedAlbum extends v.InferOutput<typeof simplifiedAlbumSchema> {}

export const artistAlbumSchema = v.object({
  ...simplifiedAlbumSchema.entries,
  album_group: v.optional(known('album', 'single', 'compilation', 'appears_on')),
});

/** An album in an artist's discography. `album_group` is the album's relation to that artist. */
export interface ArtistAlbum extends v.InferOutput<typeof artistAlbumSchema> {}

export const simplifiedTrackSchema = v.object({
  ...linkFields('track'),
  name: v.string(),
  artists,
  available_markets: v.optional(strings),
  disc_number: v.number(),
  duration_ms: v.number(),
  explicit: v.boolean(),
  is_local: v.boolean(),
  is_playable: v.optional(v.boolean()),
  /**
   * The track that was asked for, where another recording stands in. Null or absent where none does; in some responses
   * its fields are null.
   */
  linked_from: v.nullish(v.object(optionalNullableLinkFields)),
  /** Address of a preview of 30 seconds. Null when there is none, which holds for most apps since November 2024. */
  preview_url: optionalNullableString,
  restrictions,
  track_number: v.number(),
});

/**
 * A track, as its album lists it. Asked for with a `market`, it says `is_playable`, and where another recording stands
 * in, `linked_from` is the one that was asked for.
 */
export interface SimplifiedTrack extends v.InferOutput<typeof simplifiedTrackSchema> {}

const external_ids = v.optional(
  v.object({ isrc: v.optional(v.string()), ean: v.optional(v.string()), upc: v.optional(v.string()) }),
);

export const trackSchema = v.object({
  ...simplifiedTrackSchema.entries,
  album: named<SimplifiedAlbum>(simplifiedAlbumSchema),
  external_ids,
  popularity: v.optional(v.number()),
});

/** A {@link SimplifiedTrack} with its album. `popularity` is 0 to 100. */
export interface Track extends v.InferOutput<typeof trackSchema> {}

export const albumSchema = v.object({
  ...simplifiedAlbumSchema.entries,
  copyrights,
  external_ids,
  genres: v.optional(strings),
  label: v.optional(v.string()),
  popularity: v.optional(v.number()),
  tracks: pageOf(named<SimplifiedTrack>(simplifiedTrackSchema)),
});

/** An album. `tracks` holds its first 50; `albums.tracks` has all. */
export interface Album extends v.InferOutput<typeof albumSchema> {}
