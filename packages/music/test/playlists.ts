import { failure } from '@x/testing';
import { expect } from 'vitest';
import { contentsOf, getItem, type MusicAccountClient } from '../src/index.ts';
import { type Cases, idsOf, row, type Stage, trackUri, unknown, userId } from './stage.ts';

const uri = (stage: Stage, at: number) => trackUri(stage.known.tracks[at]);
const uris = (stage: Stage, ...places: number[]) => places.map((at) => uri(stage, at));

/** Creates a public playlist with the known tracks at `places`, and returns its ID. */
async function made(stage: Stage, music: MusicAccountClient, ...places: number[]) {
  const { id } = await music.playlists.create({ name: 'Made by a test' });
  if (places.length > 0) await music.playlists.addItems({ playlist_id: id, uris: uris(stage, ...places) });
  return id;
}

const urisIn = async (music: MusicAccountClient, playlist_id: string) => {
  const entries = await music.playlists.items({ playlist_id, limit: 50 }).toArray({ limit: 1000 });
  return entries.map((entry) => getItem(entry)?.uri);
};

/**
 * Returns the cases for one of the two equivalent sets of calls on a playlist's contents: list, add, update and remove.
 */
function contentCases(list: 'items' | 'tracks', suffix: 'Items' | 'Tracks', max: number) {
  const remove = ({ playlists }: MusicAccountClient, playlist_id: string, removed: string[], snapshot_id?: string) => {
    const given = { playlist_id, ...(snapshot_id && { snapshot_id }) };
    const named = removed.map((each) => ({ uri: each }));
    return list === 'items'
      ? playlists.removeItems({ ...given, items: named })
      : playlists.removeTracks({ ...given, tracks: named });
  };
  return {
    [`playlists.${list}`]: {
      async works(music: MusicAccountClient, { known, realQuirks }: Stage) {
        const params = { playlist_id: known.playlist, additional_types: ['track', 'episode'] } as const;
        const page = await music.playlists[list]({ ...params, limit: max });
        expect([page.items.length, page.total]).toEqual([max, 300]);
        const entries = await music.playlists[list]({ ...params, limit: max }).toArray({ limit: 1000 });
        const items = entries.map(getItem);
        expect(items).toHaveLength(300);
        const present = items.filter((item) => item !== null);
        expect(present).toHaveLength(realQuirks ? 270 : 300);
        expect(new Set(present.map(({ type }) => type))).toEqual(new Set(['track', 'episode']));
        for (const item of items) if (item?.type === 'episode') expect(item.show?.type).toBe('show');
        const local = items.filter((item) => item?.id === null);
        expect(local.length).toBeGreaterThan(0);
        for (const item of local) expect(item?.uri).toMatch(/^spotify:local:/);
        const dressed = await music.playlists[list]({ playlist_id: known.playlist, limit: max }).toArray({
          limit: 1000,
        });
        expect(dressed.map((entry) => getItem(entry)?.uri)).toEqual(items.map((item) => item?.uri));
        expect(dressed.map(getItem).some((item) => item?.type === 'episode' && item.show)).toBe(false);
      },
      refused: ({ playlists }: MusicAccountClient, { known }: Stage) =>
        playlists[list]({ playlist_id: known.playlist, limit: max + 1 }),
    },
    [`playlists.add${suffix}`]: row({
      given: (music, stage) => made(stage, music, 0, 1),
      async works(music, { given: playlist_id, ...stage }) {
        const { snapshot_id } = await music.playlists[`add${suffix}`]({
          playlist_id,
          uris: uris(stage, 2, 3),
          position: 1,
        });
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 0, 2, 3, 1));
        expect((await music.playlists.get({ playlist_id })).snapshot_id).toBe(snapshot_id);
        const others = await failure(
          (await stage.somebody('mira')).playlists[`add${suffix}`]({ playlist_id, uris: uris(stage, 4) }),
        );
        expect(others).toMatchObject({ code: 'permission_denied', status: 403 });
      },
      refused: ({ playlists }, stage) =>
        playlists[`add${suffix}`]({ playlist_id: unknown, uris: Array(101).fill(uri(stage, 0)) }),
    }),
    [`playlists.update${suffix}`]: row({
      given: (music, stage) => made(stage, music, 0, 1, 2, 3),
      async works(music, { given: playlist_id, ...stage }) {
        const update = music.playlists[`update${suffix}`];
        const { snapshot_id } = await update({ playlist_id, uris: uris(stage, 3, 2, 1) });
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 3, 2, 1));
        await music.playlists.addItems({ playlist_id, uris: uris(stage, 0), position: 0 });
        // Positions refer to the version before the addition.
        await update({ playlist_id, range_start: 0, insert_before: 3, snapshot_id });
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 0, 2, 1, 3));
        await update({ playlist_id, uris: [] });
        expect(await urisIn(music, playlist_id)).toEqual([]);
      },
      refused: ({ playlists }) => playlists[`update${suffix}`]({ playlist_id: unknown, range_start: 0 }),
    }),
    [`playlists.remove${suffix}`]: row({
      given: (music, stage) => made(stage, music, 0, 1, 0, 2),
      async works(music, { given: playlist_id, ...stage }) {
        const { snapshot_id } = await remove(music, playlist_id, uris(stage, 0));
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 1, 2));
        await music.playlists.addItems({ playlist_id, uris: uris(stage, 1) });
        await remove(music, playlist_id, uris(stage, 1), snapshot_id);
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 2, 1)); // what was added later stays
      },
      refused: (music) => remove(music, unknown, []),
    }),
  };
}

/** Returns the ID of another user's public playlist, which the user does not follow. */
async function others(music: MusicAccountClient) {
  const { items } = await music.playlists.listOfUser({ user_id: 'mira', limit: 50 });
  const id = items.find(({ owner }) => owner.id === 'mira')?.id ?? '';
  await music.playlists.followers.remove({ playlist_id: id });
  return id;
}

const followersOf = async (stage: Stage, playlist_id: string) =>
  (await stage.app.playlists.get({ playlist_id })).followers?.total;
const follows = async (music: MusicAccountClient, playlist_id: string) =>
  (await music.playlists.followers.contains({ playlist_id })).items[0];
const shown = async (stage: Stage) =>
  idsOf((await stage.app.playlists.listOfUser({ user_id: userId, limit: 50 })).items);

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xd9);

export const playlists: Cases = {
  open: {
    ...contentCases('items', 'Items', 50),
    'playlists.get': {
      async works(music, { known, user, app }) {
        const playlist = await music.playlists.get({ playlist_id: known.playlist });
        expect(playlist).toMatchObject({ name: 'Everything at Once', public: true, owner: { id: userId } });
        expect(contentsOf(playlist)?.total).toBe(300);
        expect(await failure(music.playlists.get({ playlist_id: unknown }))).toMatchObject({ code: 'not_found' });
        const hidden = await user.playlists.create({ name: 'Hidden', public: false });
        expect(await failure(app.playlists.get({ playlist_id: hidden.id }))).toMatchObject({ code: 'not_found' });
      },
      refused: (music, { known }) => music.playlists.get({ id: known.playlist } as never),
    },
    'playlists.list': row({
      given: (music, stage) => Promise.all([made(stage, music), made(stage, music)]),
      async works(music, { given: ids, realQuirks, known }) {
        const { items, total } = await music.playlists.list({ limit: 2 });
        expect(idsOf(items).sort()).toEqual([...ids].sort()); // newest first
        const all = await music.playlists.list({ limit: 5 }).toArray({ limit: 1000 });
        expect(new Set(idsOf(all)).size + Number(realQuirks)).toBe(total);
        expect(idsOf(all)).toContain(known.playlist);
      },
      refused: (music) => music.playlists.list({ limit: 51 }),
    }),
    'playlists.create': {
      async works(music) {
        const created = await music.playlists.create({ name: 'Ours', description: 'Of two', public: false });
        expect(created).toMatchObject({ name: 'Ours', description: 'Of two', public: false, owner: { id: userId } });
        expect(contentsOf(created)?.total).toBe(0);
        expect(await music.playlists.get({ playlist_id: created.id })).toEqual(created);
        expect((await music.playlists.create({ name: 'Seen by all' })).public).toBe(true);
      },
      refused: (music) => music.playlists.create({ name: 'Ours', collaborative: true, public: true }),
    },
    'playlists.update': row({
      given: async (music, stage) => ({ playlist_id: await made(stage, music, 0), mira: await stage.somebody('mira') }),
      async works(music, { given: { playlist_id, mira }, ...stage }) {
        await music.playlists.update({ playlist_id, name: 'Ours', public: false, collaborative: true });
        const changed = await music.playlists.get({ playlist_id });
        expect(changed).toMatchObject({ name: 'Ours', public: false, collaborative: true });
        expect(await failure(mira.playlists.get({ playlist_id }))).toMatchObject({ code: 'not_found' });
        stage.sandbox.controls.music.addCollaborator(playlist_id, 'mira');
        await mira.playlists.addItems({ playlist_id, uris: uris(stage, 1) });
        expect(await urisIn(music, playlist_id)).toEqual(uris(stage, 0, 1));
        const error = await failure(mira.playlists.update({ playlist_id, name: 'Mine' }));
        expect(error).toMatchObject({ code: 'permission_denied' });
      },
      refused: (music) => music.playlists.update({ playlist_id: unknown, public: 'yes' as never }),
    }),
    'playlists.image.get': row({
      given: (music, stage) => made(stage, music, 0),
      async works(music, { given: playlist_id, ...stage }) {
        const images = await music.playlists.image.get({ playlist_id });
        expect(images.map(({ width }) => width)).toEqual([640, 300, 64]);
        expect(images).toEqual((await music.playlists.get({ playlist_id })).images);
        expect(await music.playlists.image.get({ playlist_id: await made(stage, stage.user) })).toEqual([]);
      },
      refused: (music) => music.playlists.image.get({ playlist_id: 'cover' }),
    }),
    'playlists.image.upload': row({
      given: (music, stage) => made(stage, music, 0),
      async works(music, { given: playlist_id }) {
        await music.playlists.image.upload({ playlist_id, image: jpeg });
        const [image, ...more] = await music.playlists.image.get({ playlist_id });
        expect([image?.width, image?.height, more]).toEqual([null, null, []]);
        const response = await fetch(image?.url ?? '');
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(jpeg);
        const text = new TextEncoder().encode('GIF89a');
        const error = await failure(music.playlists.image.upload({ playlist_id, image: text }));
        expect(error).toMatchObject({ code: 'rejected', status: 400 });
      },
      refused: (music) => music.playlists.image.upload({ playlist_id: unknown, image: new Uint8Array(192 * 1024 + 1) }),
    }),
  },
  closed: {
    ...contentCases('tracks', 'Tracks', 100),
    'playlists.listOfUser': row({
      given: (music) => music.playlists.create({ name: 'Hidden', public: false }),
      async works(music, { given: { id }, ...stage }) {
        const call = music.playlists.listOfUser({ user_id: userId, limit: 3 });
        const ids = idsOf(await call.toArray({ limit: 1000 }));
        expect(ids.length + Number(stage.realQuirks)).toBe((await call).total);
        expect(ids).toContain(stage.known.playlist);
        expect(ids.includes(id)).toBe(!stage.isApp(music)); // only the owner sees private playlists
        expect(await shown(stage)).not.toContain(id);
        const error = await failure(music.playlists.listOfUser({ user_id: 'nobody' }));
        expect(error).toMatchObject({ code: 'not_found' });
      },
      refused: (music) => music.playlists.listOfUser({ user_id: '' }),
    }),
    'playlists.createForUser': {
      async works(music) {
        const created = await music.playlists.createForUser({ user_id: userId, name: 'By the old path' });
        expect(await music.playlists.get({ playlist_id: created.id })).toEqual(created);
        const error = await failure(music.playlists.createForUser({ user_id: 'mira', name: 'A gift' }));
        expect(error).toMatchObject({ code: 'permission_denied' });
      },
      refused: (music) => music.playlists.createForUser({ user_id: userId, name: '' }),
    },
    'playlists.followers.add': row({
      given: async (music, stage) => {
        const playlist_id = await others(music);
        return { playlist_id, before: (await followersOf(stage, playlist_id)) ?? 0 };
      },
      async works(music, { given: { playlist_id, before }, ...stage }) {
        await music.playlists.followers.add({ playlist_id });
        expect(await follows(music, playlist_id)).toBe(true);
        expect(await followersOf(stage, playlist_id)).toBe(before + 1);
        expect(await shown(stage)).toContain(playlist_id);
        await music.playlists.followers.add({ playlist_id, public: false });
        expect(await shown(stage)).not.toContain(playlist_id);
      },
      refused: (music) => music.playlists.followers.add({ playlist_id: unknown, public: 1 as never }),
    }),
    'playlists.followers.remove': row({
      given: async (music, stage) => {
        const playlist_id = await others(music);
        await music.playlists.followers.add({ playlist_id });
        return { playlist_id, before: (await followersOf(stage, playlist_id)) ?? 0 };
      },
      async works(music, { given: { playlist_id, before }, ...stage }) {
        await music.playlists.followers.remove({ playlist_id });
        expect(await follows(music, playlist_id)).toBe(false);
        expect(await followersOf(stage, playlist_id)).toBe(before - 1);
      },
      refused: (music) => music.playlists.followers.remove({} as never),
    }),
    'playlists.followers.contains': row({
      given: others,
      async works(music, { given: playlist_id }) {
        expect((await music.playlists.followers.contains({ playlist_id })).items).toEqual([false]);
        await music.playlists.followers.add({ playlist_id });
        const own = await music.playlists.followers.contains({ playlist_id, ids: userId });
        expect(own.items).toEqual([true]);
        const error = await failure(music.playlists.followers.contains({ playlist_id, ids: 'mira' }));
        expect(error).toMatchObject({ status: 403 });
      },
      refused: (music) => music.playlists.followers.contains({ playlist_id: unknown, ids: '' }),
    }),
  },
};
