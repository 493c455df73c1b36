import { markets } from '../../data/music-markets.ts';
import { invalid } from './errors.ts';
import { type Call, requireScope } from './route.ts';

/** For whom an answer is written: where and how they listen. */
export interface Viewer {
  /** Undefined: neither asked for nor known from the user. */
  readonly market: string | undefined;
  readonly filtersExplicit: boolean;
}

/** Reads `market`. The country of a user's account wins over it. */
export function readViewer({ query, token }: Call): Viewer {
  const asked = query.get('market') ?? undefined;
  if (asked === 'from_token') requireScope(token, 'user-read-private');
  else if (asked !== undefined && !markets.includes(asked)) throw invalid('Invalid market code');
  return { market: token.user?.country ?? asked, filtersExplicit: token.user?.filtersExplicit ?? false };
}

export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

export interface WindowRules {
  readonly max: number;
  readonly fallback: number;
  /** Default 1. */
  readonly min?: number;
  readonly maxOffset?: number;
}

/** The rules of most lists. */
export const usualWindow: WindowRules = { max: 50, fallback: 20 };

/** Reads `limit` and `offset`. */
export function readWindow(query: URLSearchParams, rules: WindowRules): PageWindow {
  const limit = wholeNumber(query.get('limit'), rules.fallback);
  if (limit === undefined || limit < (rules.min ?? 1) || limit > rules.max) throw invalid('Invalid limit');
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset === undefined || offset > (rules.maxOffset ?? Number.MAX_SAFE_INTEGER)) throw invalid('Invalid offset');
  return { limit, offset };
}

function wholeNumber(text: string | null, fallback: number): number | undefined {
  if (text === null) return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Checks the form of a Spotify id. */
export function readId(id: string): string {
  if (!/^[0-9A-Za-z]{22}$/.test(id)) throw invalid('Invalid base62 id');
  return id;
}

/** Reads `ids`: at most `max`, separated by commas. */
export function readIds(query: URLSearchParams, max: number): readonly string[] {
  const ids = csv(query.get('ids'));
  if (ids.length === 0) throw invalid('Missing required field: ids');
  if (ids.length > max) throw invalid('too many ids requested');
  return ids.map(readId);
}

/** The parts of a comma-separated list, empty ones left out. */
export function csv(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The members of the JSON body; none when there is no body. */
export function readJson({ text }: Call): Readonly<Record<string, unknown>> {
  if (!text) return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('Error parsing JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('Error parsing JSON.');
  return body as Readonly<Record<string, unknown>>;
}
