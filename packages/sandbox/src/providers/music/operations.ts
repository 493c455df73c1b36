import type { EndpointFacts } from '../../server/endpoints.ts';
import type { TableFields, TableOperation } from '../../shared/openapi-table.ts';
import { corrections, extended } from './corrections.ts';
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
