import { testContext } from '../../testing.ts';
import { createMusicSandbox, type MusicSandboxOptions } from './index.ts';

/** JSON of an answer, untyped: its shape is what the tests are about. */
export type Json = Awaited<ReturnType<Response['json']>>;

/** A music sandbox with small data and a caller for its API. */
export function startMusic(options: MusicSandboxOptions = {}) {
  const context = testContext('music');
  const sandbox = createMusicSandbox(context, { artists: 10, ...options });
  const { app, controls } = sandbox;
  const { clientId, clientSecret } = sandbox.options();

  const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request('/accounts/api/token', { method: 'POST', body: new URLSearchParams(fields), headers });
  let appToken: Promise<string> | undefined;
  const takeToken = async (): Promise<string> => {
    const response = await token({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    return ((await response.json()) as Json).access_token;
  };
  const bearer = async () => {
    appToken ??= takeToken();
    return appToken;
  };

  return {
    ...sandbox,
    clock: context.clock,
    clientId,
    clientSecret,
    token,
    /** GET with the app's token, or the given one. */
    async get(path: string, accessToken?: string, headers: Record<string, string> = {}): Promise<Response> {
      return app.request(path, { headers: { authorization: `Bearer ${accessToken ?? (await bearer())}`, ...headers } });
    },
    /** The JSON of a GET. */
    async read(path: string, accessToken?: string): Promise<Json> {
      return (await this.get(path, accessToken)).json();
    },
    user: (userId: string, ...scopes: string[]) => controls.issueUserToken({ userId, scopes }).accessToken,
  };
}

/** Follows `next` from `path` to the end; `key` names the paging object in the answer, if it is not the answer itself. */
export async function readAll(music: ReturnType<typeof startMusic>, path: string, key?: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let next: string | null = path; next; ) {
    const body: Json = await music.read(next.replace('http://sandbox.test/music', ''));
    const paging = key ? body[key] : body;
    items.push(...paging.items);
    next = paging.next;
  }
  return items;
}
