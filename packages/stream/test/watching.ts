import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, day, idsOf, row, unknown } from './stage.ts';

/** Streams, games, search, clips and videos. */
export const watching: Cases = {
  'streams.list': {
    async works(stream) {
      const all = await stream.streams.list({ first: 100 }).toArray({ limit: 2000 });
      expect(all.length).toBeGreaterThan(1000);
      expect(new Set(idsOf(all)).size).toBe(all.length);
      const viewers = all.map(({ viewer_count }) => viewer_count);
      expect(viewers).toEqual(viewers.toSorted((a, b) => b - a));
      const [first, , third] = all;
      const chosen = stream.streams.list({
        user_login: [first?.user_login ?? '', 'nobody', third?.user_login ?? ''],
        user_id: all.slice(10, 120).map(({ user_id }) => user_id),
        first: 100,
      });
      expect(new Set(idsOf(await chosen.toArray({ limit: 1000 })))).toEqual(
        new Set([first?.id, third?.id, ...idsOf(all.slice(10, 120))]),
      );
    },
    refused: (stream) => stream.streams.list({ first: 101 }),
  },
  'streams.followed': row({
    given: async (_, { stranger, sandbox, own }) => {
      const broadcasterId = stranger();
      sandbox.controls.stream.follow({ userId: own, broadcasterId });
      return { userId: own, broadcasterId };
    },
    async works(stream, { given: follow, own, sandbox }) {
      const { items } = await stream.streams.followed({ user_id: own });
      expect(items.map(({ user_id }) => user_id)).toContain(follow.broadcasterId);
      const followed = await stream.channels.followed({ user_id: own, first: 100 }).toArray({ limit: 1000 });
      const channels = new Set(followed.map(({ broadcaster_id }) => broadcaster_id));
      expect(items.filter(({ user_id }) => !channels.has(user_id))).toEqual([]);
      sandbox.controls.stream.unfollow(follow);
      const after = await stream.streams.followed({ user_id: own, first: 10 }).toArray({ limit: 1000 });
      expect(idsOf(after)).toEqual(idsOf(items.filter(({ user_id }) => user_id !== follow.broadcasterId)));
    },
    refused: (stream, { own }) => stream.streams.followed({ user_id: own, first: 0 }),
  }),
  'streams.key.get': {
    async works(stream, { ownChannel, stranger, signIn }) {
      const { stream_key } = await stream.streams.key.get(ownChannel);
      expect(stream_key).toMatch(/^live_\w+$/);
      const other = stranger();
      const others = await (await signIn(other)).streams.key.get({ broadcaster_id: other });
      expect(others.stream_key).not.toBe(stream_key);
    },
    refused: (stream) => stream.streams.key.get({} as never),
  },
  'streams.markers.create': {
    async works(stream, { own, sandbox }) {
      const first = await stream.streams.markers.create({ user_id: own, description: 'the boss' });
      await sandbox.clock.advance(60_000);
      const second = await stream.streams.markers.create({ user_id: own });
      expect(second.position_seconds - first.position_seconds).toBe(60);
      const [marked] = (await stream.streams.markers.list({ user_id: own, first: 100 })).items;
      expect(marked).toMatchObject({ user_id: own, videos: [{ markers: { length: expect.any(Number) } }] });
      expect(marked?.videos[0]?.markers.slice(-2)).toMatchObject([first, { ...second, description: '' }]);
    },
    refused: (stream, { own }) => stream.streams.markers.create({ user_id: own, description: 'x'.repeat(141) }),
  },
  'streams.markers.list': row({
    given: async (stream, { own }) => {
      for (const description of ['one', 'two', 'three'])
        await stream.streams.markers.create({ user_id: own, description });
      const [latest] = (await stream.streams.markers.list({ user_id: own })).items;
      return latest?.videos[0]?.video_id ?? '';
    },
    async works(stream, { given: video_id, signIn, stranger }) {
      const pages = await Array.fromAsync(stream.streams.markers.list({ video_id, first: 2 }).pages());
      const markers = pages.map(({ items }) => items.flatMap(({ videos }) => videos.flatMap((each) => each.markers)));
      expect(Math.max(...markers.map(({ length }) => length))).toBe(2);
      const descriptions = markers.flat().map(({ description }) => description);
      expect(descriptions.slice(-3)).toEqual(['one', 'two', 'three']);
      for (const marker of markers.flat()) expect(marker.url ?? marker.URL).toContain(video_id);
      const foreign = await failure((await signIn(stranger())).streams.markers.list({ video_id }));
      expect(foreign).toMatchObject({ code: 'permission_denied' });
    },
    refused: (stream) => stream.streams.markers.list({}),
  }),

  'games.top': {
    async works(stream) {
      const page = await stream.games.top({ first: 5 });
      const next = await stream.games.top({ first: 5 }, { cursor: page.nextCursor ?? '' });
      expect([page.items.length, next.items.length]).toEqual([5, 5]);
      const both = await stream.games.top({ first: 10 });
      expect(both.items).toEqual([...page.items, ...next.items]);
      const { pagination } = next.raw as { pagination: { cursor: string } };
      expect((await stream.games.top({ first: 5, before: pagination.cursor })).items).toEqual(page.items);
    },
    refused: (stream) => stream.games.top({ first: 0 }),
  },
  'games.list': row({
    given: (stream) => stream.games.top({ first: 3 }),
    async works(
      stream,
      {
        given: {
          items: [one, two, three],
        },
      },
    ) {
      const page = await stream.games.list({
        name: [one?.name ?? '', 'No Such Game'],
        id: [two?.id ?? '', '1'],
        igdb_id: three?.igdb_id ?? '',
      });
      expect(idsOf(page.items).sort()).toEqual([one?.id, two?.id, three?.id].sort());
      expect(page.missing).toEqual([{ id: '1' }, { name: 'No Such Game' }]);
      expect((await stream.games.list({ name: unknown(60), id: unknown(60) })).missing).toHaveLength(120);
    },
    refused: (stream) => stream.games.list(),
  }),

  'search.channels': row({
    given: (stream) => stream.streams.list({ first: 1 }),
    async works(
      stream,
      {
        given: {
          items: [live],
        },
      },
    ) {
      const login = live?.user_login ?? '';
      const { items } = await stream.search.channels({ query: login });
      expect(items).toContainEqual(
        expect.objectContaining({ id: live?.user_id, is_live: true, started_at: live?.started_at, title: live?.title }),
      );
      const found = await stream.search.channels({ query: login.slice(0, 2) }).toArray({ limit: 1000 });
      const onAir = await stream.search
        .channels({ query: login.slice(0, 2), live_only: true })
        .toArray({ limit: 1000 });
      for (const channel of found) expect(channel.broadcaster_login.startsWith(login.slice(0, 2))).toBe(true);
      for (const channel of found) expect(channel.started_at === '').toBe(!channel.is_live);
      expect(idsOf(onAir)).toEqual(expect.arrayContaining(idsOf(found.filter(({ is_live }) => is_live))));
      expect(onAir.filter(({ is_live }) => !is_live)).toEqual([]);
    },
    refused: (stream) => stream.search.channels({} as never),
  }),
  'search.categories': row({
    given: (stream) => stream.games.top({ first: 1 }),
    async works(
      stream,
      {
        given: {
          items: [game],
        },
      },
    ) {
      const { items } = await stream.search.categories({ query: game?.name.toUpperCase() ?? '' });
      const { id, name, box_art_url } = game ?? {};
      expect(items).toContainEqual({ id, name, box_art_url });
      expect((await stream.search.categories({ query: 'no such category' })).items).toEqual([]);
    },
    refused: (stream) => stream.search.categories({ query: 'x', live_only: true } as never),
  }),

  'clips.list': {
    async works(stream, { ownChannel, own }) {
      const { items } = await stream.clips.list({ ...ownChannel, first: 50 });
      for (const clip of items) expect(clip.broadcaster_id).toBe(own);
      const views = items.map(({ view_count }) => view_count);
      expect(views).toEqual(views.toSorted((a, b) => b - a));
      const [clip] = items;
      const from = clip?.created_at ?? '';
      const week = await stream.clips.list({ ...ownChannel, started_at: from, first: 100 }).toArray({ limit: 1000 });
      expect(idsOf(week)).toContain(clip?.id);
      for (const { created_at } of week) {
        const age = Date.parse(created_at) - Date.parse(from);
        expect(age >= 0 && age <= 7 * day).toBe(true);
      }
    },
    refused: (stream) => stream.clips.list({ game_id: '1', broadcaster_id: '2' }),
  },
  'clips.getMany': row({
    given: (stream, { ownChannel }) => stream.clips.list({ ...ownChannel, first: 50 }),
    async works(
      stream,
      {
        given: {
          items: [clip, other],
        },
      },
    ) {
      const { items, missing } = await stream.clips.getMany({ id: [other?.id ?? '', ...unknown(99), clip?.id ?? ''] });
      expect([items, missing]).toEqual([[other, clip], unknown(99)]);
    },
    refused: (stream) => stream.clips.getMany({ id: 5 } as never),
  }),
  'clips.create': row({
    given: async (_, { stranger }) => stranger(),
    async works(stream, { given: broadcaster_id, sandbox, own }) {
      const { id, edit_url } = await stream.clips.create({ broadcaster_id, title: 'what a save', duration: 12.5 });
      expect(edit_url).toContain(id);
      expect((await stream.clips.getMany({ id })).missing).toEqual([id]);
      await sandbox.clock.advance(15_000);
      const { items } = await stream.clips.getMany({ id });
      expect(items).toMatchObject([
        { id, broadcaster_id, creator_id: own, title: 'what a save', duration: 12.5, vod_offset: null },
      ]);
      sandbox.controls.stream.goOffline({ broadcasterId: broadcaster_id });
      expect(await failure(stream.clips.create({ broadcaster_id }))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { ownChannel }) => stream.clips.create({ ...ownChannel, duration: 61 }),
  }),
  'clips.createFromVideo': row({
    given: (stream, { own }) => stream.videos.list({ user_id: own, type: 'archive' }),
    async works(
      stream,
      {
        given: {
          items: [video],
        },
        ownChannel,
        own,
        sandbox,
      },
    ) {
      const cut = { ...ownChannel, editor_id: own, vod_id: video?.id ?? '', title: 'from the tape' };
      const { id } = await stream.clips.createFromVideo({ ...cut, vod_offset: 60, duration: 10 });
      await sandbox.clock.advance(15_000);
      const { items } = await stream.clips.getMany({ id });
      expect(items).toMatchObject([
        { creator_id: own, video_id: video?.id, vod_offset: 50, duration: 10, title: cut.title },
      ]);
      const gone = await failure(stream.clips.createFromVideo({ ...cut, vod_id: '1', vod_offset: 60 }));
      expect(gone).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { ownChannel, own }) =>
      stream.clips.createFromVideo({ ...ownChannel, editor_id: own, vod_id: '1', vod_offset: 29, title: 'x' }),
  }),
  'clips.downloads': row({
    given: (stream, { ownChannel }) => stream.clips.list({ ...ownChannel, first: 12 }),
    async works(stream, { given: { items }, ownChannel, own, stranger }) {
      const asked = { ...ownChannel, editor_id: own };
      const { items: downloads } = await stream.clips.downloads({ ...asked, clip_id: idsOf(items) });
      expect(downloads.map(({ clip_id }) => clip_id)).toEqual(idsOf(items));
      for (const { clip_id, landscape_download_url } of downloads) expect(landscape_download_url).toContain(clip_id);
      const foreign = { broadcaster_id: stranger(), editor_id: own, clip_id: items[0]?.id ?? '' };
      expect(await failure(stream.clips.downloads(foreign))).toMatchObject({ code: 'permission_denied' });
    },
    refused: (stream, { ownChannel, own }) => stream.clips.downloads({ ...ownChannel, editor_id: own } as never),
  }),

  'videos.list': {
    async works(stream, { own }) {
      const page = await stream.videos.list({ user_id: own, first: 10, sort: 'views', type: 'highlight' });
      const all = await stream.videos.list({ user_id: own, first: 100 }).toArray({ limit: 1000 });
      const highlights = all.filter(({ type }) => type === 'highlight');
      const views = highlights.map(({ view_count }) => view_count).sort((a, b) => b - a);
      expect(page.items.map(({ view_count }) => view_count)).toEqual(views.slice(0, 10));
      const dates = all.map(({ created_at }) => created_at);
      expect(dates).toEqual(dates.toSorted().reverse());
      for (const { type, stream_id } of all) expect(stream_id !== null).toBe(type === 'archive');
    },
    refused: (stream, { own }) => stream.videos.list({ user_id: own, game_id: '1' }),
  },
  'videos.getMany': row({
    given: (stream, { own }) => stream.videos.list({ user_id: own, first: 100 }),
    async works(
      stream,
      {
        given: {
          items: [video, other],
        },
      },
    ) {
      // The API fails with 404 for a request in which no video exists, such as the second one here.
      const id = [other?.id ?? '', video?.id ?? '', ...unknown(98), ...unknown(150).slice(100)];
      const { items, missing } = await stream.videos.getMany({ id });
      expect([items, missing]).toEqual([[other, video], id.slice(2)]);
    },
    refused: (stream) => stream.videos.getMany({} as never),
  }),
  'videos.delete': row({
    given: async (stream, { own }) => {
      const { items } = await stream.videos.list({ user_id: own, type: 'upload', first: 3 });
      return idsOf(items);
    },
    async works(stream, { given: [one = '', two = '', three = ''], signIn, stranger }) {
      expect(await stream.videos.delete({ id: [one, two] })).toEqual([one, two]);
      const { items, missing } = await stream.videos.getMany({ id: [one, two, three] });
      expect([idsOf(items), missing]).toEqual([[three], [one, two]]);
      const foreign = await (await signIn(stranger())).videos.delete({ id: [three] }).then(String, String);
      expect(foreign).toContain('not authorized');
      expect((await stream.videos.getMany({ id: three })).items).toHaveLength(1);
    },
    refused: (stream) => stream.videos.delete({ id: unknown(6) }),
  }),
};
