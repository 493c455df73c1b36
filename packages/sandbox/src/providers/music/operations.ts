import type { EndpointFacts } from '../../server/endpoints.ts';
import type { TableFields, TableOperation } from '../../shared/openapi-table.ts';
import { corrections, extended } from './corrections.ts';
import official from './openapi.json' with { type: 'json' };

/** Facts of an operation, with our corrections. */
export interface Operation extends EndpointFacts<'any' | 'user', TableFields> {
  /** `user` if it acts for a user: on their own data, or on any playlist. */
  readonly token: 'any' | 'user';
  /** Scopes that the token must have, all of them. */
  readonly scopes: readonly string[];
  readonly status: number;
  /** Status that apps in development mode get, if the operation is closed to them. */
  readonly closed: 403 | 404 | undefined;
  readonly query: TableFields;
  /** Fields of the JSON body; absent if it takes none. */
  readonly body?: TableFields;
}

const operations = official.operations as Readonly<Record<string, TableOperation | undefined>>;

/** Returns the operation with a name such as `GET /albums/{id}`. */
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

/** Leaves out the two playlist scopes where both are listed, because the playlist decides which of them is needed. */
function demanded(scopes: readonly string[]): readonly string[] {
  const either = ['playlist-modify-public', 'playlist-modify-private'];
  return either.every((scope) => scopes.includes(scope)) ? scopes.filter((scope) => !either.includes(scope)) : scopes;
}
