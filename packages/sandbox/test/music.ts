import { expect } from 'vitest';
import { createMusicSandbox } from '../src/providers/music/index.ts';
import { testContext } from './sandbox.ts';

/** JSON of a response, untyped because the tests check its shape. */
export type Json = Awaited<ReturnType<Response['json']>>;

/**
 * Starts a music sandbox with little data, and functions that call its API. `realQuirks`: responses include the real
 * host's quirks.
 */
export function startMusic(options: Parameters<typeof createMusicSandbox>[1] = {}, realQuirks = false) {
  const context = testContext('music', { realQuirks });
  const sandbox = createMusicSandbox(context, { limits: 'real', artists: 10, ...options });
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
    /** Sends a GET with the app's token, or the given one. */
    async get(path: string, accessToken?: string, headers: Record<string, string> = {}): Promise<Response> {
      return app.request(path, { headers: { authorization: `Bearer ${accessToken ?? (await bearer())}`, ...headers } });
    },
    /** Sends a call with a JSON body, or with a string whose type is in `headers`. */
    async send(
      method: string,
      path: string,
      body?: object | string,
      accessToken?: string,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      return app.request(path, {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${accessToken ?? (await bearer())}`,
          'content-type': 'application/json',
          ...headers,
        },
      });
    },
    /** Returns the status of a call and the JSON of its response; `''` if that is empty. */
    async call(method: string, path: string, body?: object | string, accessToken?: string): Promise<[number, Json]> {
      const response = await this.send(method, path, body, accessToken);
      const text = await response.text();
      return [response.status, text && JSON.parse(text)];
    },
    /** Returns the JSON of a GET. */
    async read(path: string, accessToken?: string): Promise<Json> {
      return (await this.get(path, accessToken)).json();
    },
    user: (userId: string, ...scopes: string[]) => controls.issueUserToken({ userId, scopes }).accessToken,
  };
}

/**
 * Follows `next` from `path` to the end; `key` names the paging object in the response, if it is not the response
 * itself.
 */
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

export const playerScopes = [
  'user-read-playback-state',
  'user-read-currently-playing',
  'user-modify-playback-state',
  'user-read-recently-played',
  'user-read-playback-position',
  'playlist-read-private',
];
/** A valid ID of nothing that exists. */
export const unknownId = '0000000000000000000000';

export const refusal = (status: number, message: string, reason?: string) => ({
  error: { status, message, ...(reason && { reason }) },
});
export const restriction = refusal(403, 'Player command failed: Restriction violated', 'UNKNOWN');
export const noDevice = refusal(404, 'Player command failed: No active device found', 'NO_ACTIVE_DEVICE');

// The seed's users in turn play an album, have paused an episode, or have no active device. Every second user has a
// free account.
export const [playing, free, idle, , paused] = ['sandbox', 'night owl & co', 'mira', 'oskar', 'tove'] as const;

/** Starts a music sandbox, and functions that use one user's player through the API. */
export function startPlayer(user: string = playing, options: Parameters<typeof createMusicSandbox>[1] = {}) {
  const music = startMusic({ accessTokenSeconds: 1_000_000, ...options });
  const token = music.user(user, ...playerScopes);
  const read = async (path = '', query = '?additional_types=track,episode'): Promise<Json> => {
    const response = await music.get(`/v1/me/player${path}${query}`, token);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    ...music,
    read,
    ask: (method: string, path: string, body?: object) => music.send(method, `/v1/me/player${path}`, body, token),
    /** Sends a command that must succeed. */
    async command(method: string, path: string, body?: object): Promise<void> {
      const response = await this.ask(method, path, body);
      expect([response.status, await response.text()]).toEqual([204, '']);
    },
    async refused(method: string, path: string, body?: object): Promise<Json> {
      return (await this.ask(method, path, body)).json();
    },
    readAs: (path: string): Promise<Json> => music.read(path, token),
    devices: async (): Promise<Json[]> => (await read('/devices', '')).devices,
    /** Returns some items of the catalog. */
    async find(type: 'track' | 'episode' | 'album' | 'artist', count = 5, query = ''): Promise<Json[]> {
      const body: Json = await music.read(
        `/v1/search?q=${query || 'year:1900-2100'}&type=${type}&limit=${count}`,
        token,
      );
      return body[`${type}s`].items;
    },
    /** Returns an album of more than ten tracks, with their IDs in order. */
    async album(): Promise<{ uri: string; ids: string[] }> {
      const body: Json = await music.read('/v1/search?q=year:1900-2100&type=album&limit=50', token);
      const { id, uri } = body.albums.items.find((album: Json) => album.album_type === 'album');
      const { items }: Json = await music.read(`/v1/albums/${id}/tracks?limit=50`, token);
      return { uri, ids: items.map((each: Json) => each.id) };
    },
    current: async (): Promise<string | undefined> => (await read())?.item?.id,
  };
}
