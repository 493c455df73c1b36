import assert from 'node:assert/strict';
import { type Provider, providers } from './clients.ts';
import { clientsOf, errorOf, host, tokenAnswer } from './fuzz-kit.ts';

type Method = (
  params: unknown,
  options?: object,
) => PromiseLike<unknown> & { toArray?(options: object): Promise<unknown> };

/** Returns the method of a client with that name, such as `users.list`. */
export const methodOf = (client: object, name: string) =>
  name.split('.').reduce((node, part) => (node as Record<string, never>)[part] as never, client) as unknown as Method;

/** Responds to every request, and records requests to paths other than `paths`. */
export function server(
  answer: (url: URL, init: RequestInit) => Response,
  paths = new RegExp(`^/(${providers.join('|')})/`),
) {
  let asked = 0;
  const wrong: string[] = [];
  const fetch = (async (input: string, init: RequestInit = {}) => {
    asked += 1;
    // As on the wire, refuse anything that cannot be a request.
    const url = new URL(new Request(input, init).url);
    const isAuth = /^\/auth\//.test(url.pathname);
    if (url.origin !== host || !(isAuth || paths.test(url.pathname)) || init.redirect !== 'manual') wrong.push(input);
    if (asked > 500) throw new Error('endless');
    return isAuth ? tokenAnswer('a-token') : answer(url, init);
  }) as typeof globalThis.fetch;
  return { fetch, wrong, asked: () => asked };
}

/** Creates clients, which act for a user if the API has users. */
export async function userClients(fetch: typeof globalThis.fetch) {
  const clients = clientsOf({ fetch });
  const grant = { accessToken: 'user-token', refreshToken: 'user-refresh' };
  await Promise.all([clients.stream.accounts.set('ann', grant), clients.music.accounts.set('ann', grant)]);
  return {
    ...clients,
    stream: clients.stream.withAccount('ann'),
    music: clients.music.withAccount('ann'),
  };
}

/**
 * Makes a call whose requests get `answer`, and asserts that none goes anywhere but to `paths`. Returns its error, if
 * any, and how many requests it sent.
 */
export async function attempt(
  { provider, name }: { readonly provider: Provider; readonly name: string },
  [params, options]: readonly [params: unknown, options?: object],
  answer: () => Response = () => new Response('{}'),
  paths?: RegExp,
) {
  const { fetch, wrong, asked } = server(answer, paths);
  const client = (await userClients(fetch))[provider];
  const error = await errorOf(() => methodOf(client, name)(params, options));
  assert.deepEqual(wrong, []);
  if (error) assert.notEqual(error.code, 'network');
  return { error, asked: asked() };
}

/** Returns the `index`th member of `list`, which starts over after its end. */
export const around = <Member>(list: readonly Member[], index: number): Member => list[index % list.length] as Member;
