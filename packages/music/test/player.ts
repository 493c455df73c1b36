import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { MusicAccountClient } from '../src/index.ts';
import { type Cases, idsOf, row, type Stage, trackUri, unknown, userId } from './stage.ts';

const additional_types = ['track', 'episode'] as const;
let latest: string | undefined;

/** Connects a new device of the user, and disconnects the previous one. */
function newDevice(stage: Stage, active = true) {
  const { controls } = stage.sandbox;
  if (latest) controls.music.disconnectDevice(userId, latest);
  latest = controls.music.connectDevice(userId, { name: 'Under test', active, volumePercent: 40 });
  return latest;
}

/** Starts an album on a new device, from the track at `position`, and advances the clock by a second. */
async function playing(stage: Stage, music: MusicAccountClient, position = 0) {
  const device_id = newDevice(stage);
  await music.player.shuffle({ state: false });
  await music.player.repeat({ state: 'off' });
  const { items, uri } = await tracksOfAlbum(stage, music);
  await music.player.play({ device_id, context_uri: uri, offset: { position } });
  await stage.sandbox.clock.advance(1000);
  return { device_id, uri, tracks: items.map(({ id }) => id), length: items[position]?.duration_ms ?? 0 };
}

async function tracksOfAlbum(stage: Stage, music: MusicAccountClient) {
  const { items } = await music.albums.tracks({ id: stage.known.album, limit: 50 });
  return { items, uri: `spotify:album:${stage.known.album}` };
}

const current = async (music: MusicAccountClient) =>
  (await music.player.currentlyPlaying({ additional_types }))?.item?.id;
const progress = async (music: MusicAccountClient) => (await music.player.get())?.progress_ms;

/** Returns the context of playback that has none: absent with the real host's quirks, otherwise null. */
const nothing = (stage: Stage) => (stage.realQuirks ? undefined : null);

/** Calls about users' playback, and commands that change it. */
export const player: Cases = {
  open: {
    'player.get': row({
      given: (music, stage) => playing(stage, music, 1),
      async works(music, { given: { device_id, uri, tracks }, sandbox }) {
        const playback = await music.player.get({ additional_types });
        expect(playback).toMatchObject({
          device: { id: device_id, name: 'Under test', is_active: true, volume_percent: 40 },
          context: { type: 'album', uri },
          item: { type: 'track', id: tracks[1] },
          is_playing: true,
          repeat_state: 'off',
          shuffle_state: false,
        });
        await sandbox.clock.advance(5000);
        expect(await progress(music)).toBeGreaterThanOrEqual(5000 + (playback?.progress_ms ?? 0));
        sandbox.controls.music.disconnectDevice(userId, device_id);
        expect(await music.player.get()).toBeUndefined();
      },
      refused: (music) => music.player.get({ additional_types: 'show' as 'track' }),
    }),
    'player.currentlyPlaying': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { device_id, tracks }, known, sandbox }) {
        expect(await music.player.currentlyPlaying()).toMatchObject({ is_playing: true, item: { id: tracks[0] } });
        const [episode] = known.episodes;
        await music.player.play({ uris: [`spotify:episode:${episode}`] });
        const plain = await music.player.currentlyPlaying();
        expect(plain).toMatchObject({ currently_playing_type: 'episode', item: null });
        const whole = await music.player.currentlyPlaying({ additional_types });
        expect(whole?.item).toMatchObject({ type: 'episode', id: episode, show: { type: 'show' } });
        sandbox.controls.music.interruptPlayer(userId, 'ad');
        const ad = await music.player.currentlyPlaying({ additional_types });
        expect(ad).toMatchObject({
          currently_playing_type: 'ad',
          item: null,
          actions: { disallows: { pausing: true } },
        });
        sandbox.controls.music.disconnectDevice(userId, device_id);
        expect(await music.player.currentlyPlaying()).toBeUndefined();
      },
      refused: (music) => music.player.currentlyPlaying({ market: 'EU27' }),
    }),
    'player.recentlyPlayed': {
      async works(music) {
        const plays = await music.player.recentlyPlayed({ limit: 20 }).toArray({ limit: 100 });
        const { items } = await music.player.recentlyPlayed({ limit: 50 });
        expect(plays).toEqual(items);
        expect(plays).toHaveLength(50);
        const times = plays.map(({ played_at }) => Date.parse(played_at));
        expect(times).toEqual(times.toSorted((a, b) => b - a));
        const earlier = await music.player.recentlyPlayed({ limit: 5, before: times[9] ?? 0 });
        expect(earlier.items).toEqual(plays.slice(10, 15));
      },
      refused: (music) => music.player.recentlyPlayed({ after: 1 } as never),
    },
    'player.playedAfter': row({
      given: (music) => music.player.recentlyPlayed({ limit: 50 }),
      async works(music, { given: { items } }) {
        const after = Date.parse(items[9]?.played_at ?? '');
        const page = await music.player.playedAfter({ after, limit: 4 });
        expect(page.items).toEqual(items.slice(5, 9)); // the next four plays, latest first
        const all = await music.player.playedAfter({ after, limit: 4 }).toArray({ limit: 100 });
        expect(all).toEqual([...items.slice(5, 9), ...items.slice(1, 5), ...items.slice(0, 1)]);
      },
      refused: (music) => music.player.playedAfter({ limit: 4 } as never),
    }),
    'player.devices': row({
      given: async (_, stage) => newDevice(stage),
      async works(music, { given: id, sandbox }) {
        const { items } = await music.player.devices();
        expect(items.filter(({ is_active }) => is_active)).toMatchObject([
          { id, name: 'Under test', is_restricted: false, volume_percent: 40 },
        ]);
        sandbox.controls.music.disconnectDevice(userId, id);
        expect(idsOf((await music.player.devices()).items)).toEqual(idsOf(items).filter((other) => other !== id));
      },
      refused: (music) => music.player.devices({ device_id: 'a' } as never),
    }),
    'player.transfer': row({
      given: async (music, stage) => {
        const { tracks } = await playing(stage, music);
        await music.player.pause();
        return { tracks, other: stage.sandbox.controls.music.connectDevice(userId, { active: false }) };
      },
      async works(music, { given: { tracks, other }, sandbox }) {
        await music.player.transfer({ device_ids: [other] });
        const moved = { device: { id: other }, item: { id: tracks[0] } };
        expect(await music.player.get()).toMatchObject({ ...moved, is_playing: false });
        await music.player.transfer({ device_ids: [other], play: true });
        expect(await music.player.get()).toMatchObject({ ...moved, is_playing: true });
        const error = await failure(music.player.transfer({ device_ids: ['nowhere'] }));
        expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('Device not found') });
        sandbox.controls.music.disconnectDevice(userId, other);
      },
      refused: (music) => music.player.transfer({ device_ids: ['one', 'two'] }),
    }),
    'player.play': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks, uri }, ...stage }) {
        const uris = stage.known.tracks.slice(0, 3).map(trackUri);
        await music.player.play({ uris, offset: { uri: uris[1] ?? '' }, position_ms: 30_000 });
        const playback = await music.player.get();
        expect(playback).toMatchObject({ item: { id: stage.known.tracks[1] }, is_playing: true });
        expect(playback?.context).toBe(nothing(stage));
        expect(playback?.progress_ms).toBeGreaterThanOrEqual(30_000);
        await music.player.pause();
        await music.player.play();
        expect(await music.player.get()).toMatchObject({ item: { id: stage.known.tracks[1] }, is_playing: true });
        await music.player.play({ context_uri: uri, offset: { position: 2 } });
        expect(await current(music)).toBe(tracks[2]);
        const error = await failure(music.player.play({ uris: [trackUri(unknown)] }));
        expect(error).toMatchObject({ code: 'not_found' });
      },
      refused: (music) => music.player.play({ context_uri: 'spotify:album:1', uris: ['spotify:track:1'] }),
    }),
    'player.pause': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { device_id }, sandbox }) {
        await music.player.pause({ device_id });
        const stopped = await progress(music);
        await sandbox.clock.advance(10_000);
        expect(await music.player.get()).toMatchObject({ is_playing: false, progress_ms: stopped });
        const error = await failure(music.player.pause());
        expect(error).toMatchObject({ code: 'permission_denied', providerCode: 'UNKNOWN' });
        sandbox.controls.music.disconnectDevice(userId, device_id);
        expect(await failure(music.player.pause())).toMatchObject({
          code: 'not_found',
          providerCode: 'NO_ACTIVE_DEVICE',
        });
      },
      refused: (music) => music.player.pause({ device_id: 7 as never }),
    }),
    'player.next': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks } }) {
        await music.player.next();
        expect(await current(music)).toBe(tracks[1]);
        const { items } = await music.player.recentlyPlayed({ limit: 1 });
        expect(items).toMatchObject([{ track: { id: tracks[0] }, context: { type: 'album' } }]);
      },
      refused: (music) => music.player.next({ device_id: null as never }),
    }),
    'player.previous': row({
      given: (music, stage) => playing(stage, music, 1),
      async works(music, { given: { tracks } }) {
        await music.player.previous();
        expect(await current(music)).toBe(tracks[0]);
        expect(await failure(music.player.previous())).toMatchObject({ code: 'permission_denied', status: 403 });
      },
      refused: (music) => music.player.previous({ position_ms: 0 } as never),
    }),
    'player.seek': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks, length }, sandbox }) {
        await music.player.seek({ position_ms: length - 20_000 });
        expect(await current(music)).toBe(tracks[0]);
        expect(await progress(music)).toBeGreaterThanOrEqual(length - 20_000);
        await sandbox.clock.advance(20_000);
        expect(await current(music)).toBe(tracks[1]);
      },
      refused: (music) => music.player.seek({ position_ms: 0.5 }),
    }),
    'player.repeat': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks, length }, sandbox }) {
        await music.player.repeat({ state: 'track' });
        expect((await music.player.get())?.repeat_state).toBe('track');
        await sandbox.clock.advance(length);
        expect(await current(music)).toBe(tracks[0]);
        await music.player.repeat({ state: 'context' });
        await music.player.previous(); // from the first track to the last
        expect(await current(music)).toBe(tracks.at(-1));
      },
      refused: (music) => music.player.repeat({ state: 'once' as 'track' }),
    }),
    'player.volume': row({
      given: async (music, stage) => (await playing(stage, music)).device_id,
      async works(music, { given: device_id }) {
        await music.player.volume({ volume_percent: 0 });
        expect((await music.player.get())?.device.volume_percent).toBe(0);
        await music.player.volume({ volume_percent: 100, device_id });
        expect((await music.player.get())?.device.volume_percent).toBe(100);
        const { items } = await music.player.devices();
        const mute = items.find(({ id, supports_volume }) => id && !supports_volume)?.id ?? '';
        const error = await failure(music.player.volume({ volume_percent: 1, device_id: mute }));
        expect(error).toMatchObject({ code: 'permission_denied' });
      },
      refused: (music) => music.player.volume({ volume_percent: 101 }),
    }),
    'player.shuffle': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks } }) {
        await music.player.shuffle({ state: true });
        expect(await music.player.get()).toMatchObject({ shuffle_state: true, item: { id: tracks[0] } });
        const order = idsOf((await music.player.queue.get()).queue);
        expect([...order].sort()).toEqual(tracks.slice(1).sort());
        expect(order).not.toEqual(tracks.slice(1));
        await music.player.shuffle({ state: false });
        expect(idsOf((await music.player.queue.get()).queue)).toEqual(tracks.slice(1));
      },
      refused: (music) => music.player.shuffle({ state: 'true' as never }),
    }),
    'player.queue.get': row({
      given: (music, stage) => playing(stage, music, 2),
      async works(music, { given: { device_id, tracks }, sandbox }) {
        const { currently_playing, queue } = await music.player.queue.get();
        expect(currently_playing?.id).toBe(tracks[2]);
        expect(idsOf(queue)).toEqual(tracks.slice(3));
        sandbox.controls.music.disconnectDevice(userId, device_id);
        expect(await music.player.queue.get()).toEqual({ currently_playing: null, queue: [] });
      },
      refused: (music) => music.player.queue.get({ limit: 5 } as never),
    }),
    'player.queue.add': row({
      given: (music, stage) => playing(stage, music),
      async works(music, { given: { tracks }, ...stage }) {
        const queued = stage.known.tracks.find((id) => !tracks.includes(id)) ?? '';
        await music.player.queue.add({ uri: trackUri(queued) });
        expect(idsOf((await music.player.queue.get()).queue).slice(0, 2)).toEqual([queued, tracks[1]]);
        await music.player.next();
        const playback = await music.player.get();
        expect(playback).toMatchObject({ item: { id: queued } });
        expect(playback?.context).toBe(nothing(stage));
        await music.player.next();
        expect(await current(music)).toBe(tracks[1]);
      },
      refused: (music) => music.player.queue.add({ uri: 'Imagine' }),
    }),
  },
  closed: {},
};
