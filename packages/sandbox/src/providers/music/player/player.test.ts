import { describe, expect, it } from 'vitest';
import {
  idle,
  type Json,
  noDevice,
  paused,
  playing,
  restriction,
  startPlayer,
  unknownId,
} from '../../../../test/music.ts';

const uris = (items: readonly { uri: string }[]) => items.map(({ uri }) => uri);

describe('the current item', () => {
  it('exists from the start, and has the time of its last change', async () => {
    const player = startPlayer();
    const before = await player.read();
    expect(before).toMatchObject({
      actions: { disallows: { resuming: true } },
      context: { type: 'album', uri: expect.stringMatching(/^spotify:album:\w{22}$/) },
      item: { type: 'track', album: { type: 'album' }, is_playable: true },
      repeat_state: 'context',
      timestamp: Date.UTC(2026, 0, 1),
    });
    await player.clock.advance(20_000);
    const after = await player.read();
    expect(after).toEqual({ ...before, progress_ms: before.progress_ms + 20_000 });
    const { device, repeat_state, shuffle_state, smart_shuffle, ...rest } = after;
    expect([device.type, smart_shuffle]).toEqual(['Computer', false]);
    expect(await player.read('/currently-playing')).toEqual({ ...rest, timestamp: player.clock.now() });
  });

  it('can be something outside the catalog', async () => {
    const player = startPlayer();
    const { item, progress_ms } = await player.read();
    player.controls.interruptPlayer(playing, 'unknown', 15_000);
    await player.clock.advance(14_999);
    expect(await player.read()).toMatchObject({
      currently_playing_type: 'unknown',
      item: null,
      is_playing: true,
      progress_ms: null,
      context: null,
      actions: { disallows: { skipping_next: true, seeking: true } },
    });
    expect((await player.read('/queue')).currently_playing).toBeNull();
    expect(await player.refused('POST', '/next')).toEqual(restriction);
    await player.clock.advance(1);
    expect(await player.read()).toMatchObject({ item: { id: item.id }, progress_ms });
    expect(() => startPlayer(idle).controls.interruptPlayer(idle, 'ad')).toThrow(RangeError);
  });
});

describe('commands', () => {
  it('play the next item for a position beyond the end, and the tracks of an artist', async () => {
    const player = startPlayer();
    const { uri, ids } = await player.album();
    await player.command('PUT', '/play', { context_uri: uri, position_ms: 999_999_999 });
    expect(await player.read()).toMatchObject({ item: { id: ids[1] }, progress_ms: 0 });
    await player.command('PUT', '/seek?position_ms=9999999');
    expect(await player.read()).toMatchObject({ item: { id: ids[2] }, progress_ms: 0, is_playing: true });
    const [artist] = await player.find('artist', 1);
    await player.command('PUT', '/play', { context_uri: artist.uri });
    const { item } = await player.read();
    expect(item.artists.map((each: Json) => each.id)).toContain(artist.id);
  });

  it('play a playlist without its unplayable entries', async () => {
    const player = startPlayer();
    const lists: Json = await player.readAs('/v1/me/playlists');
    const { id, uri } = lists.items.find((playlist: Json) => playlist.name === 'Everything at Once');
    const all: Json[] = [];
    for (let offset = 0; offset < 300; offset += 50) {
      const page: Json = await player.readAs(
        `/v1/playlists/${id}/items?limit=50&offset=${offset}&additional_types=episode`,
      );
      all.push(...page.items);
    }
    const local = all.findIndex((entry) => entry.is_local);
    const after = all.slice(local + 1).find((entry) => entry.item.is_playable);
    await player.command('PUT', '/play', { context_uri: uri, offset: { uri: after.item.uri } });
    expect(await player.current()).toBe(after.item.id);
    await player.command('POST', '/previous');
    const before = all.slice(0, local).findLast((entry) => entry.item.is_playable);
    expect(await player.current()).toBe(before.item.id);
    expect(await player.refused('PUT', '/play', { context_uri: uri, offset: { position: local } })).toEqual(
      restriction,
    );
  });

  it('play named items, and stop after the last', async () => {
    const player = startPlayer();
    const tracks = await player.find('track', 2);
    await player.command('PUT', '/repeat?state=off');
    await player.command('PUT', '/play', { uris: uris(tracks) });
    expect(await player.read()).toMatchObject({ context: null, item: { id: tracks[0].id } });
    await player.clock.advance(tracks[0].duration_ms + 1000);
    expect(await player.read()).toMatchObject({
      item: { id: tracks[1].id },
      progress_ms: 1000,
      actions: { disallows: { skipping_next: true } },
    });
    expect(await player.refused('POST', '/next')).toEqual(restriction);
    await player.clock.advance(tracks[1].duration_ms);
    expect(await player.read()).toMatchObject({ is_playing: false, item: { id: tracks[0].id }, progress_ms: 0 });
    expect(await player.refused('POST', '/previous')).toEqual(restriction);
  });

  it('refuse to start with an item that is not there', async () => {
    const player = startPlayer();
    const { uri, ids } = await player.album();
    for (const offset of [{ position: ids.length }, { uri: `spotify:track:${unknownId}` }])
      expect(await player.refused('PUT', '/play', { context_uri: uri, offset })).toEqual(restriction);
  });

  it('refuse items that the user may not hear', async () => {
    // This user filters explicit content.
    const player = startPlayer(idle);
    const tracks = await player.find('track', 50);
    const explicit = tracks.find((track) => track.explicit);
    expect(explicit).toMatchObject({ is_playable: false, restrictions: { reason: 'explicit' } });
    player.controls.connectDevice(idle);
    expect(await player.refused('PUT', '/play', { uris: [explicit.uri] })).toEqual(restriction);
    await player.command('PUT', '/play', { uris: uris(tracks) });
    expect(await player.refused('POST', `/queue?uri=${explicit.uri}`)).toEqual(restriction);
    const { currently_playing, queue } = await player.read('/queue', '');
    expect([currently_playing, ...queue].some((track) => track.explicit)).toBe(false);
  });

  it('can respond with 200 and text', async () => {
    const player = startPlayer(playing, { playerAnswer: 'text' });
    const response = await player.ask('PUT', '/pause');
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain']);
    expect(await response.text()).toMatch(/^\w{64}$/);
    expect((await player.read()).is_playing).toBe(false);
  });
});

describe('queue', () => {
  it('plays before the rest of the context, which it does not change', async () => {
    const player = startPlayer();
    const { uri, ids } = await player.album();
    const [track] = await player.find('track', 1, 'love');
    const [episode] = await player.find('episode', 1, 'teach');
    await player.command('PUT', '/play', { context_uri: uri });
    for (const queued of [track, episode]) await player.command('POST', `/queue?uri=${queued.uri}`);
    const { queue } = await player.read('/queue', '');
    expect(queue.slice(0, 3)).toMatchObject([
      { id: track.id },
      { id: episode.id, type: 'episode', show: { type: 'show' } },
      { id: ids[1] },
    ]);
    expect(queue.length).toBeLessThanOrEqual(20);
    await player.command('POST', '/next');
    await player.clock.advance(track.duration_ms);
    expect(await player.current()).toBe(episode.id);
    await player.command('POST', '/previous');
    expect(await player.current()).toBe(ids[0]);
    await player.command('POST', '/next');
    expect(await player.current()).toBe(ids[1]);
  });
});

describe('devices', () => {
  it('take over by transfer, or by a command to play', async () => {
    const player = startPlayer();
    const [laptop, phone] = await player.devices();
    await player.command('PUT', '', { device_ids: [phone.id] });
    expect((await player.devices()).map((device) => device.is_active)).toEqual([false, true, false]);
    // A device that plays nothing refuses every command except to play there.
    expect(await player.refused('PUT', `/pause?device_id=${laptop.id}`)).toEqual(restriction);
    await player.command('PUT', `/play?device_id=${laptop.id}`);
    expect((await player.read()).device.id).toBe(laptop.id);
  });

  it('connect and disconnect', async () => {
    const player = startPlayer(idle);
    const [track] = await player.find('track', 1);
    const id = player.controls.connectDevice(idle, { name: 'Kitchen', type: 'speaker', volumePercent: null });
    expect((await player.devices()).at(-1)).toEqual({
      id,
      is_active: true,
      is_private_session: false,
      is_restricted: false,
      name: 'Kitchen',
      supports_volume: false,
      type: 'speaker',
      volume_percent: null,
    });
    expect(await player.read()).toMatchObject({ item: null, currently_playing_type: 'unknown', is_playing: false });
    expect(await player.read('/currently-playing')).toBeUndefined();
    expect(await player.refused('PUT', '/play')).toEqual(restriction);
    await player.command('PUT', '/play', { uris: [track.uri] });
    await player.clock.advance(1000);
    expect(player.controls.disconnectDevice(idle, id)).toBe(true);
    expect(player.controls.disconnectDevice(idle, id)).toBe(false);
    await player.clock.advance(60_000);
    expect(await player.read()).toBeUndefined();
    expect(await player.refused('PUT', '/pause')).toEqual(noDevice);
    player.controls.connectDevice(idle);
    expect(await player.read()).toMatchObject({ item: { id: track.id }, is_playing: false, progress_ms: 1000 });
    expect(() => player.controls.connectDevice('nobody')).toThrow(RangeError);
  });

  it('can refuse commands, and can have no ID', async () => {
    const player = startPlayer();
    expect((await player.devices())[2]).toMatchObject({ id: null, is_restricted: true });
    const id = player.controls.connectDevice(playing, { restricted: true });
    expect(await player.refused('PUT', '/pause')).toEqual(restriction);
    expect(await player.refused('PUT', '', { device_ids: [id] })).toEqual(restriction);
  });
});

describe('recently played', () => {
  it('holds no episodes; each episode reports how far it was heard', async () => {
    const player = startPlayer(paused);
    const newest = (await player.read('/recently-played', '?limit=1')).items[0];
    const { item, progress_ms } = await player.read();
    await player.command('PUT', '/play');
    await player.clock.advance(30_000);
    const resumePoint = async () => (await player.readAs(`/v1/episodes/${item.id}`)).resume_point;
    expect(await resumePoint()).toEqual({
      fully_played: false,
      resume_position_ms: progress_ms + 30_000,
    });
    await player.clock.advance(item.duration_ms);
    expect(await player.current()).not.toBe(item.id);
    expect(await resumePoint()).toEqual({ fully_played: true, resume_position_ms: 0 });
    expect((await player.read('/recently-played', '?limit=1')).items[0]).toEqual(newest);
  });

  it('pages back in time, or forward from a given time, until a page is empty', async () => {
    const player = startPlayer();
    const all = (await player.read('/recently-played', '?limit=50')).items.map((each: Json) => each.played_at);
    const walk = async (query: string) => {
      const pages: Json[] = [];
      for (let next = query; next; ) {
        const page = await player.read('/recently-played', next);
        pages.push(page);
        next = page.next && new URL(page.next).search;
      }
      return pages;
    };
    const played = (pages: Json[]) => pages.map(({ items }) => items.map((each: Json) => each.played_at));
    const total = all.length;
    const size = total / 2;
    const back = await walk(`?limit=${size}`);
    // The last full page does not know that it is the last one.
    expect(played(back)).toEqual([all.slice(0, size), all.slice(size), []]);
    expect(back.at(-1)).toMatchObject({ items: [], next: null, cursors: null });
    const ahead = await walk(`?limit=${size}&after=0`);
    expect(played(ahead)).toEqual([all.slice(size), all.slice(0, size), []]);
    expect(ahead.map(({ next }) => next && new URL(next).searchParams.has('after'))).toEqual([true, true, null]);
    const short = await player.read('/recently-played', `?limit=${size}&after=${Date.parse(all[2])}`);
    expect([short.items.length, short.next, short.cursors.after]).toEqual([2, null, String(Date.parse(all[0]))]);
  });
});
