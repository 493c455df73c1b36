import { callOperation } from '@x/catalog';
import type { Offered } from './api.ts';
import type { Places } from './places.ts';
import { fitItems, fitValue, type Hiding, type Shape } from './result.ts';
import { countTokens, cutToTokens } from './tokens.ts';

/** A call that an agent requests. */
export interface AskedCall extends Shape {
  readonly params: Readonly<Record<string, unknown>>;
  /** End of an earlier result, from which to continue. Default: from the beginning. */
  readonly next?: string | undefined;
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
  const { api, operation, name } = found;
  const { params, fields, format, signal } = asked;
  const identity = JSON.stringify([name, Object.entries(params).sort(), fields, format]);
  const place = places.find(asked.next, identity);
  const isPaged = operation.paging !== undefined && operation.paging.kind !== 'lookup';
  const result: unknown = await callOperation(api.client, operation.name, params, {
    ...(signal && { signal }),
    ...(isPaged && { prefetch: 0, cursor: place.cursor }),
  });
  onResult?.(result);
  const { missing = [], items, nextCursor } = Object(result) as Partial<Page>;
  const notes = [
    ...(operation.costs === undefined ? [] : [`Costs: ${operation.costs}`]),
    ...(operation.paging && missing.length > 0 ? [hiding.text(`Not found: ${missing.join(', ')}`)] : []),
  ].map((note) => cutToTokens(note, asked.maxTokens / 2));
  const shape = { ...asked, maxTokens: asked.maxTokens - countTokens(notes.join('\n')) };
  if (!operation.paging || !items) {
    const { text, shown, isWhole } = fitValue(result, place.skip, shape, hiding);
    if (isWhole) return { text, notes };
    if (operation.access !== 'read') return { text, notes: [...notes, 'The result did not fit and was cut'] };
    return { text, notes, next: places.keep({ skip: place.skip + shown }, identity) };
  }
  const { text, shown, isWhole, isCut } = fitItems(items.slice(place.skip), shape, hiding);
  if (isCut) notes.push('The item did not fit and was cut: choose fields');
  if (!isWhole) return { text, notes, next: places.keep({ ...place, skip: place.skip + shown }, identity) };
  return { text, notes, ...(nextCursor && { next: places.keep({ cursor: nextCursor, skip: 0 }, identity) }) };
}
