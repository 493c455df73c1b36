import type { Random } from '../../../shared/random.ts';
import type { Track } from './catalog.ts';

/** Returns the random stream of a label, made from the seed. */
type Streams = (label: string) => Random;

const rounded = (value: number, digits = 3) => Number(value.toFixed(digits));

/**
 * Makes a track's audio features from the seed and the recording, so two editions of a recording sound the same. Loud
 * tracks are energetic.
 */
export function featuresOf(streams: Streams, { isrc, durationMs }: Track) {
  const random = streams(`features/${isrc}`);
  const energy = random.float();
  const part = (share = 1) => rounded(random.float() * share);
  return {
    acousticness: part(1 - energy),
    danceability: part(),
    duration_ms: durationMs,
    energy: rounded(energy),
    instrumentalness: part(),
    key: random.int(0, 11),
    liveness: part(0.6),
    loudness: rounded(-22 + 20 * energy),
    mode: random.int(0, 1),
    speechiness: part(0.4),
    tempo: rounded(70 + 110 * random.float()),
    time_signature: random.pick([3, 4, 4, 4, 4, 5]),
    valence: part(),
  };
}

/**
 * Makes a track's audio analysis: tatums make up beats, beats make up bars, and bars make up sections; each beat is a
 * segment with one sound.
 */
export function analysisOf(streams: Streams, track: Track) {
  const random = streams(`analysis/${track.isrc}`);
  const { duration_ms, tempo, key, mode, loudness, time_signature } = featuresOf(streams, track);
  const duration = duration_ms / 1000;
  const beat = 60 / tempo;
  const confidence = () => rounded(random.float());
  const intervals = (length: number) =>
    Array.from({ length: Math.floor(duration / length) }, (_, at) => ({
      start: rounded(at * length, 5),
      duration: rounded(length, 5),
      confidence: confidence(),
    }));
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
      timestamp: Date.parse(track.album.released.date) / 1000,
      analysis_time: 6.93906,
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
      start_of_fade_out: rounded(duration - 5, 5),
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
    sections: intervals(beat * time_signature * 16).map((section) => ({ ...section, ...judged() })),
    segments: intervals(beat).map((segment) => ({
      ...segment,
      loudness_start: rounded(loudness - 10),
      loudness_max: rounded(loudness + 3),
      loudness_max_time: rounded(beat / 2, 5),
      loudness_end: 0,
      pitches: Array.from({ length: 12 }, confidence),
      timbre: Array.from({ length: 12 }, () => rounded(100 * random.float() - 50)),
    })),
    tatums: intervals(beat / 2),
  };
}
