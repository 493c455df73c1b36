import type { SandboxContext } from '../../context.ts';
import type { Random } from '../../random.ts';
import type { Track } from './music-data.ts';

/** What can be measured of a track, by the API's names, with the range of values and whether they are whole. */
export const attributes = {
  acousticness: { min: 0, max: 1 },
  danceability: { min: 0, max: 1 },
  duration_ms: { min: 0, max: 3_600_000, whole: true },
  energy: { min: 0, max: 1 },
  instrumentalness: { min: 0, max: 1 },
  key: { min: 0, max: 11, whole: true },
  liveness: { min: 0, max: 1 },
  loudness: { min: -60, max: 6 },
  mode: { min: 0, max: 1, whole: true },
  popularity: { min: 0, max: 100, whole: true },
  speechiness: { min: 0, max: 1 },
  tempo: { min: 0, max: 300 },
  time_signature: { min: 0, max: 11, whole: true },
  valence: { min: 0, max: 1 },
} satisfies Record<string, { min: number; max: number; whole?: true }>;

export type Attribute = keyof typeof attributes;
export type Features = Readonly<Record<Exclude<Attribute, 'popularity'>, number>>;

const pitches = 12;

export type Audio = ReturnType<typeof createAudio>;

/** How tracks sound, made from the seed per recording: two editions of one sound the same. */
export function createAudio(context: SandboxContext) {
  const known = new Map<string, Features>();

  function features(track: Track): Features {
    const made = known.get(track.isrc) ?? makeFeatures(context.random(`features/${track.isrc}`), track);
    known.set(track.isrc, made);
    return made;
  }

  return {
    features,
    analysis: (track: Track) => makeAnalysis(context.random(`analysis/${track.isrc}`), track, features(track)),
  };
}

const rounded = (value: number, digits = 3) => Number(value.toFixed(digits));

/** Loud tracks are energetic and seldom acoustic. */
function makeFeatures(random: Random, { durationMs }: Track): Features {
  const energy = random.float();
  const part = (share = 1) => rounded(random.float() * share);
  return {
    acousticness: rounded((1 - energy) * random.float()),
    danceability: part(),
    duration_ms: durationMs,
    energy: rounded(energy),
    instrumentalness: random.int(1, 4) === 1 ? part() : part(0.05),
    key: random.int(0, pitches - 1),
    liveness: part(0.6),
    loudness: rounded(-22 + 18 * energy + 2 * random.float()),
    mode: random.int(0, 1),
    speechiness: part(0.4),
    tempo: rounded(70 + 110 * random.float()),
    time_signature: random.pick([3, 4, 4, 4, 4, 5]),
    valence: part(),
  };
}

/** The times of a track: tatums make up beats, beats bars, bars sections; each beat is a segment of one sound. */
function makeAnalysis(random: Random, { durationMs, album }: Track, features: Features) {
  const duration = durationMs / 1000;
  const beat = 60 / features.tempo;
  const confidence = () => rounded(random.float());
  const intervals = (length: number) =>
    Array.from({ length: Math.floor(duration / length) }, (_, at) => ({
      start: rounded(at * length, 5),
      duration: rounded(length, 5),
      confidence: confidence(),
    }));
  const { key, mode, loudness, tempo, time_signature } = features;
  const judged = () => ({
    loudness,
    tempo,
    tempo_confidence: confidence(),
    key,
    key_confidence: confidence(),
    mode,
    mode_confidence: confidence(),
    time_signature,
    time_signature_confidence: confidence(),
  });
  const code = () => random.text(120);
  return {
    meta: {
      analyzer_version: '4.0.0',
      platform: 'Linux',
      detailed_status: 'OK',
      status_code: 0,
      timestamp: Date.parse(album.released.date) / 1000,
      analysis_time: rounded(2 + 8 * random.float(), 5),
      input_process: 'libvorbisfile L+R 44100->22050',
    },
    track: {
      num_samples: Math.round(duration * 22_050),
      duration,
      sample_md5: '',
      offset_seconds: 0,
      window_seconds: 0,
      analysis_sample_rate: 22_050,
      analysis_channels: 1,
      end_of_fade_in: 0,
      start_of_fade_out: rounded(duration - 5 * random.float(), 5),
      ...judged(),
      codestring: code(),
      code_version: 3.15,
      echoprintstring: code(),
      echoprint_version: 4.15,
      synchstring: code(),
      synch_version: 1,
      rhythmstring: code(),
      rhythm_version: 1,
    },
    bars: intervals(beat * time_signature),
    beats: intervals(beat),
    sections: intervals(beat * time_signature * 16).map((section) => ({
      ...section,
      ...judged(),
      loudness: rounded(loudness + 4 * random.float() - 2),
    })),
    segments: intervals(beat).map((segment) => {
      const strongest = random.int(0, pitches - 1);
      return {
        ...segment,
        loudness_start: rounded(loudness - 10 * random.float()),
        loudness_max: rounded(loudness + 3 * random.float()),
        loudness_max_time: rounded(beat * random.float(), 5),
        loudness_end: 0,
        pitches: Array.from({ length: pitches }, (_, pitch) => (pitch === strongest ? 1 : confidence())),
        timbre: Array.from({ length: 12 }, () => rounded(100 * random.float() - 50)),
      };
    }),
    tatums: intervals(beat / 2),
  };
}
