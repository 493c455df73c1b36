import { describe, expect, it } from 'vitest';
import { free, idle, type Json, noDevice, paused, playing, refusal, restriction, startPlayer } from './testing.ts';

describe('queue', () => {
  it('comes before the rest of the context, which it does not change', async () => {
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

  it('accepts only existing items, from users who may play them, for the active device', async () => {
    const [track] = await startPlayer().find('track', 1);
    const path = `/queue?uri=${track.uri}`;
    const player = startPlayer();
    const [, phone] = await player.devices();
    expect(await player.refused('POST', `${path}&device_id=nope`)).toEqual(refusal(404, 'Device not found'));
    expect(await player.refused('POST', `${path}&device_id=${phone.id}`)).toEqual(restriction);
    expect(await player.refused('POST', '/queue?uri=spotify:track:0000000000000000000000')).toEqual(
      refusal(404, 'Resource not found'),
    );
    expect(await startPlayer(idle).refused('POST', path)).toEqual(noDevice);
    expect(await startPlayer(free).refused('POST', path)).toMatchObject({ error: { reason: 'PREMIUM_REQUIRED' } });
  });
});

describe('devices', () => {
  it('take over by transfer, or by a command to play', async () => {
    const player = startPlayer();
    const [laptop, phone] = await player.devices();
    await player.command('PUT', '', { device_ids: [phone.id] });
    expect((await player.devices()).map((device) => device.is_active)).toEqual([false, true, false]);
    // A command for a device that plays nothing is not possible, except to play there.
    expect(await player.refused('PUT', `/pause?device_id=${laptop.id}`)).toEqual(restriction);
    await player.command('PUT', `/play?device_id=${laptop.id}`);
    expect((await player.read()).device.id).toBe(laptop.id);
  });

  it.each([
    [{}, 'Missing required field: device_ids'],
    [{ device_ids: [] }, 'Missing required field: device_ids'],
    [{ device_ids: ['a', 'b'] }, 'Only one device_id is supported'],
    [{ device_ids: 'a' }, 'Invalid device_ids'],
    [{ device_ids: ['a'], play: 'yes' }, 'Invalid play'],
  ])('are not taken from %j', async (body, message) => {
    expect(await startPlayer().refused('PUT', '', body)).toEqual(refusal(400, message));
  });

  it('come and go', async () => {
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

  it('may take no commands, and have no id', async () => {
    const player = startPlayer();
    expect((await player.devices())[2]).toMatchObject({ id: null, is_restricted: true });
    const id = player.controls.connectDevice(playing, { restricted: true });
    expect(await player.refused('PUT', '/pause')).toEqual(restriction);
    expect(await player.refused('PUT', '', { device_ids: [id] })).toEqual(restriction);
  });
});

describe('recently played', () => {
  it('is walked back and forth by milliseconds', async () => {
    const player = startPlayer();
    const path = '/recently-played';
    const all = await player.read(path, '?limit=50');
    const times: number[] = all.items.map((play: Json) => Date.parse(play.played_at));
    expect(all).toMatchObject({ next: null, cursors: { after: String(times[0]), before: String(times[49]) } });
    expect(all).not.toHaveProperty('total');
    const next = `http://sandbox.test/music/v1/me/player/recently-played?limit=30&before=${times[29]}`;
    expect(await player.read(path, '?limit=30')).toMatchObject({ next, limit: 30 });
    const forward = await player.read(path, `?limit=2&after=${times[10]}`);
    expect(forward.cursors).toEqual({ after: String(times[8]), before: String(times[9]) });
    expect(await player.read(path, `?after=${times[0]}`)).toMatchObject({
      items: [],
      next: null,
      cursors: { after: null, before: null },
    });
  });

  it.each([
    ['?after=1&before=2', 'Cannot specify both after and before'],
    ['?after=x', 'Invalid after'],
    ['?limit=51', 'Invalid limit'],
  ])('refuses %s', async (query, message) => {
    expect(await startPlayer().read('/recently-played', query)).toEqual(refusal(400, message));
  });

  it('holds no episodes; how far they were heard is reported with them', async () => {
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
});
