import { describe, expect, it } from 'vitest';
import { type Json, readAll, refusal, startMusic } from './testing.ts';

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

  it('is refused for nobody', async () => {
    expect(await startMusic().read('/v1/users/nobody')).toEqual(refusal(404, 'Resource not found'));
  });
});

describe.each(['artists', 'tracks'])('top %s', (kind) => {
  const path = `/v1/me/top/${kind}`;

  it.each(['extended', 'development'] as const)('are a user’s own, in %s mode', async (mode) => {
    const music = startMusic({ artists: 60, mode });
    const [token, other] = ['sandbox', 'mira'].map((id) => music.user(id, 'user-top-read'));
    const page = await music.read(path, token);
    expect(page).toMatchObject({ limit: 20, offset: 0, previous: null });
    expect(page.items).toHaveLength(20);
    expect(page.items[0].type).toBe(kind.slice(0, -1));
    expect('popularity' in page.items[0]).toBe(mode === 'extended');
    expect(await music.read(path, token)).toEqual(page);
    expect((await music.read(path, other)).items).not.toEqual(page.items);
    const all = await readAll(music, `${path}?limit=50`, undefined, token);
    expect(all.slice(0, 20)).toEqual(page.items);
    expect(new Set(all.map(({ id }) => id)).size).toBe(page.total);
  });

  it('differ by the time they are about', async () => {
    const music = startMusic({ artists: 60 });
    const token = music.user('sandbox', 'user-top-read');
    const of = async (range: string) =>
      (await music.read(`${path}?time_range=${range}&limit=50`, token)).items.map(({ id }: Json) => id).join();
    const ranges = [await of('short_term'), await of('medium_term'), await of('long_term')];
    expect(new Set(ranges).size).toBe(3);
    const usual = await music.read(`${path}?limit=50`, token);
    expect(usual.items.map(({ id }: Json) => id).join()).toBe(ranges[1]);
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
