import { countTokens, cutToTokens } from './tokens.ts';

/** Parts of a result that no agent may see. */
export interface Hiding {
  /** Removes known secrets from a text. */
  text(text: string): string;
  /** Whether the value of a field of this name is hidden. */
  isHidden(name: string): boolean;
}

const mask = '[redacted]';

/** Fields, format and size of a result's text. */
export interface Shape {
  /** Paths of the fields to show, such as `artists.name`. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Format of the text. Default: CSV for lists, JSON for everything else. */
  readonly format?: 'csv' | 'json' | undefined;
  /** Estimated maximum number of tokens in the result. */
  readonly maxTokens: number;
}

/** The part of a result that fits. */
export interface Fitting {
  readonly text: string;
  /** Number of items or characters in the text; `isWhole` means that it has all of them. */
  readonly shown: number;
  readonly isWhole: boolean;
  /** Whether the only item shown did not fit and was cut. Default false. */
  readonly isCut?: boolean;
}

/**
 * Copies a value without the contents of its hidden fields and without known secrets. Must come before the value is
 * formatted or cut, because afterwards a part of a secret would not be recognized.
 */
export function withoutHidden(value: unknown, hiding: Hiding): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutHidden(each, hiding));
  if (typeof value === 'string') return hiding.text(value);
  if (typeof value === 'number' || typeof value === 'bigint')
    return hiding.text(`${value}`) === `${value}` ? value : mask;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hiding.text(name),
      hiding.isHidden(name) && member !== null ? mask : withoutHidden(member, hiding),
    ]),
  );
}

/**
 * Returns the value with only some fields. A path passes through lists: `artists.name` means the names of all artists.
 */
export function chosen(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => chosen(each, fields));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const inner = fields.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    if (fields.includes(name)) result[name] = member;
    else if (inner.length > 0) result[name] = chosen(member, inner);
  }
  return result;
}

/** Returns the fields of an item as one row, with the fields of nested objects by their paths. */
function rowOf(item: unknown, path = '', row = new Map<string, string>()): Map<string, string> {
  const isGroup = typeof item === 'object' && item !== null && !Array.isArray(item);
  if (!isGroup) return row.set(path || 'value', typeof item === 'string' ? item : (JSON.stringify(item) ?? ''));
  for (const [name, member] of Object.entries(item)) rowOf(member, path === '' ? name : `${path}.${name}`, row);
  return row;
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats items as CSV, as many as fit. */
function csvOf(items: readonly unknown[], room: number): Fitting {
  const rows = items.map((item) => rowOf(item));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return lines(
    columns.map(cell).join(','),
    rows.map((row) => columns.map((name) => cell(row.get(name) ?? '')).join(',')),
    room,
  );
}

function lines(head: string, rows: readonly string[], room: number): Fitting {
  let text = head;
  let used = countTokens(head);
  let shown = 0;
  for (const row of rows) {
    used += countTokens(row) + 1;
    // Always show at least one item, because otherwise a list would never continue.
    if (shown > 0 && used > room) break;
    text += `${text === '' ? '' : '\n'}${row}`;
    shown += 1;
  }
  const cut = cutToTokens(text, room);
  return { text: cut, shown, isWhole: shown === rows.length, isCut: cut.length < text.length };
}

/** Returns the items of a list without secrets, as many as fit. */
export function fitItems(
  items: readonly unknown[],
  { fields, format = 'csv', maxTokens }: Shape,
  hiding: Hiding,
): Fitting {
  const safe = items.map((item) => withoutHidden(item, hiding)).map((item) => (fields ? chosen(item, fields) : item));
  return format === 'csv'
    ? csvOf(safe, maxTokens)
    : lines(
        '',
        safe.map((item) => JSON.stringify(item)),
        maxTokens,
      );
}

/** Returns as much of one result without secrets as fits, starting at a character. */
export function fitValue(
  value: unknown,
  from: number,
  { fields, format = 'json', maxTokens }: Shape,
  hiding: Hiding,
): Fitting {
  const safe = withoutHidden(value, hiding);
  const picked = fields ? chosen(safe, fields) : safe;
  const whole =
    typeof picked === 'string'
      ? picked
      : format === 'csv'
        ? csvOf([picked].flat(), Number.POSITIVE_INFINITY).text
        : (JSON.stringify(picked) ?? 'done');
  const text = cutToTokens(whole.slice(from), maxTokens);
  return { text, shown: text.length, isWhole: from + text.length >= whole.length };
}
