import type { EndpointFacts } from '../../server/endpoints.ts';
import type { TableFields, TableOperation } from '../../shared/openapi-table.ts';
import official from './openapi.json' with { type: 'json' };

/** Facts of an operation, with our corrections. */
export interface Operation extends EndpointFacts<'any' | 'user', TableFields> {
  /** `user` if it acts for a user: on what is theirs, or on any playlist. */
  readonly token: 'any' | 'user';
  /** Scopes, all of which its token must have. */
  readonly scopes: readonly string[];
  readonly status: number;
  /** Status for apps in development mode, where it is closed to them. */
  readonly closed: 403 | 404 | undefined;
  readonly query: TableFields;
  /** Fields of the JSON body; absent if it takes none. */
  readonly body?: TableFields;
}

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

/** Where the API differs from the official file. */
export const corrections: Readonly<Record<string, Correction>> = {
  // Without its scopes the profile only has fewer fields.
  'GET /me': { scopes: [] },
  // Limits that the file has in its prose only; elsewhere 50 ids.
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
  // The file has no fields of it.
  'PUT /me/player/play': { body: { offset: { fields: { position: { type: 'integer' }, uri: {} } } } },
  // Endpoints closed in November 2024 respond as if they did not exist; endpoints closed in February 2026, with 403.
  'GET /artists/{id}/related-artists': gone,
  'GET /browse/categories/{category_id}/playlists': gone,
  'GET /browse/featured-playlists': gone,
  'GET /recommendations': gone,
  'GET /recommendations/available-genre-seeds': gone,
};

const usualLimit = { max: 50, default: 20 };

/** The file has the limits of apps in development mode, here are those of apps with extended quota. */
const extended: Readonly<Record<string, Correction>> = {
  'GET /artists/{id}/albums': { query: { limit: usualLimit } },
  'GET /search': { query: { limit: usualLimit } },
};

const operations = official.operations as Readonly<Record<string, TableOperation | undefined>>;

/** The operation of a name such as `GET /albums/{id}`. */
export function operationOf(name: string, development: boolean): Operation {
  const known = operations[name];
  if (!known) throw new Error(`openapi.json has no operation ${name}`);
  const [method = '', path = ''] = name.split(' ');
  const { scopes, closed, query, body } = corrections[name] ?? {};
  const forUser = method !== 'GET' || path.startsWith('/me') || path.endsWith('/contains');
  return {
    token: forUser ? 'user' : 'any',
    scopes: forUser ? (scopes ?? demanded(known.scopes ?? [])) : [],
    status: known.status ?? 200,
    closed: known.deprecated ? (closed ?? 403) : undefined,
    query: corrected(known.query, { ...query, ...(!development && extended[name]?.query) }),
    ...(known.body && { body: corrected(known.body, body) }),
  };
}

const corrected = (known: TableFields = {}, changes: TableFields = {}): TableFields => ({
  ...known,
  ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, { ...known[name], ...change }])),
});

/** Where both are named, it depends on the playlist which of the two is demanded. */
function demanded(scopes: readonly string[]): readonly string[] {
  const either = ['playlist-modify-public', 'playlist-modify-private'];
  return either.every((scope) => scopes.includes(scope)) ? scopes.filter((scope) => !either.includes(scope)) : scopes;
}
