import type { TableField, TableFields } from '../../shared/openapi-table.ts';
import { markets } from './data/source.ts';
import type { Chapter, Episode } from './data/spoken.ts';
import { type Call, requireScope } from './endpoint.ts';
import { invalid } from './errors.ts';

/** Reader of a response: where and how they listen. */
export interface Viewer {
  /** Undefined if it is neither requested nor known from the user. */
  readonly market: string | undefined;
  readonly filtersExplicit: boolean;
  /** Returns how far an episode or chapter has been heard, in milliseconds. Missing if responses must not report it. */
  positionOf?(record: Episode | Chapter): number;
}

/** Reads `market`. The country of a user's account takes precedence over it. */
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

/** Reads `limit` and `offset`. */
export function readWindow({ query, operation }: Call): PageWindow {
  const limit = readLimit({ query, operation });
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset === undefined || offset > (operation.query.offset?.max ?? Number.MAX_SAFE_INTEGER))
    throw invalid('Invalid offset');
  return { limit, offset };
}

/** Reads `limit` alone, for lists that are paged by cursors. */
export function readLimit({ query, operation }: Pick<Call, 'query' | 'operation'>): number {
  const { min = 1, max = 50, default: fallback } = operation.query.limit ?? {};
  const limit = wholeNumber(query.get('limit'), Number(fallback));
  if (limit === undefined || limit < min || limit > max) throw invalid('Invalid limit');
  return limit;
}

function wholeNumber(text: string | null, fallback: number): number | undefined {
  if (text === null) return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Checks the form of a Spotify ID. */
export function readId(id: string): string {
  if (!/^[0-9A-Za-z]{22}$/.test(id)) throw invalid('Invalid base62 id');
  return id;
}

/** Reads `ids`, separated by commas. */
export const readIds = (call: Call): readonly string[] => checkCount(call, csv(call.query.get('ids'))).map(readId);

/** Reads `ids` from the query or, when it has none, from the body. */
export function readSentIds(call: Call): readonly string[] {
  if (call.query.has('ids')) return checkCount(call, csv(call.query.get('ids')));
  return checkCount(call, readIdsBody<{ ids: readonly string[] }>(call).ids ?? []);
}

/** Reads a body that names IDs. Until autumn 2024 a bare list of IDs was enough; now it counts as none. */
export const readIdsBody = <Body extends object>(call: Call): Partial<Body> =>
  /^\s*\[/.test(call.text) ? {} : readJson<Body>(call);

/** Refuses calls with no IDs or too many. */
export function checkCount<Id>({ operation }: Call, ids: readonly Id[]): readonly Id[] {
  if (ids.length === 0) throw invalid('Missing required field: ids');
  if (ids.length > (operation.query.ids?.maxItems ?? 50)) throw invalid('too many ids requested');
  return ids;
}

/** Splits a comma-separated list, without empty parts. */
export function csv(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Reads the fields of the JSON body that the table lists; none when there is no body. */
export function readJson<Body extends object>(
  call: Call,
  parsed = call.text ? parseJson(call.text) : {},
): Partial<Body> {
  if (!isObject(parsed)) throw invalid('Error parsing JSON.');
  return checkFields(call.operation.body ?? {}, parsed as JsonObject) as Partial<Body>;
}

/** Parses a body as JSON of any kind. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('Error parsing JSON.');
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of `value` that the table lists; null counts as missing. Refuses values of another type. */
function checkFields(fields: TableFields, value: JsonObject): JsonObject {
  const known = Object.entries(fields).filter(([name]) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(known.map(([name, field]) => [name, checkField(name, field, value[name])]));
}

function checkField(name: string, field: TableField, value: unknown): unknown {
  const { items, fields } = field;
  if (items && Array.isArray(value)) return value.map((each) => checkField(name, items, each));
  if (fields && isObject(value)) return checkFields(fields, value);
  if (items || fields || !isOfType(field.type, value)) throw invalid(`Invalid ${name}`);
  return value;
}

/** Returns whether a value has a type of the table. Whole numbers are positions and times, so none is below 0. */
function isOfType(type = 'string', value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value) && (value as number) >= 0;
  return type === 'object' ? isObject(value) : typeof value === type;
}

export interface SpotifyUri {
  readonly kind: string;
  /** Decoded if it is a user's. */
  readonly id: string;
}

/** Reads `spotify:<kind>:<id>`; undefined for any other text. */
export function parseUri(text: string): SpotifyUri | undefined {
  const [, kind, id] = /^spotify:([a-z]+):([^:]+)$/.exec(text) ?? [];
  if (!kind || !id) return undefined;
  if (kind !== 'user') return { kind, id: readId(id) };
  try {
    return { kind, id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
