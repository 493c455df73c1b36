import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { MusicAccountClient, PagedCall } from '../src/index.ts';
import { type Cases, idsOf, row, type Stage, unknown } from './stage.ts';

/** Names of one kind of saved record, the maximum number of IDs per write, and three example IDs. */
interface Kind {
  readonly name: 'albums' | 'audiobooks' | 'episodes' | 'shows' | 'tracks';
  readonly single: 'album' | 'audiobook' | 'episode' | 'show' | 'track';
  readonly max: number;
}

const kinds: readonly Kind[] = [
  { name: 'albums', single: 'album', max: 20 },
  { name: 'audiobooks', single: 'audiobook', max: 50 },
  { name: 'episodes', single: 'episode', max: 50 },
  { name: 'shows', single: 'show', max: 50 },
  { name: 'tracks', single: 'track', max: 50 },
];

const many = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(22, '0'));

/** Finds three records, makes sure that the user has not saved them, and returns their IDs. */
async function unsaved(stage: Stage, music: MusicAccountClient, { single }: Kind): Promise<[string, string, string]> {
  const { items } = await stage.user.search({ q: single === 'episode' ? 'what' : 'the', type: single, limit: 3 });
  await music.library.remove({ uris: items.map(({ uri }) => uri) });
  return idsOf(items) as [string, string, string];
}

/** A saved record of any kind. Audiobooks lack the envelope that the other kinds have. */
type Saved = { readonly added_at?: string; readonly id?: string } & {
  readonly [Single in Kind['single']]?: { readonly id: string | null } | null;
};

const listed = (music: MusicAccountClient, { name }: Kind, limit: number): PagedCall<Saved> =>
  music.library[name].list({ limit });

const idOf = (saved: Saved, { single }: Kind) => (single === 'audiobook' ? saved.id : saved[single]?.id);

/** Returns the IDs at the start of the user's library. */
async function latest(music: MusicAccountClient, kind: Kind, limit: number) {
  return (await listed(music, kind, limit)).items.map((saved) => idOf(saved, kind));
}

/** Returns the cases for one kind of record. */
function casesOf(kind: Kind): Cases {
  const { name, single, max } = kind;
  const place = name === 'shows' ? { market: 'US' } : {};
  const calls = (music: MusicAccountClient) => music.library[name];
  const contained = async (music: MusicAccountClient, ids: string[]) => (await calls(music).contains({ ids })).items;
  return {
    open: {
      [`library.${name}.list`]: row({
        given: async (music, stage) => {
          const [one, two] = await unsaved(stage, music, kind);
          await stage.sandbox.clock.advance(60_000); // items are ordered by the minute
          await music.library.save({ uris: [`spotify:${single}:${one}`, `spotify:${single}:${two}`] });
          return [one, two];
        },
        async works(music, { given: ids, sandbox }) {
          const { items, total } = await listed(music, kind, 2);
          expect(items.map((saved) => idOf(saved, kind))).toEqual(ids);
          const pages = await Array.fromAsync(listed(music, kind, 5).pages());
          const all = pages.flatMap((page) => page.items);
          const sent = pages.flatMap(({ raw }) => (raw as { items: unknown[] }).items);
          expect(sent).toHaveLength(total ?? 0);
          expect(all).toHaveLength(sent.filter((item) => item !== null).length);
          if (single === 'audiobook') return;
          const dates = all.map(({ added_at = '' }) => added_at);
          for (const date of dates.slice(0, 2)) expect(sandbox.clock.now() - Date.parse(date)).toBeLessThan(60_000);
          expect(dates).toEqual(dates.toSorted().reverse());
        },
        refused: (music) => calls(music).list({ limit: 51 }),
      }),
    },
    closed: {
      [`library.${name}.save`]: row({
        given: (music, stage) => unsaved(stage, music, kind),
        async works(music, { given: [one, two, three] }) {
          await calls(music).save({ ids: [one, two] });
          expect(await contained(music, [one, two, three])).toEqual([true, true, false]);
          expect(await latest(music, kind, 2)).toEqual([one, two]);
          const error = await failure(calls(music).save({ ids: [three, unknown] }));
          expect(error).toMatchObject({ code: 'not_found' });
          expect(await contained(music, [three])).toEqual([false]);
        },
        refused: (music) => calls(music).save({ ids: many(max + 1) }),
      }),
      [`library.${name}.remove`]: row({
        given: async (music, stage) => {
          const ids = await unsaved(stage, music, kind);
          await calls(music).save({ ids });
          return ids;
        },
        async works(music, { given: [one, two, three] }) {
          await calls(music).remove({ ids: [one, three], ...place });
          expect(await contained(music, [one, two, three])).toEqual([false, true, false]);
          expect(await latest(music, kind, 1)).toEqual([two]);
        },
        refused: (music) => calls(music).remove({ ids: many(max + 1) }),
      }),
      [`library.${name}.contains`]: row({
        given: async (music, stage) => {
          const [one, two] = await unsaved(stage, music, kind);
          await calls(music).save({ ids: [two] });
          return [one, two];
        },
        async works(music, { given: ids }) {
          const asked = [...ids, ...many(max)];
          const { items, missing } = await calls(music).contains({ ids: asked });
          expect([items, missing]).toEqual([asked.map((id) => id === ids[1]), []]);
        },
        refused: (music) => calls(music).contains({ ids: [] }),
      }),
    },
  };
}

/** Returns the URI of one record of each kind, none of them saved or followed. */
async function oneOfEach(stage: Stage, music: MusicAccountClient) {
  const types = ['album', 'artist', 'show', 'audiobook'] as const;
  const found = await Promise.all(
    types.map(async (type) => (await stage.user.search({ q: 'the', type, limit: 1 })).items),
  );
  const { items } = await stage.app.playlists.listOfUser({ user_id: 'mira', limit: 50 });
  const playlist = items.find(({ owner }) => owner.id === 'mira');
  const uris = [
    ...found.flatMap((each) => each.map(({ uri }) => uri)),
    `spotify:track:${stage.known.track}`,
    `spotify:episode:${stage.known.episodes[0]}`,
    'spotify:user:mira',
    playlist?.uri ?? '',
  ];
  await music.library.remove({ uris });
  return uris;
}

const held = async (music: MusicAccountClient, uris: string[]) => (await music.library.contains({ uris })).items;

const anyKind: Cases['open'] = {
  'library.save': row({
    given: (client, stage) => oneOfEach(stage, client),
    async works(music, { given: uris, known }) {
      await music.library.save({ uris });
      expect(await held(music, uris)).toEqual(uris.map(() => true));
      expect((await music.following.contains({ type: 'user', ids: 'mira' })).items).toEqual([true]);
      expect((await music.library.tracks.contains({ ids: known.track })).items).toEqual([true]);
      expect((await music.playlists.list({ limit: 50 })).items.map(({ uri }) => uri)).toContain(uris[7]);
    },
    refused: (music) => music.library.save({ uris: many(41).map((id) => `spotify:track:${id}`) }),
  }),
  'library.remove': row({
    given: async (music, stage) => {
      const uris = await oneOfEach(stage, music);
      await music.library.save({ uris });
      return uris;
    },
    async works(music, { given: uris }) {
      await music.library.remove({ uris: uris.slice(1) });
      expect(await held(music, uris)).toEqual(uris.map((_, at) => at === 0));
    },
    refused: (music) => music.library.remove({ uris: [] }),
  }),
  'library.contains': row({
    given: (client, stage) => oneOfEach(stage, client),
    async works(music, { given: uris }) {
      const asked = [...uris, ...many(40).map((id) => `spotify:track:${id}`)];
      expect((await music.library.contains({ uris: asked })).items).toEqual(Array(48).fill(false));
      await music.library.save({ uris: uris[2] ?? '' });
      expect(await held(music, uris)).toEqual(uris.map((_, at) => at === 2));
    },
    refused: (music, { known }) => music.library.contains({ uris: known.track }),
  }),
};

/** Unfollows three artists and two users, and returns the artists' IDs. */
async function unfollowed(music: MusicAccountClient) {
  const { items } = await music.search({ q: 'the', type: 'artist', limit: 3 });
  const artists = items.map(({ id }) => id);
  await music.following.unfollow({ type: 'artist', ids: artists });
  await music.following.unfollow({ type: 'user', ids: ['mira', 'oskar'] });
  return artists;
}

const isFollowed = async (music: MusicAccountClient, type: 'artist' | 'user', ids: string[]) =>
  (await music.following.contains({ type, ids })).items;
const followersOf = async (stage: Stage, id: string | undefined) =>
  (await stage.app.artists.get({ id: id ?? '' })).followers?.total ?? 0;

const following: Cases = {
  open: {
    'following.artists': {
      async works(music) {
        const page = await music.following.artists({ type: 'artist', limit: 10 });
        const artists = await music.following.artists({ type: 'artist', limit: 10 }).toArray({ limit: 1000 });
        expect(artists).toHaveLength(page.total ?? 0);
        expect(new Set(idsOf(artists)).size).toBeGreaterThan(20);
        expect(artists.slice(0, 10)).toEqual(page.items);
        const rest = await music.following.artists({ type: 'artist', after: page.items[9]?.id ?? '', limit: 50 });
        expect(rest.items).toEqual(artists.slice(10));
        const followed = await isFollowed(
          music,
          'artist',
          artists.map(({ id }) => id),
        );
        expect(followed).toEqual(artists.map(() => true));
      },
      refused: (music) => music.following.artists({ type: 'user' as 'artist' }),
    },
  },
  closed: {
    'following.follow': row({
      given: unfollowed,
      async works(music, { given: [one = '', two = '', three = ''], ...stage }) {
        await music.following.follow({ type: 'artist', ids: [one, two] });
        expect(await isFollowed(music, 'artist', [one, two, three])).toEqual([true, true, false]);
        const before = await followersOf(stage, three);
        await music.following.follow({ type: 'artist', ids: three });
        expect(await followersOf(stage, three)).toBe(before + 1);
        await music.following.follow({ type: 'user', ids: 'mira' });
        expect(await isFollowed(music, 'user', ['mira', 'oskar'])).toEqual([true, false]);
      },
      refused: (music) => music.following.follow({ type: 'artist', ids: many(51) }),
    }),
    'following.unfollow': row({
      given: async (music, stage) => {
        const artists = await unfollowed(music);
        await music.following.follow({ type: 'artist', ids: artists });
        return { artists, before: await followersOf(stage, artists[0]) };
      },
      async works(music, { given: { artists, before }, ...stage }) {
        await music.following.unfollow({ type: 'artist', ids: artists.slice(0, 2) });
        expect(await isFollowed(music, 'artist', artists)).toEqual([false, false, true]);
        expect(await followersOf(stage, artists[0])).toBe(before - 1);
      },
      refused: (music) => music.following.unfollow({ type: 'playlist' as 'user', ids: 'a' }),
    }),
    'following.contains': row({
      given: unfollowed,
      async works(music, { given: artists, somebody }) {
        expect(await isFollowed(music, 'artist', artists)).toEqual([false, false, false]);
        const mira = await somebody('mira');
        await mira.following.follow({ type: 'artist', ids: artists });
        expect(await isFollowed(music, 'artist', artists)).toEqual([false, false, false]);
        expect(await isFollowed(mira, 'artist', artists)).toEqual([true, true, true]);
        expect((await music.following.contains({ type: 'artist', ids: many(51) })).items).toHaveLength(51);
      },
      refused: (music) => music.following.contains({ type: 'user', ids: [] }),
    }),
  },
};

const tracksWithTimes: Cases['closed'] = {
  'library.tracks.save': row({
    given: (music, stage) => unsaved(stage, music, { name: 'tracks', single: 'track', max: 50 }),
    async works(music, { given: [one, two, three] }) {
      const { tracks } = music.library;
      await tracks.save({ timestamped_ids: [{ id: one, added_at: '2012-03-04T05:06:07Z' }], ids: [two] });
      expect((await tracks.contains({ ids: [one, two] })).items).toEqual([true, false]);
      const { total = 0 } = await tracks.list();
      const { items } = await tracks.list({ offset: total - 2 }); // the real host has a null track at the end
      const oldest = expect.objectContaining({
        added_at: '2012-03-04T05:06:07Z',
        track: expect.objectContaining({ id: one }),
      });
      expect(items).toContainEqual(oldest);
      await tracks.save({ ids: [two, three] });
      expect((await tracks.list({ limit: 2 })).items.map(({ track }) => track?.id)).toEqual([two, three]);
    },
    refused: (music) => music.library.tracks.save({}),
  }),
};

const all = [...kinds.map(casesOf), following];

/** Calls about users' saved items and the artists and users they follow. */
export const library: Cases = {
  open: Object.assign({}, anyKind, ...all.map(({ open }) => open)),
  closed: Object.assign({}, ...all.map(({ closed }) => closed), tracksWithTimes),
};
