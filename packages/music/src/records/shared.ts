import { known, named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';

const imageSchema = v.object({
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
export const copyrights = v.array(v.object({ text: v.string(), type: known('C', 'P') }));
export const restrictions = v.optional(v.object({ reason: known('market', 'product', 'explicit') }));
export const releaseDate = { release_date: v.string(), release_date_precision: known('year', 'month', 'day') };

export const external_urls = v.object({ spotify: v.string() });

/** Fields that identify every record. `type` is first: it is the fastest way to tell records of different types apart. */
export const linkFields = <const Type extends string>(type: Type) => ({
  type: v.literal(type),
  id: v.string(),
  uri: v.string(),
  href: v.string(),
  external_urls,
});

/** The same fields of a record that the catalog may not have: all may be null or absent. */
export const optionalNullableLinkFields = {
  type: optionalNullableString,
  id: optionalNullableString,
  uri: optionalNullableString,
  href: optionalNullableString,
  external_urls: v.optional(v.object({ spotify: optionalNullableString })),
};

/** Fields that are numbers. */
export const numberFields = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, v.number()])) as Record<Name, v.NumberSchema<undefined>>;

/** A page inside a record; its `items` are the first of the list. */
export const pageOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.object({
    href: v.string(),
    items: v.array(item),
    limit: v.number(),
    /** Address of the next page. Null on the last one. */
    next: v.nullable(v.string()),
    offset: v.number(),
    /** Address of the previous page. Null on the first one. */
    previous: v.nullable(v.string()),
    total: v.number(),
  });
