import { endpoint, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { type Chapter, chapterSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Chapters of audiobooks. */
export const chapters = {
  /**
   * Returns a chapter with its audiobook. Fails with `not_found` when no chapter has the ID, or when the market does
   * not offer it. It has a `resume_point` if the user token has the scope `user-read-playback-position`.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/chapters/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the chapter: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Chapter>(chapterSchema),
    docs: docs('get-a-chapter'),
  }),

  /**
   * Looks up chapters by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/chapters',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the chapters: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<Chapter>(chapterSchema),
    items: 'chapters',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-several-chapters'),
    deprecated: closed2026('chapters.get'),
    development: oneByOne('/v1/chapters'),
  }),
};
