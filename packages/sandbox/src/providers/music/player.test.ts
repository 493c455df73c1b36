import { describe, expect, it } from 'vitest';
import {
  free,
  idle,
  type Json,
  noDevice,
  playerScopes,
  playing,
  refusal,
  restriction,
  startPlayer,
} from './testing.ts';

const uris = (items: readonly { uri: string }[]) => items.map(({ uri }) => uri);

describe('what plays', () => {
  it('is there from the start, and is dated by its last change', async () => {
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
    const { device, repeat_state, shuffle_state, ...rest } = after;
    expect(await player.read('/currently-playing')).toEqual({ ...rest, timestamp: player.clock.now() });
  });

  it('can be something that is not an item', async () => {
    for (const kind of ['ad', 'unknown'] as const) {
      const player = startPlayer();
      const { item, progress_ms } = await player.read();
      player.controls.interruptPlayer(playing, kind, 15_000);
      await player.clock.advance(14_999);
      expect(await player.read()).toMatchObject({
        currently_playing_type: kind,
        item: null,
        is_playing: true,
        progress_ms: null,
        context: null,
        actions: { disallows: { skipping_next: true, seeking: true } },
      });
      expect((await player.read('/queue')).currently_playing).toBeNull();
      for (const [method, path] of [
        ['POST', '/next'],
        ['PUT', '/pause'],
        ['PUT', '/seek?position_ms=1'],
      ] as const)
        expect(await player.refused(method, path)).toEqual(restriction);
      await player.clock.advance(1);
      expect(await player.read()).toMatchObject({ item: { id: item.id }, progress_ms });
    }
    expect(() => startPlayer(idle).controls.interruptPlayer(idle, 'ad')).toThrow(RangeError);
  });
});

describe('commands', () => {
  it.each([
    ['PUT', '/play?device_id=nope'],
    ['PUT', '/pause?device_id=nope'],
    ['POST', '/next?device_id=nope'],
    ['POST', '/previous?device_id=nope'],
    ['PUT', '/seek?position_ms=1&device_id=nope'],
    ['PUT', '/repeat?state=off&device_id=nope'],
    ['PUT', '/volume?volume_percent=1&device_id=nope'],
    ['PUT', '/shuffle?state=true&device_id=nope'],
    ['PUT', '', { device_ids: ['nope'] }],
  ] as const)('%s %s needs Premium and a device that is there', async (method, path, body?: object) => {
    const player = startPlayer();
    expect(await player.refused(method, path, body)).toEqual(refusal(404, 'Device not found'));
    expect(await startPlayer(free).refused(method, path, body)).toEqual(
      refusal(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED'),
    );
    if (path !== '')
      expect(await startPlayer(idle).refused(method, path.replace(/[?&]device_id=nope/, ''))).toEqual(noDevice);
  });

  it('resume what is paused, once', async () => {
    const player = startPlayer();
    const { progress_ms } = await player.read();
    await player.command('PUT', '/pause');
    await player.clock.advance(60_000);
    await player.command('PUT', '/play');
    await player.clock.advance(1000);
    expect(await player.read()).toMatchObject({ is_playing: true, progress_ms: progress_ms + 1000 });
    expect(await player.refused('PUT', '/play')).toEqual(restriction);
  });

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

  it('play a playlist, without what does not play', async () => {
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

  it.each([
    [{ context_uri: 'spotify:track:0000000000000000000000' }, 400, 'Invalid context uri'],
    [{ context_uri: 'nonsense' }, 400, 'Invalid context uri'],
    [{ context_uri: 'spotify:album:x' }, 400, 'Invalid base62 id'],
    [{ context_uri: 'spotify:album:0000000000000000000000' }, 404, 'Resource not found'],
    [
      { uris: ['spotify:album:0000000000000000000000'] },
      400,
      'Invalid track uri: spotify:album:0000000000000000000000',
    ],
    [{ uris: ['spotify:track:0000000000000000000000'] }, 404, 'Resource not found'],
    [{ uris: [] }, 400, 'No uris provided'],
    [{ uris: 'spotify:track:0000000000000000000000' }, 400, 'Invalid uris'],
    [{ uris: ['a'], context_uri: 'b' }, 400, 'Cannot specify both context_uri and uris'],
    [{ position_ms: -1 }, 400, 'Invalid position_ms'],
  ])('refuse to play %j', async (body, status, message) => {
    expect(await startPlayer().refused('PUT', '/play', body)).toEqual(refusal(status, message));
  });

  it('refuse what is not JSON, and offsets that make no sense', async () => {
    const player = startPlayer();
    const text = await player.send('PUT', '/v1/me/player/play', '{', player.user(playing, ...playerScopes));
    expect(await text.json()).toEqual(refusal(400, 'Error parsing JSON.'));
    const { uri, ids } = await player.album();
    for (const offset of [{}, { position: -1 }, { position: 0, uri: 'x' }, 'x'])
      expect((await player.ask('PUT', '/play', { context_uri: uri, offset })).status).toBe(400);
    for (const offset of [{ position: ids.length }, { uri: 'spotify:track:0000000000000000000000' }])
      expect(await player.refused('PUT', '/play', { context_uri: uri, offset })).toEqual(restriction);
    const [artist] = await player.find('artist', 1);
    expect(await player.refused('PUT', '/play', { context_uri: artist.uri, offset: { position: 1 } })).toEqual(
      refusal(400, "Can't have offset for context type: ARTIST"),
    );
  });

  it('refuse what the user may not hear', async () => {
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

  it('repeat an item, which is heard each time', async () => {
    const player = startPlayer();
    const [track, second] = await player.find('track', 2);
    await player.command('PUT', '/play', { uris: uris([track, second]) });
    await player.command('PUT', '/repeat?state=track');
    await player.clock.advance(3 * track.duration_ms + 10);
    expect(await player.read()).toMatchObject({ item: { id: track.id }, progress_ms: 10, repeat_state: 'track' });
    const { items } = await player.read('/recently-played', '?limit=3');
    expect(items.map((play: Json) => play.track.id)).toEqual(Array(3).fill(track.id));
  });

  it.each([
    ['PUT', '/seek', 'Missing required field: position_ms'],
    ['PUT', '/seek?position_ms=-1', 'Invalid position_ms'],
    ['PUT', '/repeat', 'Missing required field: state'],
    ['PUT', '/repeat?state=on', 'Invalid state'],
    ['PUT', '/shuffle?state=yes', 'Invalid state'],
    ['PUT', '/volume', 'Missing required field: volume_percent'],
    ['PUT', '/volume?volume_percent=101', 'Invalid volume_percent'],
    ['POST', '/queue', 'Missing required field: uri'],
    [
      'POST',
      '/queue?uri=spotify:artist:0000000000000000000000',
      'Invalid track uri: spotify:artist:0000000000000000000000',
    ],
  ] as const)('refuse %s %s', async (method, path, message) => {
    expect(await startPlayer().refused(method, path)).toEqual(refusal(400, message));
  });

  it('can respond 200 with text', async () => {
    const player = startPlayer(playing, { playerAnswer: 'text' });
    const response = await player.ask('PUT', '/pause');
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain']);
    expect(await response.text()).toMatch(/^\w{64}$/);
    expect((await player.read()).is_playing).toBe(false);
  });
});
