import { describe, expect, it } from 'vitest';
import { attributes } from './audio.ts';
import { type Json, readAll, refusal, startMusic, unknownId } from './testing.ts';

const music = startMusic();
const tracks = async (count: number): Promise<Json[]> =>
  (await music.read(`/v1/search?q=year:1900-2100&type=track&limit=${count}`)).tracks.items;
const artist = async (): Promise<Json> =>
  (await music.read('/v1/search?q=year:1900-2100&type=artist')).artists.items[0];
const featuresOf = async (of: readonly Json[]): Promise<Json[]> =>
  (await music.read(`/v1/audio-features?ids=${of.map(({ id }) => id).join()}`)).audio_features;

describe('audio features', () => {
  it('are those of the track, for 100 at once', async () => {
    const [track] = await tracks(1);
    const one = await music.read(`/v1/audio-features/${track.id}`);
    expect(one).toMatchObject({
      track_href: track.href,
      analysis_url: `http://sandbox.test/music/v1/audio-analysis/${track.id}`,
      type: 'audio_features',
    });
    expect(await startMusic().read(`/v1/audio-features/${track.id}`)).toEqual(one);
    const many = (count: number) => `/v1/audio-features?ids=${Array(count).fill(unknownId)}`;
    expect((await music.get(many(100))).status).toBe(200);
    expect(await music.read(many(101))).toEqual(refusal(400, 'too many ids requested'));
    for (const path of ['audio-features', 'audio-analysis'])
      expect(await music.read(`/v1/${path}/${unknownId}`)).toEqual(refusal(404, 'Resource not found'));
  });

  it('stay in their ranges', async () => {
    for (const features of await featuresOf(await tracks(50)))
      for (const [name, range] of Object.entries(attributes)) {
        if (name === 'popularity') continue;
        expect(features[name]).toBeGreaterThanOrEqual(range.min);
        expect(features[name]).toBeLessThanOrEqual(range.max);
        expect('whole' in range && !Number.isInteger(features[name])).toBe(false);
      }
  });
});

describe('audio analysis', () => {
  it('fits the features and the length', async () => {
    const [track] = await tracks(1);
    const [{ tempo, key, mode, loudness, time_signature }] = (await featuresOf([track])) as [Json];
    const analysis = await music.read(`/v1/audio-analysis/${track.id}`);
    expect(analysis.track).toMatchObject({ tempo, key, mode, loudness, time_signature, sample_md5: '' });
    for (const list of ['bars', 'beats', 'tatums', 'sections', 'segments']) {
      const last = analysis[list].at(-1);
      expect(last.start + last.duration).toBeLessThanOrEqual(track.duration_ms / 1000 + 0.001);
    }
    expect(analysis.segments[0].pitches).toHaveLength(12);
    expect(Math.max(...analysis.segments[0].pitches)).toBe(1);
  });
});

describe('recommendations', () => {
  const path = '/v1/recommendations';

  it('start from artists, tracks and genres, and have each recording once', async () => {
    const [{ id: artistId, href }, [track]] = [await artist(), await tracks(1)];
    const genre = await genreInUse();
    const body = await music.read(
      `${path}?seed_artists=${artistId}&seed_tracks=${track.id},${unknownId}&seed_genres=${genre}`,
    );
    expect(body.seeds).toMatchObject([
      { type: 'artist', id: artistId, href },
      { type: 'track', id: track.id, href: track.href },
      { type: 'track', id: unknownId, initialPoolSize: 0, afterFilteringSize: 0, afterRelinkingSize: 0 },
      { type: 'genre', id: genre, href: null },
    ]);
    expect(new Set(body.tracks.map((each: Json) => each.external_ids.isrc)).size).toBe(20);
  });

  it('keep to what was asked of the tracks', async () => {
    const { id } = await artist();
    const seed = `${path}?seed_artists=${id}&limit=100`;
    for (const each of await featuresOf((await music.read(`${seed}&min_energy=0.5&max_tempo=120`)).tracks))
      expect(each.energy >= 0.5 && each.tempo <= 120).toBe(true);
    const aimed = await featuresOf((await music.read(`${seed}&target_valence=0.25`)).tracks);
    const distances = aimed.map(({ valence }) => Math.abs(valence - 0.25));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const narrow = await music.read(`${seed}&min_popularity=60&max_popularity=61`);
    expect(narrow.tracks.every(({ popularity }: Json) => popularity === 60 || popularity === 61)).toBe(true);
    const [{ initialPoolSize, afterFilteringSize, afterRelinkingSize }] = narrow.seeds;
    expect(afterFilteringSize).toBeLessThan(initialPoolSize);
    expect(afterRelinkingSize).toBe(narrow.tracks.length);
  });

  it('play in the market', async () => {
    const { id } = await artist();
    const { tracks: playable } = await music.read(`${path}?seed_artists=${id}&limit=100&market=US`);
    expect(playable.every((track: Json) => track.is_playable)).toBe(true);
    expect(await music.read(`${path}?seed_artists=${id}&market=AD`)).toMatchObject({
      tracks: [],
      seeds: [{ afterRelinkingSize: 0 }],
    });
  });

  it.each([
    ['', 'Missing required field: seed_artists, seed_tracks or seed_genres'],
    ['seed_genres=a,b,c,d,e,f', 'At most 5 seeds can be given'],
    [
      'seed_genres=a,b,c&seed_artists=0000000000000000000000,0000000000000000000001,0000000000000000000002',
      'At most 5 seeds can be given',
    ],
    ['seed_tracks=x', 'Invalid base62 id'],
    ['seed_genres=jazz&limit=0', 'Invalid limit'],
    ['seed_genres=jazz&limit=101', 'Invalid limit'],
    ['seed_genres=jazz&min_energy=1.1', 'Invalid min_energy'],
    ['seed_genres=jazz&target_key=1.5', 'Invalid target_key'],
    ['seed_genres=jazz&max_tempo=fast', 'Invalid max_tempo'],
    ['seed_genres=jazz&target_mode=', 'Invalid target_mode'],
  ])('refuse ?%s', async (query, message) => {
    expect(await music.read(`${path}?${query}`)).toEqual(refusal(400, message));
  });

  async function genreInUse(): Promise<string> {
    const artists = await readAll(music, '/v1/search?q=year:1900-2100&type=artist&limit=50', 'artists');
    return artists.flatMap(({ genres }) => genres)[0].replaceAll(' ', '-');
  }
});
