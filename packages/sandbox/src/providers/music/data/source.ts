import json from './music.json' with { type: 'json' };

type Words =
  | 'adjectives'
  | 'nouns'
  | 'verbs'
  | 'syllables'
  | 'genres'
  | 'labels'
  | 'subjects'
  | 'userNames'
  | 'scopes'
  | 'catalogMarkets'
  | 'otherMarkets'
  | 'audiobookMarkets';

/** Words from which names are invented, and what the API has a fixed list of. */
const data = json as unknown as Readonly<Record<Words, readonly string[]>> & {
  readonly books: readonly (readonly [title: string, author: string])[];
  readonly categories: readonly (readonly [id: string, ...names: string[]])[];
  readonly greetings: readonly string[];
};

export const { adjectives, nouns, verbs, syllables, genres, labels, subjects, userNames, scopes } = data;

/** Public-domain books and who wrote them. */
export const { books } = data;

/** Categories of browsing. IDs are words or look like the IDs of records; the names are in the order of the languages. */
export const { categories } = data;

/** Greetings above featured playlists, in the order of the languages. */
export const { greetings } = data;

/** Markets in which the sandbox's catalog is licensed, unless a release has its own; those that have audiobooks. */
export const { catalogMarkets, audiobookMarkets } = data;

/** Every market the API knows, ISO 3166-1 alpha-2 (and XK), in order. */
export const markets: readonly string[] = [...catalogMarkets, ...data.otherMarkets].sort();
