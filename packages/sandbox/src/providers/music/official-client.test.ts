import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import { expect, it } from 'vitest';
import { createSandbox } from '../../sandbox.ts';

/** The official client, which has its hosts built in, led to a sandbox by the fetch it lets one choose. */
async function setup() {
  const sandbox = await createSandbox();
  const { baseUrl, authUrl, clientId, clientSecret } = sandbox.options.music;
  const lead = (url: RequestInfo | URL) =>
    String(url).replace('https://api.spotify.com', baseUrl).replace('https://accounts.spotify.com', authUrl);
  const { fetch } = globalThis;
  // Its token request goes to the global fetch, whatever fetch it was given.
  globalThis.fetch = (url, init) => fetch(lead(url as string), init);
  const sdk = SpotifyApi.withClientCredentials(clientId, clientSecret, []);
  return {
    sandbox,
    sdk,
    async close() {
      globalThis.fetch = fetch;
      await sandbox.close();
    },
  };
}

it('the official client searches and reads', async () => {
  const { sandbox, sdk, close } = await setup();
  const { tracks } = await sdk.search('love', ['track'], undefined, 5);
  expect(tracks.items).toHaveLength(5);
  const [track] = tracks.items;
  expect(await sdk.tracks.get(track?.id ?? '')).toMatchObject({ id: track?.id, name: track?.name });
  const album = await sdk.albums.get(track?.album.id ?? '');
  expect(album.tracks.items.map(({ id }) => id)).toContain(track?.id);
  await expect(sdk.tracks.get('0000000000000000000000')).rejects.toThrow('404');
  expect(sandbox.requests.every(({ provider }) => provider === 'music')).toBe(true);
  await close();
});

it('what the README says of it: a token request for each concurrent first call, and answers unchecked', async () => {
  const { sandbox, sdk, close } = await setup();
  await Promise.all(Array.from({ length: 50 }, () => sdk.search('love', ['track'])));
  expect(sandbox.requests.filter(({ path }) => path === '/accounts/api/token')).toHaveLength(50);
  sandbox.faults.add({ provider: 'music', path: '/v1/search', body: { tracks: 7 } });
  expect(await sdk.search('love', ['track'])).toEqual({ tracks: 7 });
  await close();
});
