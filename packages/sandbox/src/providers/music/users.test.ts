import { describe, expect, it } from 'vitest';
import { readAll, refusal, startMusic } from './testing.ts';

describe('the profile of another user', () => {
  it('has what is public, by any text as id', async () => {
    const music = startMusic();
    for (const { id, displayName } of music.controls.users()) {
      const encoded = encodeURIComponent(id);
      expect(await music.read(`/v1/users/${encoded}`)).toEqual({
        display_name: displayName,
        external_urls: { spotify: `https://open.spotify.com/user/${encoded}` },
        followers: { href: null, total: expect.any(Number) },
        href: `http://sandbox.test/music/v1/users/${encoded}`,
        id,
        images: [],
        type: 'user',
        uri: `spotify:user:${encoded}`,
      });
    }
  });
});

describe.each(['artists', 'tracks'])('top %s', (kind) => {
  const path = `/v1/me/top/${kind}`;

  it('have fewer fields in development mode', async () => {
    for (const mode of ['extended', 'development'] as const) {
      const music = startMusic({ artists: 60, mode });
      const { items } = await music.read(path, music.user('sandbox', 'user-top-read'));
      expect('popularity' in items[0]).toBe(mode === 'extended');
    }
  });

  it.each([
    ['?time_range=all_time', 400, 'Invalid time_range'],
    ['?limit=51', 400, 'Invalid limit'],
    ['?offset=-1', 400, 'Invalid offset'],
  ])('are refused with %s', async (query, status, message) => {
    const music = startMusic();
    expect(await music.read(path + query, music.user('sandbox', 'user-top-read'))).toEqual(refusal(status, message));
  });
});

it('the first tracks are by the first artists', async () => {
  const music = startMusic({ artists: 60 });
  const token = music.user('sandbox', 'user-top-read');
  const tracks = await readAll(music, '/v1/me/top/tracks?limit=50', undefined, token);
  const counts = new Map<string, number>();
  for (const { id } of tracks.flatMap(({ artists }) => artists)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const artists = await readAll(music, '/v1/me/top/artists?limit=50', undefined, token);
  const inOrder = artists.map(({ id }) => counts.get(id) ?? 0);
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a));
  expect(inOrder.at(-1)).toBeGreaterThan(0);
});
