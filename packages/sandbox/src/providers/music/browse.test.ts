import { describe, expect, it } from 'vitest';
import { refusal, startMusic } from './testing.ts';

describe('browsing', () => {
  const music = startMusic();

  it('has categories, named in the language asked for', async () => {
    const path = '/v1/browse/categories';
    expect(await music.read(`${path}/dinner`)).toEqual({
      href: 'http://sandbox.test/music/v1/browse/categories/dinner',
      id: 'dinner',
      icons: [{ url: expect.stringContaining('http://sandbox.test/music/images/'), height: 300, width: 300 }],
      name: 'Cooking & Dining',
    });
    // A language without a translation is English.
    for (const [locale, name] of Object.entries({
      de_AT: 'Kochen & Essen',
      sv_SE: 'Cooking & Dining',
      de: 'Cooking & Dining',
      x: 'Cooking & Dining',
    }))
      expect((await music.read(`${path}/dinner?locale=${locale}`)).name).toBe(name);
    expect((await music.read(`${path}?locale=es_MX&limit=8`)).categories.next).toContain('locale=es_MX');
    expect(await music.read(`${path}?limit=51`)).toEqual(refusal(400, 'Invalid limit'));
  });

  it('has playlists of editors, which can be found', async () => {
    const jazz = await music.read('/v1/browse/categories/jazz/playlists');
    expect(jazz).toMatchObject({ message: 'Jazz', playlists: { total: 5, limit: 20 } });
    const [first] = jazz.playlists.items;
    expect(first).toMatchObject({ owner: { id: 'spotify' }, public: true, type: 'playlist' });
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
