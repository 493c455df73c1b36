import type { Random } from '../../../shared/random.ts';
import { type Music, spotifyId, timestamp } from './catalog.ts';
import { newPlaylist, type Playlist } from './playlists.ts';
import { adjectives, categories, greetings, nouns } from './source.ts';
import type { User } from './users.ts';

/** Languages of the browse endpoints, the fallback first. */
const languages: readonly string[] = ['en', 'de', 'es'];

export interface Category {
  readonly id: string;
  readonly names: readonly string[];
  readonly playlists: readonly Playlist[];
}

/**
 * Returns the index of the language of a `locale` such as `de_AT` in lists of names. Other languages fall back to
 * English.
 */
function languageOf(locale: string | null): number {
  const [, language = ''] = /^([a-z]{2})_[A-Z]{2}$/.exec(locale ?? '') ?? [];
  return Math.max(0, languages.indexOf(language));
}

export const nameOf = ({ names }: Category, locale: string | null) => names[languageOf(locale)] ?? '';
export const greeting = (locale: string | null) => greetings[languageOf(locale)] ?? '';

/** Invents the editors' playlists: five for each category, all with the same owner. */
export function makeCategories(random: Random, { tracks }: Music): readonly Category[] {
  const editors: User = {
    id: 'spotify',
    accountId: random.text(28),
    displayName: 'Spotify',
    email: 'editors@example.com',
    country: 'SE',
    product: 'premium',
    filtersExplicit: false,
    followers: 1_000_000,
  };
  return categories.map(([id, ...names]) => ({
    id,
    names,
    playlists: Array.from({ length: 5 }, () => {
      const addedAt = timestamp(Date.UTC(2024, random.int(0, 11), random.int(1, 28)));
      return newPlaylist({
        id: spotifyId(random),
        name: `${names[0]}: ${random.pick(adjectives)} ${random.pick(nouns)}`,
        description: `The ${random.pick(adjectives).toLowerCase()} side of ${names[0]}`,
        public: true,
        collaborative: false,
        owner: editors,
        snapshotId: random.text(32),
        entries: Array.from({ length: random.int(15, 40) }, () => ({
          addedAt,
          addedBy: editors,
          item: random.pick(tracks),
        })),
      });
    }),
  }));
}
