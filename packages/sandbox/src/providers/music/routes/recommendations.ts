import { genres } from '../../../data/music-words.ts';
import { type Attribute, attributes } from '../audio.ts';
import { invalid } from '../errors.ts';
import { csv, readId, readLimit, readViewer } from '../input.ts';
import { genreSeed, recommend, type Seed, type Wish } from '../recommend.ts';
import type { Call, Route } from '../route.ts';
import type { Service } from '../service.ts';

const mostSeeds = 5;

/** Recommendations, and the genres that they can start from. */
export function recommendationRoutes({ wire, world, audio }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/recommendations',
      removed: 404,
      answer: (call) => {
        const limit = readLimit(call.query, { max: 100, fallback: 20 });
        const seeds = readSeeds(call);
        const wishes = readWishes(call);
        const viewer = readViewer(call);
        const { pools, tracks } = recommend(world(), audio, { seeds, wishes, viewer });
        return {
          seeds: pools.map(({ seed: { type, id }, initial, filtered, relinked }) => ({
            initialPoolSize: initial.length,
            afterFilteringSize: filtered.length,
            afterRelinkingSize: relinked.length,
            id,
            type,
            href: type === 'genre' ? null : wire.link(type, id).href,
          })),
          tracks: tracks.slice(0, limit).map((track) => wire.track(track, viewer)),
        };
      },
    },
    {
      method: 'GET',
      path: '/v1/recommendations/available-genre-seeds',
      removed: 404,
      answer: () => ({ genres: genres.map(genreSeed) }),
    },
  ];
}

function readSeeds({ query }: Call): readonly Seed[] {
  const seeds = (['artist', 'track', 'genre'] as const).flatMap((type) =>
    csv(query.get(`seed_${type}s`)).map((id): Seed => ({ type, id: type === 'genre' ? id : readId(id) })),
  );
  if (seeds.length === 0) throw invalid('Missing required field: seed_artists, seed_tracks or seed_genres');
  if (seeds.length > mostSeeds) throw invalid(`At most ${mostSeeds} seeds can be given`);
  return seeds;
}

function readWishes({ query }: Call): readonly Wish[] {
  return (Object.keys(attributes) as Attribute[]).flatMap((attribute) =>
    (['min', 'max', 'target'] as const).flatMap((kind): Wish[] => {
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
