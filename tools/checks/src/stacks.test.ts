import { isApiError, memoryRateLimiter } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { expect, it } from 'vitest';
import { createClients } from './clients.ts';

const sandbox = await createSandbox({ listen: false });
type Method = (...args: unknown[]) => unknown;

/** Creates clients of which everything fails: an app's, and those that act for a user or an Item. */
function openClients(): Record<string, { close?(): Promise<void> }> {
  const down = () => Promise.reject(new Error('down'));
  const clients = createClients(sandbox.options, {
    fetch: async () => new Response('{}', { status: 400 }),
    tokens: { get: down, set: down, delete: down },
    rateLimiter: () => Object.assign(memoryRateLimiter(), { reset: undefined }),
  });
  const { stream, music, bank } = clients;
  const user = { 'stream account': stream.withAccount('ann'), 'music token': music.withToken('token') };
  return { ...clients, ...user, 'bank Item': bank.withItem('one') } as never;
}

/** Lists the methods of a client, with their names. */
function methodsOf(object: object, prefix: string): [name: string, method: Method][] {
  const found: [string, Method][] = [];
  for (const name in object) {
    const value: unknown = object[name as never];
    if (typeof value === 'function') found.push([prefix + name, value.bind(object)]);
    if (Object(value) === value) found.push(...methodsOf(value as object, `${prefix}${name}.`));
  }
  return found;
}

/** Calls a method, or reads the first value of a stream, and returns the error. */
async function errorOf(method: Method, args: readonly unknown[]): Promise<unknown> {
  try {
    const result = method(...args);
    await (typeof Object(result).next === 'function' ? (result as AsyncGenerator).next() : result);
    return undefined;
  } catch (error) {
    return error;
  }
}

it.each([
  ['an open client', [null, null]],
  ['an open client', ['ann', { accessToken: 'x' }]],
  ['an open client', [{}, {}]],
  ['a closed client', [null, null]],
  ['a closed client', [{}, {}]],
])('every method of %s that fails with the arguments %j shows the line that called it', async (state, args) => {
  const clients = openClients();
  if (state === 'a closed client') for (const client of Object.values(clients)) await client.close?.();
  const silent: string[] = [];
  const lost: unknown[] = [];
  for (const [provider, client] of Object.entries(clients))
    for (const [name, method] of methodsOf(client, `${provider} `)) {
      const error = await errorOf(method, args);
      const lines = isApiError(error) ? `${error.stack?.slice(error.toString().length)}`.split('\n') : [];
      const [first] = lines.filter((line) => line !== '' && !/[/]packages[/]\w+[/]src[/]|<anonymous>/.test(line));
      if (error === undefined) silent.push(name.replace(/.* /, ''));
      else if (!first?.includes('/stacks.test.ts:')) lost.push([name, error]);
    }
  expect(lost).toEqual([]);
  if (args[0] === null) expect([...new Set(silent)].sort()).toEqual(['health']);
});
