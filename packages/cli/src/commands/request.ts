import type { CatalogOperation } from '@x/catalog';
import type { RequestOptions } from '@x/core';
import type { Secrets } from '@x/mcp/apis';
import { catalogOf, type Provider } from '../apis.ts';
import { Problem } from '../failure.ts';
import type { CallFlags, Given } from '../operation/flags.ts';
import { runOperation } from '../operation/run.ts';
import type { Terminal } from '../terminal.ts';

/** Members of clients that are used here. */
interface RequestingClient {
  request(path: string, params: object, options: RequestOptions): PromiseLike<unknown>;
}

/** Runs `x <api> request METHOD /path?query`. */
export async function runRequest(
  terminal: Terminal,
  api: Provider,
  flags: CallFlags,
  [given = '', address = '']: readonly string[],
  secrets: Secrets,
): Promise<void> {
  const method = given.toUpperCase() as CatalogOperation['method'];
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
    throw new Problem(`there is no method ${JSON.stringify(given)}; use GET, POST, PUT, PATCH or DELETE`);
  if (!address.startsWith('/')) throw new Problem(`the path must start with /; got ${JSON.stringify(address)}`);
  const [, path = '', query] = /^([^?]*)\??(.*)$/s.exec(address) ?? [];
  const operation: CatalogOperation = {
    name: 'request',
    summary: `Sends ${method} ${address}.`,
    docs: '',
    method,
    path,
    auth: 'none',
    access: method === 'GET' ? 'read' : 'write',
    params: {},
  };
  await runOperation(terminal, catalogOf(api), operation, flags as Given, secrets, (client, params, options) =>
    /GET|DELETE/.test(method)
      ? (client as RequestingClient).request(`${method} ${path}`, { ...queryOf(query), ...params }, options)
      : (client as RequestingClient).request(`${method} ${path}`, params, { ...options, query: queryOf(query) }),
  );
}

/** Returns the params of a query. One that is repeated has several values. */
function queryOf(text: string | undefined): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...query.keys()].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
