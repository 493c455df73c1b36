import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';

export const imageSchema = v.object({
  /** Address of the picture file. Works without a token. */
  url: v.string(),
  /** Height in pixels. Null when unknown. */
  height: v.nullable(v.number()),
  /** Width in pixels. Null when unknown. */
  width: v.nullable(v.number()),
});

/** A picture. */
export interface Image extends v.InferOutput<typeof imageSchema> {}

/** Pictures, widest first. */
export const images = v.array(named<Image>(imageSchema));

export const strings = v.array(v.string());
export const followers = v.nullish(
  v.object({
    /** Number of followers. */
    total: v.number(),
    /** Always null: the API has no list of followers. */
    href: optionalNullableString,
  }),
);
export const copyrights = v.array(
  v.object({
    /** Copyright notice, such as `2012 The Label`. */
    text: v.string(),
    /** Kind of right: `C` is the copyright of the work, `P` the copyright of the sound recording. */
    type: known('C', 'P'),
  }),
);
export const restrictions = v.optional(
  v.object({
    /**
     * Reason why it does not play: `market` (not offered there), `product` (not part of the user's subscription), or
     * `explicit` (filtered by the user).
     */
    reason: known('market', 'product', 'explicit'),
  }),
);
export const releaseDate = {
  /** Release date, as exact as `release_date_precision`: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  release_date: v.string(),
  /** Precision of `release_date`: year, month or day. */
  release_date_precision: known('year', 'month', 'day'),
};

export const external_urls = v.object({
  /** Address of the web page, `https://open.spotify.com/…`. */
  spotify: v.string(),
});

/**
 * Fields that identify every record. `type` is first because comparing it is the fastest way to distinguish records of
 * different types.
 */
export const linkFields = <const Type extends string>(type: Type) => ({
  /** Type of the record. */
  type: v.literal(type),
  /** ID in the catalog: 22 letters and digits; for users any characters. */
  id: v.string(),
  /** URI of the record, such as `spotify:track:…`. */
  uri: v.string(),
  /** Address of the full record in the API. */
  href: v.string(),
  /** Addresses of the record for people. */
  external_urls,
});

/** The same fields of a record that the catalog may not have: all may be null or absent. */
export const optionalNullableLinkFields = {
  /** Type of the record. Null or absent when the catalog does not have it. */
  type: optionalNullableString,
  /** ID in the catalog. Null or absent when the catalog does not have the record. */
  id: optionalNullableString,
  /** URI of the record. Null or absent when the catalog does not have it. */
  uri: optionalNullableString,
  /** Address of the full record in the API. Null or absent when the catalog does not have it. */
  href: optionalNullableString,
  /** Addresses of the record for people. */
  external_urls: v.optional(
    v.object({
      /** Address of the web page. Null or absent when there is none. */
      spotify: optionalNullableString,
    }),
  ),
};

/** A page inside a record; its `items` are the first of the list. */
export const pageOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.object({
    /** Address of this page in the API. */
    href: v.string(),
    /** First items of the list. */
    items: v.array(item),
    /** Page size that the API used. */
    limit: v.number(),
    /** Address of the next page. Null on the last one. */
    next: v.nullable(v.string()),
    /** Number of items before this page. */
    offset: v.number(),
    /** Address of the previous page. Null on the first one. */
    previous: v.nullable(v.string()),
    /** Number of items in the whole list. */
    total: v.number(),
  });
