import { createSandbox } from '@x/sandbox';
import type { App, Target } from '../contender.ts';
import { scenarios, walks } from '../scenarios.ts';

/** The parameters that determine the response of an address. */
type Decisive = readonly string[];

export interface Fixtures {
  /** Options for the clients; their addresses begin with `origin`. */
  readonly target: Target;
  readonly origin: string;
  /** By path. */
  readonly decisive: ReadonlyMap<string, Decisive>;
  /** By path and the values of its decisive parameters; see {@link keyOf}. */
  readonly bodies: ReadonlyMap<string, Buffer>;
  /** Paths that give tokens. */
  readonly tokenPaths: ReadonlySet<string>;
}

/** Where the response to a request is stored. */
export const keyOf = (path: string, decisive: Decisive, values: (name: string) => unknown): string =>
  [path, ...decisive.map((name) => values(name) ?? '')].join(' ');

/** Asks a sandbox once for everything that will be served, so that all of it has the shapes of the real APIs. */
export async function createFixtures(): Promise<Fixtures> {
  const { cursor, offset, sync } = walks;
  const streams = cursor.pages * cursor.size;
  const sandbox = await createSandbox({
    listen: false,
    stream: { streams, users: streams + 100 },
    music: { largePlaylistItems: offset.pages * offset.size },
  });
  const { stream, music, bank, food, quotes } = sandbox.options;
  const decisive = new Map<string, Decisive>();
  const bodies = new Map<string, Buffer>();

  async function ask(url: string, init: RequestInit = {}): Promise<string> {
    const response = await sandbox.fetch(url, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the sandbox responded ${response.status} to ${url}: ${text}`);
    // Links in records have about the length that they have in the APIs'.
    return text.replaceAll(`${sandbox.url}/music`, 'https://api.spotify.com');
  }
  const pathOf = (url: string) => new URL(url).pathname;
  function keep(url: string, names: Decisive, values: Record<string, unknown>, text: string): void {
    decisive.set(pathOf(url), names);
    bodies.set(
      keyOf(pathOf(url), names, (name) => values[name]),
      Buffer.from(text),
    );
  }

  async function tokenAt(url: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }) {
    const text = await ask(url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    keep(url, [], {}, text);
    return JSON.parse(text).access_token as string;
  }
  const tokenUrls = [`${stream.authUrl}/oauth2/token`, `${music.authUrl}/api/token`] as const;
  const streamToken = await tokenAt(tokenUrls[0], stream);
  const token = await tokenAt(tokenUrls[1], music);

  const helix = async (first: number, after = '') => {
    const url = `${stream.baseUrl}/streams`;
    const headers = { authorization: `Bearer ${streamToken}`, 'client-id': stream.clientId };
    const text = await ask(`${url}?first=${first}&after=${after}`, { headers });
    keep(url, ['first', 'after'], { first, after }, text);
    return JSON.parse(text).pagination.cursor as string | undefined;
  };
  await helix(scenarios['streams-20'].records);
  for (let after: string | undefined = ''; after !== undefined; ) after = await helix(cursor.size, after);

  const spotify = (path: string) => ask(music.baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  const found = async (q: string, type: string, limit: number): Promise<string[]> =>
    JSON.parse(await spotify(`/v1/search?q=${q}&type=${type}&limit=${limit}`))[`${type}s`].items.map(
      ({ id }: { id: string }) => id,
    );
  const trackIds = await found('the', 'track', scenarios['tracks-10'].records);
  const [playlistId = ''] = await found('Everything%20at%20Once', 'playlist', 1);
  keep(`${music.baseUrl}/v1/tracks`, [], {}, await spotify(`/v1/tracks?ids=${trackIds}`));
  keep(`${music.baseUrl}/v1/markets`, [], {}, await spotify('/v1/markets'));
  // The address of 2026, which our client calls, and the one before, which the others do.
  for (const name of ['items', 'tracks'])
    for (let page = 0; page < offset.pages; page += 1) {
      const path = `/v1/playlists/${playlistId}/${name}`;
      const at = page * offset.size;
      const text = await spotify(`${path}?market=US&limit=${offset.size}&offset=${at}`);
      keep(music.baseUrl + path, ['offset'], { offset: at || '' }, text);
      keep(music.baseUrl + path, ['offset'], { offset: at }, text);
    }

  const [bankToken = ''] = sandbox.controls.bank.accessTokens;
  const post = (path: string, values: object) =>
    ask(bank.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'plaid-version': '2020-09-14' },
      body: JSON.stringify({
        client_id: bank.clientId,
        secret: bank.clientSecret,
        access_token: bankToken,
        ...values,
      }),
    });
  keep(`${bank.baseUrl}/accounts/balance/get`, [], {}, await post('/accounts/balance/get', {}));
  const keepSync = (count: number, at: string, text: string) =>
    keep(`${bank.baseUrl}/transactions/sync`, ['count', 'cursor'], { count, cursor: at }, text);
  keepSync(100, '', await post('/transactions/sync', { count: 100 }));
  // A long sync returns the same page again, each time with another cursor.
  const whole = JSON.parse(await post('/transactions/sync', { count: sync.size }));
  for (let page = 0; page < sync.pages; page += 1) {
    const next_cursor = btoa(`page ${page + 1} of a sync that was begun some time ago`);
    const at = page === 0 ? '' : btoa(`page ${page} of a sync that was begun some time ago`);
    keepSync(sync.size, at, JSON.stringify({ ...whole, next_cursor, has_more: page + 1 < sync.pages }));
  }

  const foods = `${food.baseUrl}/fdc/v1/foods/search`;
  keep(foods, [], {}, await ask(`${foods}?query=cheddar&api_key=${food.apiKey}`));
  const quote = `${quotes.baseUrl}/api/random`;
  keep(quote, [], {}, await ask(quote));

  // Options that users would set, without the sandbox's settings for tests: validation, limits, clock.
  const app = ({ baseUrl, authUrl, clientId, clientSecret }: App): App => ({
    baseUrl,
    authUrl,
    clientId,
    clientSecret,
  });
  const target: Target = {
    stream: app(stream),
    music: app(music),
    bank: { baseUrl: bank.baseUrl, clientId: bank.clientId, clientSecret: bank.clientSecret },
    food: { baseUrl: food.baseUrl, apiKey: food.apiKey },
    quotes: { baseUrl: quotes.baseUrl },
    token,
    bankToken,
    trackIds,
    playlistId,
  };
  await sandbox.close();
  return { target, origin: sandbox.url, decisive, bodies, tokenPaths: new Set(tokenUrls.map(pathOf)) };
}
