import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, userId } from './stage.ts';

/** Calls about new releases, categories, recommendations, markets, users and their top items. */
export const browsing: Cases = {
  open: {
    'top.artists': {
      async works(music) {
        const { items, total } = await music.top.artists({ limit: 50 });
        expect(items).toEqual((await music.top.artists({ time_range: 'medium_term', limit: 50 })).items);
        expect(items).not.toEqual((await music.top.artists({ time_range: 'short_term', limit: 50 })).items);
        const all = await music.top.artists({ limit: 30 }).toArray({ limit: 1000 });
        expect(all).toHaveLength(total ?? 0);
        expect(all.slice(0, 50)).toEqual(items);
        expect(items[0]).toEqual(await music.artists.get({ id: items[0]?.id ?? '' }));
      },
      refused: (music) => music.top.artists({ time_range: 'this_week' as 'short_term' }),
    },
    'top.tracks': {
      async works(music, { somebody }) {
        const { items } = await music.top.tracks({ time_range: 'long_term', limit: 7, offset: 3 });
        const all = await music.top.tracks({ time_range: 'long_term', limit: 50 }).toArray({ limit: 1000 });
        expect(items).toEqual(all.slice(3, 10));
        const others = await (await somebody('mira')).top.tracks({ time_range: 'long_term' });
        expect(idsOf(others.items)).not.toEqual(idsOf(all.slice(0, 20)));
      },
      refused: (music) => music.top.tracks({ limit: 51 }),
    },
    'users.me': {
      async works(music, { sandbox, bare }) {
        const me = await music.users.me();
        const [{ displayName, country, product } = {}] = sandbox.controls.music.users();
        expect(me).toMatchObject({ id: userId, display_name: displayName, country, product, type: 'user' });
        expect(me).toMatchObject({ email: expect.stringContaining('@'), explicit_content: { filter_enabled: false } });
        const little = await bare.users.me();
        expect(little.account_id).toBe(me.account_id);
        expect([little.email, little.country, little.product]).toEqual([undefined, undefined, undefined]);
      },
      refused: (music) => music.users.me({ user_id: userId } as never),
    },
  },
  closed: {
    'users.get': {
      async works(music, { somebody }) {
        const user = await music.users.get({ user_id: 'night owl & co' });
        const { country, email, explicit_content, product, account_id, ...publicly } = await (
          await somebody('night owl & co')
        ).users.me();
        expect(user).toEqual(publicly);
        expect(await failure(music.users.get({ user_id: 'nobody' }))).toMatchObject({ code: 'not_found' });
      },
      refused: (music) => music.users.get({ user_id: '' }),
    },
    'browse.newReleases': {
      async works(music) {
        const page = await music.browse.newReleases({ limit: 50 });
        const albums = await music.browse.newReleases({ limit: 50 }).toArray({ limit: 100 });
        expect(albums).toHaveLength(page.total ?? 0);
        const dates = albums.map(({ release_date }) => release_date);
        expect(dates).toEqual(dates.toSorted().reverse());
      },
      refused: (music) => music.browse.newReleases({ offset: -1 }),
    },
    'browse.featuredPlaylists': {
      async works(music) {
        const page = await music.browse.featuredPlaylists({ locale: 'de_AT', limit: 10 });
        for (const { owner } of page.items) expect(owner?.id).toBe('spotify');
        const english = await music.browse.featuredPlaylists({ limit: 10 });
        expect(english.items).toEqual(page.items);
        const headings = [page, english].map(({ raw }) => (raw as { message: string }).message);
        expect(new Set(headings).size).toBe(2);
        const all = await music.browse.featuredPlaylists({ limit: 10 }).toArray({ limit: 100 });
        expect(all).toHaveLength(page.total ?? 0);
      },
      refused: (music) => music.browse.featuredPlaylists({ country: 'DE' } as never),
    },
    'browse.categories.list': {
      async works(music) {
        const page = await music.browse.categories.list({ locale: 'es_MX', limit: 5 });
        const english = await music.browse.categories.list({ limit: 5 }).toArray({ limit: 100 });
        expect(english).toHaveLength(page.total ?? 0);
        expect(idsOf(page.items)).toEqual(idsOf(english.slice(0, 5)));
        expect(page.items.map(({ name }) => name)).not.toEqual(english.slice(0, 5).map(({ name }) => name));
      },
      refused: (music) => music.browse.categories.list({ limit: 51 }),
    },
    'browse.categories.get': row({
      given: (music) => music.browse.categories.list({ limit: 50, locale: 'de_DE' }),
      async works(music, { given: { items } }) {
        const found = await music.browse.categories.get({ category_id: 'classical', locale: 'de_DE' });
        expect(found.name).toBe('Klassik');
        for (const category of items)
          expect(await music.browse.categories.get({ category_id: category.id, locale: 'de_DE' })).toEqual(category);
        const error = await failure(music.browse.categories.get({ category_id: 'polka' }));
        expect(error).toMatchObject({ code: 'not_found' });
      },
      refused: (music) => music.browse.categories.get({ category_id: '' }),
    }),
    'browse.categories.playlists': {
      async works(music, { realQuirks }) {
        const { items, total } = await music.browse.categories.playlists({ category_id: 'jazz', limit: 3 });
        expect([items.length, total]).toEqual([3, 5 + Number(realQuirks)]);
        const all = await music.browse.categories.playlists({ category_id: 'jazz' });
        expect(idsOf(all.items).filter((id) => id === null)).toHaveLength(Number(realQuirks));
        const [playlist] = items;
        expect((await music.playlists.get({ playlist_id: playlist?.id ?? '' })).name).toBe(playlist?.name);
        expect(playlist?.name).toMatch(/^Jazz: /);
      },
      refused: (music) => music.browse.categories.playlists({ category_id: 'jazz', limit: 0 }),
    },
    'markets.list': {
      async works(music) {
        const { items } = await music.markets.list();
        expect(items).toEqual(expect.arrayContaining(['DE', 'US']));
        for (const market of items) expect(market).toMatch(/^[A-Z]{2}$/);
      },
      refused: (music) => music.markets.list({ market: 'DE' } as never),
    },
    'recommendations.get': {
      async works(music, { known }) {
        const seeds = { seed_tracks: known.track, seed_artists: [known.artist] };
        const { tracks, seeds: told } = await music.recommendations.get({ ...seeds, min_energy: 0.5, limit: 30 });
        expect(idsOf(told).sort()).toEqual([known.track, known.artist].sort());
        for (const { initialPoolSize, afterFilteringSize } of told)
          expect(afterFilteringSize).toBeLessThan(initialPoolSize);
        expect(tracks).toHaveLength(30);
        expect(idsOf(tracks)).not.toContain(known.track);
        const features = await music.audioFeatures.list({ ids: tracks.map(({ id }) => id) });
        for (const { energy } of features.items) expect(energy).toBeGreaterThanOrEqual(0.5);
      },
      refused: (music, { known }) =>
        music.recommendations.get({ seed_genres: ['a', 'b', 'c'], seed_tracks: known.tracks.slice(0, 3) }),
    },
    'recommendations.genres': {
      async works(music) {
        const { items } = await music.recommendations.genres();
        const [genre = ''] = items;
        const { seeds } = await music.recommendations.get({ seed_genres: genre, limit: 1 });
        expect(seeds).toMatchObject([{ id: genre, type: 'genre', initialPoolSize: expect.any(Number) }]);
        expect(seeds[0]?.initialPoolSize).toBeGreaterThan(0);
      },
      refused: (music) => music.recommendations.genres({ limit: 1 } as never),
    },
  },
};
