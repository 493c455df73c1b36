import { featuresOf } from '../data/audio.ts';
import { isPlayable } from '../data/availability.ts';
import type { Artist, Track } from '../data/catalog.ts';
import { genres } from '../data/source.ts';
import type { World } from '../data/world.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { invalid } from '../errors.ts';
import { csv, readId, readLimit, readViewer } from '../request.ts';
import type { Service } from '../service.ts';

const mostSeeds = 5;

/** Returns a genre as a seed, in one word. */
const genreSeed = (genre: string) => genre.replaceAll(' ', '-');

/**
 * Creates the endpoints for recommendations and genre seeds. Recommendations are popular tracks of the seeds' artists
 * and of related artists.
 */
export function recommendationEndpoints({ wire, world, random }: Service): Endpoints {
  return {
    'GET /recommendations': (call) => {
      const limit = readLimit(call);
      const seeds = readSeeds(call);
      const fits = readBounds(call);
      const viewer = readViewer(call);
      const pools = seeds.map((seed) => {
        const initial = poolOf(world(), seed).filter(({ id }) => seeds.every((each) => each.id !== id));
        const filtered = initial.filter((track) =>
          fits({ ...featuresOf(random, track), popularity: track.popularity }),
        );
        return { seed, initial, filtered, playable: filtered.filter((track) => isPlayable(track, viewer)) };
      });
      // Editions of one recording count once.
      const recordings = new Map(pools.flatMap(({ playable }) => playable).map((track) => [track.isrc, track]));
      const tracks = [...recordings.values()].sort((a, b) => b.popularity - a.popularity);
      return {
        seeds: pools.map(({ seed: { type, id }, initial, filtered, playable }) => ({
          initialPoolSize: initial.length,
          afterFilteringSize: filtered.length,
          afterRelinkingSize: playable.length,
          id,
          type,
          href: type === 'genre' ? null : wire.link(type, id).href,
        })),
        tracks: tracks.slice(0, limit).map((track) => wire.track(track, viewer)),
      };
    },
    'GET /recommendations/available-genre-seeds': () => ({ genres: genres.map(genreSeed) }),
  };
}

/** Returns the 20 artists that share the most genres with an artist, then those closest in popularity. */
export function relatedArtists({ artists }: World, artist: Artist): readonly Artist[] {
  const shared = ({ genres }: Artist) => genres.filter((genre) => artist.genres.includes(genre)).length;
  const distance = ({ popularity }: Artist) => Math.abs(popularity - artist.popularity);
  return artists
    .filter((other) => other !== artist)
    .sort((a, b) => shared(b) - shared(a) || distance(a) - distance(b))
    .slice(0, 20);
}

/** Seed of recommendations. */
interface Seed {
  readonly type: 'artist' | 'track' | 'genre';
  readonly id: string;
}

/** Returns the tracks that a seed leads to: none for an unknown seed. */
function poolOf(world: World, { type, id }: Seed): readonly Track[] {
  const artist = world.artist.get(id);
  const named = type === 'track' ? (world.track.get(id)?.artists ?? []) : artist ? [artist] : [];
  const artists =
    type === 'genre'
      ? world.artists.filter(({ genres }) => genres.some((genre) => genreSeed(genre) === id))
      : named.flatMap((each) => [each, ...relatedArtists(world, each)]);
  return [...new Set(artists.flatMap(world.tracksOf))];
}

function readSeeds({ query }: Call): readonly Seed[] {
  const seeds = (['artist', 'track', 'genre'] as const).flatMap((type) =>
    csv(query.get(`seed_${type}s`)).map((id): Seed => ({ type, id: type === 'genre' ? id : readId(id) })),
  );
  if (seeds.length === 0) throw invalid('Missing required field: seed_artists, seed_tracks or seed_genres');
  if (seeds.length > mostSeeds) throw invalid(`At most ${mostSeeds} seeds can be given`);
  return seeds;
}

/**
 * Reads the `min_` and `max_` parameters, and returns a test of whether a track is within them. Those that begin with
 * `target_` must be numbers, but of any size: the real host was seen to accept `target_valence=50`, although the
 * documented maximum is 1.
 */
function readBounds({ query, operation }: Call): (features: Readonly<Record<string, number>>) => boolean {
  const bounds = Object.entries(operation.query).flatMap(([name, { type, min = -Infinity, max = Infinity }]) => {
    const [, kind, attribute = ''] = /^(min|max|target)_(\w+)$/.exec(name) ?? [];
    const text = query.get(name);
    if (!kind || text === null) return [];
    const value = Number(text);
    const isNumber = text.trim() !== '' && (type === 'integer' ? Number.isInteger(value) : !Number.isNaN(value));
    if (!isNumber || (kind !== 'target' && !(value >= min && value <= max))) throw invalid(`Invalid ${name}`);
    return kind === 'target' ? [] : [{ attribute, value, sign: kind === 'min' ? 1 : -1 }];
  });
  return (features) => bounds.every(({ attribute, value, sign }) => sign * ((features[attribute] ?? 0) - value) >= 0);
}
