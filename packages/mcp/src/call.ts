import { callOperation } from '@x/catalog';
import { type Offered, secretIn } from './api.ts';
import { Refusal } from './refusal.ts';
import { type Fitting, fitItems, fitValue, type Shape } from './result.ts';

/** A call that an agent requests. */
export interface AskedCall extends Shape {
  readonly params: Readonly<Record<string, unknown>>;
  /** End of an earlier result, from which to continue. Default: from the beginning. */
  readonly next?: string | undefined;
  /** Aborts the call. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** A result, as tools return it. */
export interface Called {
  readonly text: string;
  /** Cursor that continues where the text ends. Undefined if there is no more. */
  readonly next?: string;
  /** Facts that the agent should know about the text. */
  readonly notes: readonly string[];
}

/** Place where a result continues: after a page's items, or after characters of one result. */
interface Place {
  readonly cursor?: string | undefined;
  readonly skip: number;
}

const encode = ({ cursor, skip }: Place): string => btoa(JSON.stringify([cursor ?? null, skip]));

function decode(next: string | undefined): Place {
  if (next === undefined) return { skip: 0 };
  try {
    const [cursor, skip] = JSON.parse(atob(next)) as [unknown, unknown];
    if ((cursor === null || typeof cursor === 'string') && Number.isSafeInteger(skip) && (skip as number) >= 0)
      return { cursor: cursor ?? undefined, skip: skip as number };
  } catch {
    // Not one of our cursors.
  }
  throw new Refusal('invalid_cursor', 'next must come from an earlier result', 'Leave next out to start again');
}

/** Calls an operation, and returns as much of its result as fits. */
export async function call({ api, operation, name }: Offered, asked: AskedCall): Promise<Called> {
  const secret = secretIn(asked.params);
  if (secret !== undefined)
    throw new Refusal('not_allowed', `${secret} is a secret, which agents may not pass`, 'Leave it out');
  const place = decode(asked.next);
  if (operation.access !== 'read' && asked.next !== undefined)
    throw new Refusal('invalid_params', `next would run ${name} again`, 'Leave next out');
  const isPaged = operation.paging !== undefined && operation.paging.kind !== 'lookup';
  const options = {
    ...(asked.signal && { signal: asked.signal }),
    ...(isPaged && { prefetch: 0, cursor: place.cursor }),
  };
  const result: unknown = await callOperation(api.client, operation.name, asked.params, options);
  if (!operation.paging) {
    const fitting = fitValue(result, place.skip, asked);
    if (operation.access !== 'read') return { text: fitting.text, notes: cutNote(fitting) };
    return called(fitting, fitting.isWhole ? undefined : { skip: place.skip + fitting.shown });
  }
  const page = result as { items: readonly unknown[]; nextCursor?: string | null; missing?: readonly unknown[] };
  const left = page.items.slice(place.skip);
  const fitting = fitItems(left, asked);
  const after = page.nextCursor ?? undefined;
  const onPage = { cursor: place.cursor, skip: place.skip + fitting.shown };
  const following = after === undefined ? undefined : { cursor: after, skip: 0 };
  const missing = page.missing?.length ? [`Not found: ${page.missing.join(', ')}`] : [];
  const cut = fitting.isCut ? ['The item did not fit and was cut: choose fields'] : [];
  return called(fitting, fitting.isWhole ? following : onPage, [...missing, ...cut]);
}

const called = (fitting: Fitting, place: Place | undefined, notes: readonly string[] = []): Called => ({
  text: fitting.text,
  notes,
  ...(place && { next: encode(place) }),
});

const cutNote = ({ isWhole }: Fitting): string[] => (isWhole ? [] : ['The result did not fit and was cut']);
