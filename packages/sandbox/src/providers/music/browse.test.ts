import { describe, expect, it } from 'vitest';
import { readAll, refusal, startMusic } from './testing.ts';

describe('browsing', () => {
  const music = startMusic();

  it('has categories, named in the language asked for', async () => {
    const path = '/v1/browse/categories';
    const all = await readAll(music, `${path}?limit=5`, 'categories');
    expect(all.length).toBeGreaterThan(10);
    const category = all.find(({ id }) => id === 'dinner');
    expect(category).toEqual({
      href: 'http://sandbox.test/music/v1/browse/categories/dinner',
      id: 'dinner',
      icons: [{ url: expect.stringContaining('http://sandbox.test/music/images/'), height: 300, width: 300 }],
      name: 'Cooking & Dining',
    });
    expect(await music.read(`${path}/dinner`)).toEqual(category);
    expect((await music.read(`${path}/dinner?locale=de_AT`)).name).toBe('Kochen & Essen');
    // A language without a translation is English.
    for (const locale of ['sv_SE', 'de', 'x'])
      expect((await music.read(`${path}/dinner?locale=${locale}`)).name).toBe('Cooking & Dining');
    const localised = await music.read(`${path}?locale=es_MX&limit=8`);
    expect(localised.categories.items.map(({ name }: { name: string }) => name)).toContain('Cocina y cenas');
    expect(localised.categories.next).toContain('locale=es_MX');
    expect(await music.read(`${path}/nope`)).toEqual(refusal(404, 'Resource not found'));
    expect(await music.read(`${path}?limit=51`)).toEqual(refusal(400, 'Invalid limit'));
  });

  it('has playlists of editors, which can be opened and found', async () => {
    const featured = await music.read('/v1/browse/featured-playlists?limit=2');
    expect(featured).toMatchObject({ message: 'Picked by our editors', playlists: { limit: 2, offset: 0 } });
    expect((await music.read('/v1/browse/featured-playlists?locale=de_DE')).message).toBe(
      'Von der Redaktion ausgewählt',
    );
    const jazz = await music.read('/v1/browse/categories/jazz/playlists');
    expect(jazz).toMatchObject({ message: 'Jazz', playlists: { total: 5, limit: 20 } });
    const [first] = jazz.playlists.items;
    expect(first).toMatchObject({ owner: { id: 'spotify' }, public: true, type: 'playlist' });
    const whole = await music.read(`/v1/playlists/${first.id}`);
    expect(whole).toMatchObject({ name: first.name, tracks: { total: first.tracks.total } });
    expect(whole.tracks.items[0].track).toMatchObject({ type: 'track' });
    const found = await music.read(`/v1/search?q=${encodeURIComponent(first.name)}&type=playlist`);
    expect(found.playlists.items[0]).toEqual(first);
    expect(await music.read('/v1/browse/categories/nope/playlists')).toEqual(refusal(404, 'Resource not found'));
    expect(await music.read('/v1/browse/featured-playlists?offset=-1')).toEqual(refusal(400, 'Invalid offset'));
  });

  it('has no playlists of editors in development mode', async () => {
    const [first] = (await music.read('/v1/browse/categories/jazz/playlists')).playlists.items;
    const development = startMusic({ mode: 'development' });
    expect(await development.read(`/v1/playlists/${first.id}`)).toEqual(refusal(404, 'Resource not found'));
  });
});
