import { callOperation } from '@x/core/catalog';
import { type Offered, secretIn } from './api.ts';
import { problemOfField } from './fields.ts';
import type { Places } from './places.ts';
import { Refusal } from './refusal.ts';
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

/** What a call's result passes through. */
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

/** Refuses what would fail, or return something else than the agent asked for, before anything is sent. */
function checkAsked({ api, operation, name }: Offered, { params, fields = [], next }: AskedCall): void {
  const secret = secretIn(params);
  if (secret !== undefined)
    throw new Refusal('not_allowed', `${secret} is a secret, which agents may not pass`, 'Leave it out');
  if (operation.access !== 'read' && next !== undefined)
    throw new Refusal('invalid_params', `next would run ${name} again`, 'Leave next out');
  const { result } = operation;
  const problem =
    result && fields.map((field) => problemOfField(api.catalog.$defs, result, field)).find((found) => found);
  if (problem !== undefined)
    throw new Refusal('invalid_params', `fields: ${problem}`, 'Read the result with describe_operation');
}

/** Calls an operation, and returns as much of its result as fits. */
export async function call(found: Offered, asked: AskedCall, { hiding, places, onResult }: Passing): Promise<Called> {
  checkAsked(found, asked);
  const { api, operation, name } = found;
  const { params, fields, format, signal, maxTokens } = asked;
  const identity = JSON.stringify([name, Object.entries(params).sort(), fields, format]);
  const place = places.find(asked.next, identity);
  const isPaged = operation.paging !== undefined && operation.paging.kind !== 'lookup';
  const result: unknown = await callOperation(api.client, operation.name, params, {
    ...(signal && { signal }),
    ...(isPaged && { prefetch: 0, cursor: place.cursor }),
  });
  onResult?.(result);
  const costs = operation.costs === undefined ? [] : [`Costs: ${operation.costs}`];
  if (!operation.paging) {
    const { text, shown, isWhole } = fitValue(result, place.skip, asked, hiding);
    const continues = !isWhole && operation.access === 'read';
    return {
      text,
      notes: isWhole || continues ? costs : [...costs, 'The result did not fit and was cut'],
      ...(continues && { next: places.keep({ ...place, skip: place.skip + shown }, identity) }),
    };
  }
  const page = result as { items: readonly unknown[]; nextCursor?: string | null; missing?: readonly unknown[] };
  const missing = page.missing?.length ? [hiding.text(`Not found: ${page.missing.join(', ')}`)] : [];
  const notes = [...costs, ...missing].map((note) => cutToTokens(note, maxTokens / 2));
  const room = maxTokens - countTokens(notes.join('\n'));
  const { text, shown, isWhole, isCut } = fitItems(
    page.items.slice(place.skip),
    { fields, format, maxTokens: room },
    hiding,
  );
  const after = page.nextCursor ?? undefined;
  const following = after === undefined ? undefined : { cursor: after, skip: 0 };
  const end = isWhole ? following : { cursor: place.cursor, skip: place.skip + shown };
  return {
    text,
    notes: [...notes, ...(isCut ? ['The item did not fit and was cut: choose fields'] : [])],
    ...(end && { next: places.keep(end, identity) }),
  };
}
