import { partsOfPath } from './fields.ts';
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
  /** Format of the text. Default: CSV for lists and tables, JSON for everything else. */
  readonly format?: 'csv' | 'json' | undefined;
  /** Estimated maximum number of tokens in the result. */
  readonly maxTokens: number;
}

/** The part of a result that fits. */
export interface Fitting {
  readonly text: string;
  /** The same as data: `columns` and `rows`, `items`, a `result`, or the `text` if a part is cut. */
  readonly data: object;
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

/** An amount that is labeled with a name, such as a nutrient's. */
interface Measure {
  readonly label: string;
  readonly text: string;
}

/** Reads an item as a labeled amount; undefined if it is none. */
function measureOf(item: unknown): Measure | undefined {
  const own = Object(item);
  const { unit, unitName = unit, amount, value = amount, name, nutrientName = name } = { ...own, ...own.nutrient };
  if (typeof nutrientName !== 'string' || typeof value !== 'number') return undefined;
  return { label: nutrientName, text: [value, unitName].filter(Boolean).join(' ') };
}

/**
 * Returns the value with only some fields. A path passes through lists: `artists.name` means the names of all artists,
 * and `foodNutrients[Protein]` the amounts with that label.
 */
export const chosen = (value: unknown, fields: readonly string[]): unknown => chosenIn(value, fields.map(partsOfPath));

function chosenIn(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value))
    return value.flatMap((each) => {
      const label = `[${measureOf(each)?.label.toLowerCase()}]`;
      const inside = paths.flatMap((path) => {
        if (!path[0]?.startsWith('[')) return [path];
        return path[0].toLowerCase() === label ? [path.slice(1)] : [];
      });
      return inside.length === 0 ? [] : [chosenIn(each, inside)];
    });
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inside = paths.filter(([first]) => first === name).map((path) => path.slice(1));
      return inside.length === 0 ? [] : [[name, chosenIn(member, inside)]];
    }),
  );
}

type Cell = string | number | boolean | null;

/**
 * Returns the fields of an item as one row: nested fields by their paths, labeled amounts by their labels, and the other
 * values of lists in one cell.
 */
export function rowOf(item: unknown, path = '', row = new Map<string, Cell>()): Map<string, Cell> {
  const put = (name: string, cell: Cell) =>
    row.set(name || 'value', row.has(name) ? `${row.get(name) ?? ''}${between}${cell ?? ''}` : cell);
  if (Array.isArray(item)) {
    const measures = item.map(measureOf);
    for (const [index, each] of item.entries()) {
      const { label, text } = (measures.includes(undefined) ? undefined : measures[index]) ?? {};
      if (text !== undefined) put(`${path}[${label}]`, text);
      else for (const [name, cell] of rowOf(each, path)) put(name, cell);
    }
  } else if (typeof item === 'object' && item !== null)
    for (const [name, member] of Object.entries(item)) rowOf(member, path === '' ? name : `${path}.${name}`, row);
  else put(path, item as Cell);
  return row;
}

/** Stands between the values of a list in one cell. */
const between = ' | ';

const textOf = (cell: Cell): string => {
  const text = `${cell ?? ''}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Whether a field is anywhere in a value. */
export const hasField = (value: unknown, field: string): boolean => rowOf(chosen(value, [field])).size > 0;

/** Formats items as CSV, as many as fit. */
function csvOf(items: readonly unknown[], room: number): Fitting {
  const maps = items.map((item) => rowOf(item));
  const columns = [...new Set(maps.flatMap((row) => [...row.keys()]))];
  const rows = maps.map((row) => columns.map((name) => row.get(name) ?? null));
  const texts = rows.map((row) => row.map(textOf).join(','));
  // As data, each cell also has quotes.
  return lines(columns.map(textOf).join(','), texts, room, 1 + 2 * columns.length, (shown) => ({
    columns,
    rows: rows.slice(0, shown),
  }));
}

function lines(
  head: string,
  rows: readonly string[],
  room: number,
  extra: number,
  dataOf: (shown: number) => object,
): Fitting {
  let text = head;
  let used = countTokens(head);
  let shown = 0;
  for (const row of rows) {
    used += countTokens(row) + extra;
    // Always show at least one item, because otherwise a list would never continue.
    if (shown > 0 && used > room) break;
    text += `${text === '' ? '' : '\n'}${row}`;
    shown += 1;
  }
  const cut = cutToTokens(text, room);
  const isCut = cut.length < text.length;
  return { text: cut, data: isCut ? { text: cut } : dataOf(shown), shown, isWhole: shown === rows.length, isCut };
}

/** Returns the items of a list without secrets, as many as fit. */
export function fitItems(
  items: readonly unknown[],
  { fields, format = 'csv', maxTokens }: Shape,
  hiding: Hiding,
): Fitting {
  const safe = items.map((item) => withoutHidden(item, hiding));
  const picked = fields ? (chosen(safe, fields) as unknown[]) : safe;
  if (format === 'csv') return csvOf(picked, maxTokens);
  const texts = picked.map((item) => JSON.stringify(item));
  return lines('', texts, maxTokens, 1, (shown) => ({ items: picked.slice(0, shown) }));
}

/** Whether a value is a table: an object that has nothing but one list of objects. */
function isTable(value: unknown): boolean {
  const [list, ...rest] = Object.values(Object(value));
  return rest.length === 0 && Array.isArray(list) && list.some((each) => Object(each) === each);
}

/** Returns as much of one result without secrets as fits, starting at a character. */
export function fitValue(value: unknown, from: number, { fields, format, maxTokens }: Shape, hiding: Hiding): Fitting {
  const safe = withoutHidden(value, hiding);
  const picked = fields ? chosen(safe, fields) : safe;
  const isCsv = (format ?? (isTable(picked) ? 'csv' : 'json')) === 'csv' && typeof picked !== 'string';
  const table = isCsv ? csvOf(tableOf(picked), Number.POSITIVE_INFINITY) : undefined;
  const whole = table?.text ?? (typeof picked === 'string' ? picked : (JSON.stringify(picked) ?? 'done'));
  const text = cutToTokens(whole.slice(from), maxTokens);
  const data = text === whole ? (table?.data ?? { result: picked ?? 'done' }) : { text };
  return { text, data, shown: text.length, isWhole: from + text.length >= whole.length };
}

/** Returns the rows of a result: a table has one for each item of its list. */
function tableOf(value: unknown): unknown[] {
  const [entry] = isTable(value) ? Object.entries(Object(value)) : [];
  return entry && !Array.isArray(value)
    ? (entry[1] as unknown[]).map((item) => ({ [entry[0]]: item }))
    : [value].flat();
}
