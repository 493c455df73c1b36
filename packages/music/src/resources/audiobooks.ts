import { endpoint, list, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type Audiobook, audiobookSchema, type SimplifiedChapter, simplifiedChapterSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Audiobooks and their chapters. Only some markets have audiobooks. */
export const audiobooks = {
  /**
   * Returns an audiobook with the first page of its chapters. Fails with `not_found` when no audiobook has the ID, or
   * when the market does not offer it.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/audiobooks/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the audiobook: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Audiobook>(audiobookSchema),
    docs: docs('get-an-audiobook'),
  }),

  /**
   * Looks up audiobooks by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/audiobooks',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the audiobooks: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<Audiobook>(audiobookSchema),
    items: 'audiobooks',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-multiple-audiobooks'),
    deprecated: closed2026('audiobooks.get'),
    development: oneByOne('/v1/audiobooks'),
  }),

  /**
   * Lists the chapters of an audiobook in order. They have a `resume_point` if the user token has the scope
   * `user-read-playback-position`.
   */
  chapters: list({
    method: 'GET',
    path: '/v1/audiobooks/{id}/chapters',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the audiobook: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object({ ...marketParam, ...pageParams }),
    item: named<SimplifiedChapter>(simplifiedChapterSchema),
    paging: offsetPages(''),
    docs: docs('get-audiobook-chapters'),
  }),
};
