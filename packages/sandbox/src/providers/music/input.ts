import { markets } from '../../data/music-markets.ts';
import { isTexts, readMember } from './body.ts';
import { invalid } from './errors.ts';
import { type Call, requireScope } from './route.ts';
import type { Chapter, Episode } from './spoken-data.ts';

/** For whom an answer is written: where and how they listen. */
export interface Viewer {
  /** Undefined: neither asked for nor known from the user. */
  readonly market: string | undefined;
  readonly filtersExplicit: boolean;
  /** How far a record of spoken words has been heard, in milliseconds; missing: not to be told. */
  positionOf?(record: Episode | Chapter): number;
}

/** Reads `market`. The country of a user's account wins over it. */
export function readViewer(call: Call): Viewer {
  const { user, scopes } = call.token;
  const asked = call.query.get('market') ?? undefined;
  if (asked === 'from_token') requireScope(call.token, 'user-read-private');
  else if (asked !== undefined && !markets.includes(asked)) throw invalid('Invalid market code');
  if (!user) return { market: asked, filtersExplicit: false };
  const { country: market, filtersExplicit } = user;
  if (!scopes.includes('user-read-playback-position')) return { market, filtersExplicit };
  return { market, filtersExplicit, positionOf: (record) => call.heard(user, record) };
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
  const limit = readLimit(query, rules);
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset === undefined || offset > (rules.maxOffset ?? Number.MAX_SAFE_INTEGER)) throw invalid('Invalid offset');
  return { limit, offset };
}

/** Reads `limit` alone, for lists that are paged by cursors. */
export function readLimit(query: URLSearchParams, { max, fallback, min = 1 }: WindowRules): number {
  const limit = wholeNumber(query.get('limit'), fallback);
  if (limit === undefined || limit < min || limit > max) throw invalid('Invalid limit');
  return limit;
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
  return checkCount(csv(query.get('ids')), max).map(readId);
}

/** Reads `ids` of the query or, when it has none, of the body. */
export function readSentIds(call: Call, max: number): readonly string[] {
  if (call.query.has('ids')) return checkCount(csv(call.query.get('ids')), max);
  return checkCount(readMember(readIdsBody(call), 'ids', isTexts) ?? [], max);
}

/** The body of a call that names ids. A bare list of them was enough until autumn 2024; by now it counts as none. */
export function readIdsBody(call: Call): Readonly<Record<string, unknown>> {
  return /^\s*\[/.test(call.text) ? {} : readJson(call);
}

/** Refuses no ids and too many. */
export function checkCount<Id>(ids: readonly Id[], max: number): readonly Id[] {
  if (ids.length === 0) throw invalid('Missing required field: ids');
  if (ids.length > max) throw invalid('too many ids requested');
  return ids;
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
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('Error parsing JSON.');
  return body as Readonly<Record<string, unknown>>;
}

/** What a body says, of whatever kind. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('Error parsing JSON.');
  }
}
