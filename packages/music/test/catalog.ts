import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, unknown } from './stage.ts';

/** Search, tracks, albums and artists. */
export const catalog: Cases = {
  open: {
    search: {
      async works(music) {
        const page = await music.search({ q: 'the', type: ['album', 'artist', 'track'], limit: 2 });
        expect(page.items.map(({ type }) => type)).toEqual(['album', 'album', 'artist', 'artist', 'track', 'track']);
        const everything = await music.search({ q: 'a', type: ['playlist', 'show', 'episode', 'audiobook'] });
        expect(new Set(everything.items.map(({ type }) => type)).size).toBe(4);
        const [track] = (await music.search({ q: 'the', type: 'track', limit: 1, offset: 1 })).items;
        expect(track).toEqual(page.items[5]);
      },
      refused: (music) => music.search({ q: 'x', type: 'song' as 'track' }),
    },
    'tracks.get': {
      async works(music, { known }) {
        const track = await music.tracks.get({ id: known.track, market: 'US' });
        expect(track).toMatchObject({ type: 'track', id: known.track, is_playable: true, album: { id: known.album } });
        expect(await failure(music.tracks.get({ id: unknown }))).toMatchObject({ code: 'not_found', status: 404 });
      },
      refused: (music) => music.tracks.get({ id: 'spotify:track:1' }),
    },
    'albums.get': {
      async works(music, { known }) {
        const album = await music.albums.get({ id: known.album });
        expect(album.tracks.total).toBe(album.total_tracks);
        expect(album.tracks.items.map(({ id }) => id)).toContain(known.track);
        expect(album.artists[0]?.id).toBe(known.artist);
      },
      refused: (music, { known }) => music.albums.get({ id: known.album, market: 'Germany' }),
    },
    'albums.tracks': {
      async works(music, { known }) {
        const page = await music.albums.tracks({ id: known.album, limit: 5 });
        const tracks = await music.albums.tracks({ id: known.album, limit: 5 }).toArray({ limit: 100 });
        expect(page.items).toEqual(tracks.slice(0, 5));
        expect(tracks).toHaveLength(page.total ?? 0);
        expect(tracks.map(({ track_number }) => track_number)).toEqual(tracks.map((_, at) => at + 1));
        const album = await music.albums.get({ id: known.album });
        expect(idsOf(tracks)).toEqual(idsOf(album.tracks.items));
      },
      refused: (music, { known }) => music.albums.tracks({ id: known.album, limit: 51 }),
    },
    'artists.get': {
      async works(music, { known }) {
        const artist = await music.artists.get({ id: known.artist });
        const [mentioned] = (await music.albums.get({ id: known.album })).artists;
        expect(artist).toMatchObject({ ...mentioned, type: 'artist' });
      },
      refused: (music) => music.artists.get({ id: '..' }),
    },
    'artists.albums': {
      async works(music, { known }) {
        const { items, total } = await music.artists.albums({ id: known.artist, include_groups: ['album', 'single'] });
        expect(total).toBe(items.length);
        for (const { album_group } of items) expect(album_group).toMatch(/^(album|single)$/);
        expect(idsOf(items)).toContain(known.album);
        const all = await music.artists.albums({ id: known.artist, limit: 2 }).toArray({ limit: 100 });
        expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf(items)));
        const none = await music.artists.albums({ id: known.artist, limit: 0 });
        expect(none).toMatchObject({ items: [], total: all.length, nextCursor: null });
      },
      refused: (music, { known }) => music.artists.albums({ id: known.artist, include_groups: 'ep' as 'album' }),
    },
  },
  closed: {
    'tracks.list': {
      async works(music, { known }) {
        const asked = [...known.tracks, unknown, ...known.tracks.slice(0, 5)];
        const { items, missing } = await music.tracks.list({ ids: asked });
        expect(missing).toEqual([unknown]);
        expect(idsOf(items)).toEqual(asked.filter((id) => id !== unknown));
      },
      refused: (music) => music.tracks.list({ ids: [] }),
    },
    'albums.list': {
      async works(music, { known }) {
        const { items, missing } = await music.albums.list({ ids: [unknown, known.album], market: 'US' });
        expect(items).toEqual([await music.albums.get({ id: known.album, market: 'US' })]);
        expect(missing).toEqual([unknown]);
      },
      refused: (music) => music.albums.list({} as never),
    },
    'artists.list': {
      async works(music, { known }) {
        const { items, missing } = await music.artists.list({ ids: known.artist });
        expect(items).toEqual([await music.artists.get({ id: known.artist })]);
        expect(missing).toEqual([]);
      },
      refused: (music) => music.artists.list({ ids: 'abc' }),
    },
    'artists.topTracks': {
      async works(music, { known }) {
        const { items } = await music.artists.topTracks({ id: known.artist, market: 'US' });
        expect(items).toHaveLength(10);
        const popularities = items.map(({ popularity = 0 }) => popularity);
        expect(popularities).toEqual(popularities.toSorted((a, b) => b - a));
        for (const { artists, is_playable } of items) {
          expect(idsOf(artists)).toContain(known.artist);
          expect(is_playable).toBe(true);
        }
      },
      refused: (music, { known }) => music.artists.topTracks({ id: known.artist, limit: 3 } as never),
    },
    'artists.related': row({
      given: (music, { known }) => music.artists.get({ id: known.artist }),
      async works(music, { given: { id, genres } }) {
        const { items } = await music.artists.related({ id });
        expect(items).toHaveLength(20);
        expect(idsOf(items)).not.toContain(id);
        const shared = items.map((artist) => artist.genres?.filter((genre) => genres?.includes(genre)).length ?? 0);
        expect(shared).toEqual(shared.toSorted((a, b) => b - a));
      },
      refused: (music, { known }) => music.artists.related({ id: known.artist.slice(1) }),
    }),
    'audioFeatures.get': row({
      given: (music, { known }) => music.tracks.get({ id: known.track }),
      async works(music, { given: track }) {
        const features = await music.audioFeatures.get({ id: track.id });
        expect(features).toMatchObject({ id: track.id, uri: track.uri, duration_ms: track.duration_ms });
        expect(features.energy).toBeGreaterThanOrEqual(0);
        expect(features.energy).toBeLessThanOrEqual(1);
      },
      refused: (music) => music.audioFeatures.get({ id: 'track' }),
    }),
    'audioFeatures.list': {
      async works(music, { known }) {
        const asked = [...known.tracks, unknown, ...known.tracks];
        const { items, missing } = await music.audioFeatures.list({ ids: asked });
        expect([items.length, missing]).toEqual([2 * known.tracks.length, [unknown]]);
        expect(items[0]).toEqual(await music.audioFeatures.get({ id: known.tracks[0] ?? '' }));
      },
      refused: (music) => music.audioFeatures.list({ ids: [] }),
    },
    'audioAnalysis.get': row({
      given: (music, { known }) => music.tracks.get({ id: known.track }),
      async works(music, { given: { id, duration_ms } }) {
        const { track, beats, bars, segments } = await music.audioAnalysis.get({ id });
        expect(track.duration).toBe(duration_ms / 1000);
        expect(beats).toHaveLength(segments.length);
        expect(bars.length).toBe(Math.floor(beats.length / (track.time_signature ?? 0)));
        expect(track.tempo).toBe((await music.audioFeatures.get({ id })).tempo);
      },
      refused: (music) => music.audioAnalysis.get({} as never),
    }),
  },
};
