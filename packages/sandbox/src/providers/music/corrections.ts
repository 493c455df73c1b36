import type { TableFields } from '../../shared/openapi-table.ts';

interface Correction {
  readonly scopes?: readonly string[];
  readonly closed?: 404;
  readonly query?: TableFields;
  readonly body?: TableFields;
}

const ids = (maxItems: number): Correction => ({ query: { ids: { maxItems } } });
const uris: Correction = { query: { uris: { maxItems: 40 } } };
const gone: Correction = { closed: 404 };
const reachable: Correction = { query: { offset: { max: 100_000 } } };

/** Corrections where the API differs from the official file, by operation. */
export const corrections: Readonly<Record<string, Correction>> = {
  // Without its scopes, the profile just has fewer fields.
  'GET /me': { scopes: [] },
  // Limits that the file mentions only in prose; elsewhere the limit is 50 IDs.
  'DELETE /me/albums': ids(20),
  'DELETE /me/library': uris,
  'GET /albums': ids(20),
  'GET /audio-features': ids(100),
  'GET /me/albums/contains': ids(20),
  'GET /me/library/contains': uris,
  'GET /me/playlists': reachable,
  'GET /users/{user_id}/playlists': reachable,
  'PUT /me/albums': ids(20),
  'PUT /me/library': uris,
  // The file does not list the fields of `offset`.
  'PUT /me/player/play': { body: { offset: { fields: { position: { type: 'integer' }, uri: {} } } } },
  // Endpoints closed in November 2024 respond as if they did not exist; those closed in February 2026 respond with 403.
  'GET /artists/{id}/related-artists': gone,
  'GET /browse/categories/{category_id}/playlists': gone,
  'GET /browse/featured-playlists': gone,
  'GET /recommendations': gone,
  'GET /recommendations/available-genre-seeds': gone,
};

const usualLimit = { max: 50, default: 20 };

/** Limits for apps with extended quota. The file has those for apps in development mode. */
export const extended: Readonly<Record<string, Correction>> = {
  'GET /artists/{id}/albums': { query: { limit: usualLimit } },
  'GET /search': { query: { limit: usualLimit } },
};
