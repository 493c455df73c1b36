import type { ApiCall, ListOptions, PagedCall } from '@x/core';
import { codedError } from '@x/core/provider';

/** Members of clients that are not operations. */
const ownMembers = new Set([
  ...['close', 'health', 'oauth', 'request', 'resetRateLimiter'],
  ...['with', 'withAccount', 'withItem', 'withToken'],
]);

/**
 * Calls the operation with this name on a client, exactly as its method does.
 *
 * @param client A client with all endpoints, such as `createMusicClient` returns.
 * @param name Name of the operation: `streams.list`.
 * @param params Params of the operation. Default: none.
 * @param options Options of the call. Default: none.
 * @returns The method's result: an `ApiCall`, or a `PagedCall` for a list.
 * @throws Error with the code `invalid_params` if the client has no such operation.
 * @example
 * const { items } = await callOperation(music, 'albums.tracks', { id });
 */
export function callOperation(
  client: object,
  name: string,
  params: object = {},
  options?: ListOptions,
): ApiCall<unknown> | PagedCall<unknown> {
  const names = name.split('.');
  const [first = ''] = names;
  // Where users sign in, `accounts` has their grants. Bank has a resource of that name.
  const isOwn = ownMembers.has(first) || (first === 'accounts' && 'oauth' in client);
  let found: unknown = isOwn ? undefined : client;
  for (const each of names) {
    const owner = Object(found) as Record<string, unknown>;
    // Methods that every object or function has, such as `toString` or `call`, are not operations.
    found = each in Object.prototype || each in Function.prototype ? undefined : owner[each];
  }
  if (typeof found !== 'function')
    throw codedError(
      'invalid_params',
      `the client has no operation ${JSON.stringify(name)}. Use a name of its catalog`,
    );
  return (found as (params: object, options?: ListOptions) => ApiCall<unknown>)(params, options);
}
