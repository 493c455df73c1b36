import { callOperation } from '@x/catalog';
import type { Offered } from './api.ts';
import type { Places } from './places.ts';
import { fitItems, fitValue, type Hiding, hasField, type Shape } from './result.ts';
import { countTokens, cutToTokens } from './tokens.ts';

/** A call that an agent requests. */
export interface AskedCall extends Shape {
  readonly params: Readonly<Record<string, unknown>>;
  /** End of an earlier result, from which to continue. Default: from the beginning. */
  readonly next?: string | undefined;
  /** Maximum number of items of a list in the result. Default: the params' page size, else 10. */
  readonly limit?: number | undefined;
  /** Account or Item that the call is made for. Default: the API's first. */
  readonly account?: string | undefined;
  /** Aborts the call. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Settings by which a call's result is shown. */
export interface Passing {
  readonly hiding: Hiding;
  readonly places: Places;
  /** Receives the result as the client returned it. Default: nothing does. */
  readonly onResult?: ((result: unknown) => void) | undefined;
}

/** A result, as tools return it. */
export interface Called {
  readonly text: string;
  /** The text as data. */
  readonly data: object;
  /** Continues where the text ends. Undefined if there is no more. */
  readonly next?: string;
  /** Facts that the agent should know about the text. */
  readonly notes: readonly string[];
}

/** Members of a page that are used here. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  readonly missing: readonly unknown[];
}

/** Calls an operation, and returns as much of its result as fits. */
export async function call(found: Offered, asked: AskedCall, { hiding, places, onResult }: Passing): Promise<Called> {
  const { api, operation, name, run } = found;
  const { fields, format, account, signal } = asked;
  const { params, limit } = withPageSize(found, asked);
  const identity = JSON.stringify([name, Object.entries(params).sort(), fields, format, account]);
  const place = places.find(asked.next, identity);
  const isPaged = operation.paging !== undefined && operation.paging.kind !== 'lookup';
  const options = { ...(signal && { signal }), ...(isPaged && { prefetch: 0, cursor: place.cursor }) };
  const result: unknown = await (run?.(api.client, params, options) ??
    callOperation(api.client, operation.name, params, options));
  onResult?.(result);
  const { missing: absent = [], nextCursor, items: page } = Object(result) as Partial<Page>;
  const items = operation.paging ? page : Array.isArray(result) && operation.access === 'read' ? result : undefined;
  const missing = [
    ...(operation.paging ? absent : []),
    ...(fields ?? []).filter((field) => field.includes('[') && !hasField(items ?? result, field)),
  ];
  const notes = [
    ...(operation.costs === undefined ? [] : [`Costs: ${operation.costs}`]),
    ...(missing.length > 0 ? [hiding.text(`Not found: ${missing.join(', ')}`)] : []),
  ].map((note) => cutToTokens(note, asked.maxTokens / 2));
  const shape = { ...asked, maxTokens: asked.maxTokens - countTokens(notes.join('\n')) };
  if (!items) {
    const { text, data, shown, isWhole } = fitValue(result, place.skip, shape, hiding);
    if (isWhole) return { text, data, notes };
    if (operation.access !== 'read') return { text, data, notes: [...notes, 'The result did not fit and was cut'] };
    return { text, data, notes, next: places.keep({ skip: place.skip + shown }, identity) };
  }
  const { text, data, shown, isCut } = fitItems(items.slice(place.skip, place.skip + limit), shape, hiding);
  if (isCut) notes.push('The item did not fit and was cut: choose fields');
  const end = place.skip + shown;
  if (end < items.length) return { text, data, notes, next: places.keep({ ...place, skip: end }, identity) };
  return { text, data, notes, ...(nextCursor && { next: places.keep({ cursor: nextCursor, skip: 0 }, identity) }) };
}

/** Names of the params that set the number of items on a page. */
const pageSizes = ['limit', 'first', 'pageSize', 'count'];

/** Returns a call's params with a page size, and the maximum number of items to show. */
function withPageSize(
  { operation }: Offered,
  { params, limit }: AskedCall,
): { params: AskedCall['params']; limit: number } {
  const declared = Object(operation.params.properties) as Readonly<
    Record<string, { minimum?: number; maximum?: number }>
  >;
  const name = pageSizes.find((each) => Object.hasOwn(declared, each));
  const given = name === undefined ? undefined : params[name];
  if (name === undefined || given !== undefined || operation.access !== 'read')
    return {
      params,
      limit: limit ?? (Number(given) || (operation.paging?.kind === 'lookup' ? Number.POSITIVE_INFINITY : 10)),
    };
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY } = declared[name] ?? {};
  const size = Math.min(maximum, Math.max(minimum, limit ?? 10));
  return { params: { ...params, [name]: size }, limit: limit ?? 10 };
}
