import { expect, it } from 'vitest';
import { type Json, startMusic } from '../../../../test/music.ts';

const music = startMusic();
const path = '/v1/recommendations';
const first = async (type: string): Promise<Json> =>
  (await music.read(`/v1/search?q=year:1900-2100&type=${type}`))[`${type}s`].items[0];

it('an analysis matches the features and the length of its track', async () => {
  const track = await first('track');
  const { tempo, key, mode, loudness, time_signature } = await music.read(`/v1/audio-features/${track.id}`);
  const analysis = await music.read(`/v1/audio-analysis/${track.id}`);
  expect(analysis.track).toMatchObject({ tempo, key, mode, loudness, time_signature, sample_md5: '' });
  for (const list of ['bars', 'beats', 'tatums', 'sections', 'segments']) {
    const last = analysis[list].at(-1);
    expect(last.start + last.duration).toBeLessThanOrEqual(track.duration_ms / 1000 + 0.001);
  }
});

it('recommendations stay within the requested bounds, and have each recording once', async () => {
  const { id } = await first('artist');
  const query = `seed_artists=${id}&limit=100&min_popularity=50&max_popularity=61&target_energy=0.5&target_valence=50`;
  const { tracks, seeds } = await music.read(`${path}?${query}`);
  expect(tracks.every(({ popularity }: Json) => popularity >= 50 && popularity <= 61)).toBe(true);
  expect(new Set(tracks.map((each: Json) => each.external_ids.isrc)).size).toBe(tracks.length);
  expect(seeds[0].afterFilteringSize).toBeLessThan(seeds[0].initialPoolSize);
});

it('recommendations are playable in the market', async () => {
  const { id } = await first('artist');
  const { tracks } = await music.read(`${path}?seed_artists=${id}&limit=100&market=US`);
  expect(tracks.every((track: Json) => track.is_playable)).toBe(true);
  const nothing = { tracks: [], seeds: [{ afterRelinkingSize: 0 }] };
  expect(await music.read(`${path}?seed_artists=${id}&market=AD`)).toMatchObject(nothing);
});
