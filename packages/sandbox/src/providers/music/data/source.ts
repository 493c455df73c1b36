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
  | 'catalogMarkets'
  | 'otherMarkets'
  | 'audiobookMarkets';

/** Words for invented names, and fixed lists of the API. */
const data = json as unknown as Readonly<Record<Words, readonly string[]>> & {
  readonly books: readonly (readonly [title: string, author: string])[];
  readonly categories: readonly (readonly [id: string, ...names: string[]])[];
  readonly greetings: readonly string[];
  readonly scopes: Readonly<Record<string, string>>;
};

export const { adjectives, nouns, verbs, syllables, genres, labels, subjects, userNames } = data;

/** Every scope that a user can grant. */
export const scopes: readonly string[] = Object.keys(data.scopes);

/** Returns what a scope lets an app do, in words that complete "the app can". */
export const describeScope = (scope: string): string => data.scopes[scope] ?? scope;

/** Public-domain books and their authors. */
export const { books } = data;

/** Browse categories. Their IDs are words or look like record IDs; their names are in the order of the languages. */
export const { categories } = data;

/** Greetings above featured playlists, in the order of the languages. */
export const { greetings } = data;

/** Markets of releases without a list of their own, and markets where audiobooks are sold. */
export const { catalogMarkets, audiobookMarkets } = data;

/** Every market the API knows, as ISO 3166-1 alpha-2 codes (and XK), sorted. */
export const markets: readonly string[] = [...catalogMarkets, ...data.otherMarkets].sort();
