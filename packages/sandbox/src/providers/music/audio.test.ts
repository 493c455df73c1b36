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
  it('are those of the track, one and several', async () => {
    const [track, other] = await tracks(2);
    const one = await music.read(`/v1/audio-features/${track.id}`);
    expect(one).toMatchObject({
      id: track.id,
      uri: track.uri,
      track_href: track.href,
      analysis_url: `http://sandbox.test/music/v1/audio-analysis/${track.id}`,
      duration_ms: track.duration_ms,
      type: 'audio_features',
    });
    const several = await music.read(`/v1/audio-features?ids=${track.id},${unknownId},${other.id}`);
    expect(several.audio_features.slice(0, 2)).toEqual([one, null]);
    expect(several.audio_features[2].tempo).not.toBe(one.tempo);
    expect(await startMusic().read(`/v1/audio-features/${track.id}`)).toEqual(one);
    expect(await music.read(`/v1/audio-features/${unknownId}`)).toEqual(refusal(404, 'Resource not found'));
    expect(await music.read('/v1/audio-features/x')).toEqual(refusal(400, 'Invalid base62 id'));
    const ids = (count: number) => Array.from({ length: count }, () => unknownId).join();
    expect((await music.get(`/v1/audio-features?ids=${ids(100)}`)).status).toBe(200);
    expect(await music.read(`/v1/audio-features?ids=${ids(101)}`)).toEqual(refusal(400, 'too many ids requested'));
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
    const duration = track.duration_ms / 1000;
    expect(analysis.track).toMatchObject({ duration, tempo, key, mode, loudness, time_signature, sample_md5: '' });
    expect(analysis.beats).toHaveLength(Math.floor((duration * tempo) / 60));
    for (const list of ['bars', 'beats', 'tatums', 'sections', 'segments']) {
      const last = analysis[list].at(-1);
      expect(last.start + last.duration).toBeLessThanOrEqual(duration + 0.001);
    }
    expect(analysis.segments[0].pitches).toHaveLength(12);
    expect(Math.max(...analysis.segments[0].pitches)).toBe(1);
    expect(await music.read(`/v1/audio-analysis/${unknownId}`)).toEqual(refusal(404, 'Resource not found'));
  });
});

describe('related artists', () => {
  it('share genres, most of all first', async () => {
    const { id, genres } = (await readAll(music, '/v1/search?q=year:1900-2100&type=artist&limit=50', 'artists')).find(
      (each) => each.genres.length > 1,
    );
    const { artists } = await music.read(`/v1/artists/${id}/related-artists`);
    const shared = artists.map((other: Json) => other.genres.filter((genre: string) => genres.includes(genre)).length);
    expect(shared).toEqual(shared.toSorted((a: number, b: number) => b - a));
    expect(artists.map((other: Json) => other.id)).not.toContain(id);
    expect((await startMusic({ artists: 40 }).read(`/v1/artists/${id}/related-artists`)).artists).toHaveLength(20);
    expect(await music.read(`/v1/artists/${unknownId}/related-artists`)).toEqual(refusal(404, 'Resource not found'));
  });
});

describe('recommendations', () => {
  const path = '/v1/recommendations';

  it('start from artists, tracks and genres', async () => {
    const [{ id: artistId, href }, [track], { genres }] = [
      await artist(),
      await tracks(1),
      await music.read(`${path}/available-genre-seeds`),
    ];
    expect(genres).toContain('bossa-nova');
    const genre = await genreInUse();
    const body = await music.read(
      `${path}?seed_artists=${artistId}&seed_tracks=${track.id},${unknownId}&seed_genres=${genre}`,
    );
    expect(body.tracks).toHaveLength(20);
    expect(body.tracks[0]).toHaveProperty('external_ids.isrc');
    expect(body.tracks.map(({ id }: Json) => id)).not.toContain(track.id);
    const pool = { initialPoolSize: expect.any(Number), afterFilteringSize: expect.any(Number) };
    expect(body.seeds).toMatchObject([
      { type: 'artist', id: artistId, href, ...pool },
      { type: 'track', id: track.id, href: track.href, ...pool },
      { type: 'track', id: unknownId, initialPoolSize: 0, afterFilteringSize: 0, afterRelinkingSize: 0 },
      { type: 'genre', id: genre, href: null, ...pool },
    ]);
    const isrcs = body.tracks.map((each: Json) => each.external_ids.isrc);
    expect(new Set(isrcs).size).toBe(20);
  });

  it('keep to what was asked of the tracks', async () => {
    const { id } = await artist();
    const seed = `${path}?seed_artists=${id}&limit=100`;
    const features = async (query: string) => featuresOf((await music.read(seed + query)).tracks);
    for (const each of await features('&min_energy=0.5&max_tempo=120')) {
      expect(each.energy).toBeGreaterThanOrEqual(0.5);
      expect(each.tempo).toBeLessThanOrEqual(120);
    }
    const distances = (await features('&target_valence=0.25')).map(({ valence }) => Math.abs(valence - 0.25));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const narrow = await music.read(`${seed}&min_popularity=60&max_popularity=61&limit=100`);
    expect(narrow.tracks.every(({ popularity }: Json) => popularity === 60 || popularity === 61)).toBe(true);
    const [{ initialPoolSize, afterFilteringSize, afterRelinkingSize }] = narrow.seeds;
    expect(afterFilteringSize).toBeLessThan(initialPoolSize);
    expect(afterRelinkingSize).toBe(narrow.tracks.length);
    expect((await music.read(`${seed}&min_energy=1&max_energy=0`)).tracks).toEqual([]);
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
