import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2024, closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type SimplifiedAlbum, simplifiedAlbumSchema } from '../records/music.ts';
import { type BrowsePlaylist, browsePlaylistSchema } from '../records/playlists.ts';
import { images } from '../records/shared.ts';

const categorySchema = v.object({ id: v.string(), name: v.string(), href: v.string(), icons: images });

/** A category of playlists, named in the asked language. */
export interface Category extends v.InferOutput<typeof categorySchema> {}

const category_id = v.pipe(v.string(), v.nonEmpty());
/** Language and country, such as `de_AT`. */
const locale = v.optional(v.string());

const categories = {
  /**
   * Lists categories of playlists. `limit` is 1 to 50, default 20. `locale`, such as `de_AT`, decides the language of
   * names. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-categories
   */
  list: list({
    method: 'GET',
    path: '/v1/browse/categories',
    auth: 'app-or-user',
    query: v.object({ locale, ...pageParams() }),
    item: named<Category>(categorySchema),
    paging: offsetPages('categories'),
    docs: docs('get-categories'),
    deprecated: closed2026(),
  }),

  /**
   * Gives a category; `not_found` when there is none. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-category
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/browse/categories/{category_id}',
    auth: 'app-or-user',
    params: v.object({ category_id }),
    query: v.object({ locale }),
    response: named<Category>(categorySchema),
    docs: docs('get-a-category'),
    deprecated: closed2026(),
  }),

  /**
   * Lists the playlists of a category. `limit` is 1 to 50, default 20. Refused with `not_supported` to apps in
   * development mode and to those made after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-categories-playlists
   */
  playlists: list({
    method: 'GET',
    path: '/v1/browse/categories/{category_id}/playlists',
    auth: 'app-or-user',
    params: v.object({ category_id }),
    query: v.object(pageParams()),
    item: named<BrowsePlaylist>(browsePlaylistSchema),
    paging: offsetPages('playlists'),
    docs: docs('get-a-categories-playlists'),
    deprecated: closed2024(),
  }),
};

/** What the provider puts forward. */
export const browse = {
  /**
   * Lists new albums. `limit` is 1 to 50, default 20. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-new-releases
   */
  newReleases: list({
    method: 'GET',
    path: '/v1/browse/new-releases',
    auth: 'app-or-user',
    query: v.object(pageParams()),
    item: named<SimplifiedAlbum>(simplifiedAlbumSchema),
    paging: offsetPages('albums'),
    docs: docs('get-new-releases'),
    deprecated: closed2026(),
  }),

  /**
   * Lists the playlists that the provider puts forward; `raw.message` is the heading over them. `limit` is 1 to 50,
   * default 20; `locale`, such as `de_AT`, decides the language. Refused with `not_supported` to apps in development
   * mode and to those made after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-featured-playlists
   */
  featuredPlaylists: list({
    method: 'GET',
    path: '/v1/browse/featured-playlists',
    auth: 'app-or-user',
    query: v.object({ locale, ...pageParams() }),
    item: named<BrowsePlaylist>(browsePlaylistSchema),
    paging: offsetPages('playlists'),
    docs: docs('get-featured-playlists'),
    deprecated: closed2024(),
  }),

  /** Categories of playlists. */
  categories,
};
