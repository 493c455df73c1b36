import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2024, closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type SimplifiedAlbum, simplifiedAlbumSchema } from '../records/music.ts';
import { type BrowsePlaylist, browsePlaylistSchema } from '../records/playlists.ts';
import { images } from '../records/shared.ts';

export const categorySchema = v.object({
  /** ID of the category: a word, or 22 letters and digits. */
  id: v.string(),
  /** Name of the category in the language of `locale`. */
  name: v.string(),
  /** Address of the category in the API. */
  href: v.string(),
  /** Icon of the category in several sizes. */
  icons: images,
});

/** A category of playlists. */
export interface Category extends v.InferOutput<typeof categorySchema> {}

const categoryParams = v.object({
  /** ID of the category, as in the `id` of `browse.categories.list`. Must not be empty. */
  category_id: v.pipe(v.string(), v.nonEmpty()),
});
const localeParam = {
  /**
   * Language of names and headings: ISO 639-1 language and ISO 3166-1 country, such as `de_AT`. Default: American
   * English.
   */
  locale: v.optional(v.string()),
};

const categories = {
  /**
   * Lists categories of playlists.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  list: list({
    method: 'GET',
    path: '/v1/browse/categories',
    auth: 'app-or-user',
    query: v.object({ ...localeParam, ...pageParams }),
    item: named<Category>(categorySchema),
    paging: offsetPages('categories'),
    docs: docs('get-categories'),
    deprecated: closed2026(),
  }),

  /**
   * Returns a category. Fails with `not_found` when no category has the ID.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/browse/categories/{category_id}',
    auth: 'app-or-user',
    params: categoryParams,
    query: v.object(localeParam),
    response: named<Category>(categorySchema),
    docs: docs('get-a-category'),
    deprecated: closed2026(),
  }),

  /**
   * Lists the playlists of a category.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
   */
  playlists: list({
    method: 'GET',
    path: '/v1/browse/categories/{category_id}/playlists',
    auth: 'app-or-user',
    params: categoryParams,
    query: v.object(pageParams),
    item: named<BrowsePlaylist>(browsePlaylistSchema),
    paging: offsetPages('playlists'),
    docs: docs('get-a-categories-playlists'),
    deprecated: closed2024(),
  }),
};

/** New releases, featured playlists, and categories of playlists. */
export const browse = {
  /**
   * Lists new albums.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  newReleases: list({
    method: 'GET',
    path: '/v1/browse/new-releases',
    auth: 'app-or-user',
    query: v.object(pageParams),
    item: named<SimplifiedAlbum>(simplifiedAlbumSchema),
    paging: offsetPages('albums'),
    docs: docs('get-new-releases'),
    deprecated: closed2026(),
  }),

  /**
   * Lists the playlists that the provider features; `raw.message` of a page is their heading.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
   */
  featuredPlaylists: list({
    method: 'GET',
    path: '/v1/browse/featured-playlists',
    auth: 'app-or-user',
    query: v.object({ ...localeParam, ...pageParams }),
    item: named<BrowsePlaylist>(browsePlaylistSchema),
    paging: offsetPages('playlists'),
    docs: docs('get-featured-playlists'),
    deprecated: closed2024(),
  }),

  /** Categories of playlists. */
  categories,
};
