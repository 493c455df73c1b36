import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Chapter, chapterSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Chapters of audiobooks. */
export const chapters = {
  /**
   * Gives a chapter with its audiobook; `not_found` when there is none, or none in the `market`. It has a
   * `resume_point` when the user's grant has `user-read-playback-position`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-chapter
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/chapters/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Chapter>(chapterSchema),
    docs: docs('get-a-chapter'),
  }),

  /**
   * Finds chapters by id; any number, 50 per request. Those that do not exist are in `missing`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-several-chapters
   */
  list: list({
    method: 'GET',
    path: '/v1/chapters',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<Chapter>(chapterSchema),
    paging: singlePage('chapters'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-several-chapters'),
    deprecated: closed2026('chapters.get'),
  }),
};
