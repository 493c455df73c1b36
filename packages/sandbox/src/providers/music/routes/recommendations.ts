import { type Attribute, attributes } from '../audio.ts';
import { isPlayable } from '../availability.ts';
import { genres } from '../data.ts';
import { invalid } from '../errors.ts';
import { csv, readId, readLimit, readViewer } from '../input.ts';
import type { Artist, Track } from '../music-data.ts';
import type { Call, Routes } from '../route.ts';
import type { Service } from '../service.ts';
import type { World } from '../world.ts';

const mostSeeds = 5;

/** Genres as seeds: in one word. */
const genreSeed = (genre: string) => genre.replaceAll(' ', '-');

/** Recommendations, and the genres that they can start from. Tracks of the seeds' artists and of artists like them. */
export function recommendationRoutes({ wire, world, audio }: Service): Routes {
  const measure = (track: Track, attribute: Attribute) =>
    attribute === 'popularity' ? track.popularity : audio.features(track)[attribute];

  return {
    'GET /recommendations': (call) => {
      const limit = readLimit(call);
      const seeds = readSeeds(call);
      const wishes = readWishes(call);
      const viewer = readViewer(call);
      const asked = new Set(seeds.map(({ id }) => id));
      const pools = seeds.map((seed) => {
        const initial = poolOf(world(), seed).filter(({ id }) => !asked.has(id));
        const filtered = initial.filter((track) =>
          wishes.every(({ kind, attribute, value }) => {
            const measured = measure(track, attribute);
            return kind === 'target' || (kind === 'min' ? measured >= value : measured <= value);
          }),
        );
        // Editions of one recording count once.
        const recordings = [...new Map(filtered.map((track) => [track.isrc, track])).values()];
        return { seed, initial, filtered, relinked: recordings.filter((track) => isPlayable(track, viewer)) };
      });
      const targets = wishes.filter(({ kind }) => kind === 'target');
      const miss = (track: Track) =>
        targets.reduce((sum, { attribute, value }) => {
          const { min, max } = attributes[attribute];
          return sum + Math.abs(measure(track, attribute) - value) / (max - min);
        }, 0);
      const tracks = [...new Set(pools.flatMap(({ relinked }) => relinked))]
        .map((track) => ({ track, miss: miss(track) }))
        .sort((a, b) => a.miss - b.miss || b.track.popularity - a.track.popularity);
      return {
        seeds: pools.map(({ seed: { type, id }, initial, filtered, relinked }) => ({
          initialPoolSize: initial.length,
          afterFilteringSize: filtered.length,
          afterRelinkingSize: relinked.length,
          id,
          type,
          href: type === 'genre' ? null : wire.link(type, id).href,
        })),
        tracks: tracks.slice(0, limit).map(({ track }) => wire.track(track, viewer)),
      };
    },
    'GET /recommendations/available-genre-seeds': () => ({ genres: genres.map(genreSeed) }),
  };
}

/** The 20 artists that share most genres with one, those who are about as popular first. */
export function relatedArtists({ artists }: World, artist: Artist): readonly Artist[] {
  const shared = ({ genres }: Artist) => genres.filter((genre) => artist.genres.includes(genre)).length;
  const distance = ({ popularity }: Artist) => Math.abs(popularity - artist.popularity);
  return artists
    .filter((other) => other !== artist)
    .sort((a, b) => shared(b) - shared(a) || distance(a) - distance(b))
    .slice(0, 20);
}

/** What recommendations start from. */
interface Seed {
  readonly type: 'artist' | 'track' | 'genre';
  readonly id: string;
}

/** The tracks that a seed leads to; an unknown one leads to none. */
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

/** Bounds and wishes for what a track measures. */
function readWishes({ query }: Call) {
  return (Object.keys(attributes) as Attribute[]).flatMap((attribute) =>
    (['min', 'max', 'target'] as const).flatMap((kind) => {
      const name = `${kind}_${attribute}`;
      const text = query.get(name);
      if (text === null) return [];
      const { min, max, whole } = { whole: false, ...attributes[attribute] };
      const value = Number(text);
      if (text.trim() === '' || !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
        throw invalid(`Invalid ${name}`);
      return [{ kind, attribute, value }];
    }),
  );
}
