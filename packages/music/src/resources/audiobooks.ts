import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import { type Audiobook, audiobookSchema, type SimplifiedChapter, simplifiedChapterSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Audiobooks, which not every market has. */
export const audiobooks = {
  /**
   * Gives an audiobook with the first page of its chapters; `not_found` when there is none, or none in the `market`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-audiobook
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/audiobooks/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Audiobook>(audiobookSchema),
    docs: docs('get-an-audiobook'),
  }),

  /**
   * Finds audiobooks by id; any number, 50 per request. Those that do not exist are in `missing`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-multiple-audiobooks
   */
  list: list({
    method: 'GET',
    path: '/v1/audiobooks',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<Audiobook>(audiobookSchema),
    paging: singlePage('audiobooks'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-multiple-audiobooks'),
    deprecated: closed2026('audiobooks.get'),
  }),

  /**
   * Lists the chapters of an audiobook in order. `limit` is 1 to 50, default 20. They have a `resume_point` when the
   * user's grant has `user-read-playback-position`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-audiobook-chapters
   */
  chapters: list({
    method: 'GET',
    path: '/v1/audiobooks/{id}/chapters',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market, ...pageParams() }),
    item: named<SimplifiedChapter>(simplifiedChapterSchema),
    paging: offsetPages(''),
    docs: docs('get-audiobook-chapters'),
  }),
};
