import { list, named } from '@x/core';
import * as v from 'valibot';
import { type SimplifiedAlbum, simplifiedAlbumSchema } from '../records/music.ts';
import { closed2026, docs, pageParams, pagesAt } from '../web-api.ts';

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
    paging: pagesAt('albums'),
    docs: docs('get-new-releases'),
    deprecated: closed2026(),
  }),
};
