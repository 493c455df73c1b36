import { chosen, rowOf as flatRow } from '@x/mcp/apis';

/** A record as columns: values by path, in the record's order. */
export type Row = ReadonlyMap<string, string>;

const nameLike = /^(name|title|display_name|user_name|login|description|content|merchant_name)$/;
const isLink = (value: string) => /^https?:\/\//.test(value);

/** Writes the value of a cell. Lists of records are shown by their names. */
function cellOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((each) =>
        typeof each === 'object' && each !== null
          ? (each.name ?? each.title ?? each.display_name ?? each.label ?? JSON.stringify(each))
          : each,
      )
      .join(', ');
  return value === null || value === undefined ? '' : String(value);
}

/** A value with a name, of which a list is as good as a record. */
interface NamedValue {
  readonly name: string;
  readonly value: string | number;
  readonly unit?: string;
}

/** Whether a value is a named one: `{ name: 'protein', value: 5, unit: 'g' }`. */
export const isNamedValue = (each: unknown): each is NamedValue =>
  typeof Object(each).name === 'string' && ['string', 'number'].includes(typeof Object(each).value);

/** Returns the fields of a record, with the fields of nested records by their paths, and named values by their names. */
export function rowOf(value: unknown, path = '', row = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value) && value.length > 0 && value.every(isNamedValue)) {
    for (const { name, value: own, unit } of value)
      row.set(`${path}[${name}]`, [own, unit].filter((part) => part !== undefined).join(' '));
    return row;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return row.set(path || 'value', cellOf(value));
  for (const [name, member] of Object.entries(value)) rowOf(member, path === '' ? name : `${path}.${name}`, row);
  return row;
}

/**
 * Returns the chosen fields of a record as columns. A field that is a record has a column for each of its fields, and a
 * field below a list has one with the values of all items.
 */
export function rowOfFields(value: unknown, fields: readonly string[]): Map<string, string> {
  const row = new Map<string, string>();
  for (const field of fields) {
    const only = chosen(value, [field]);
    const own = [...rowOf(only)].filter(
      ([path]) => path.startsWith(field) && /^([.[]|$)/.test(path.slice(field.length)),
    );
    const cells = own.length > 0 ? own : [[field, [...flatRow(only).values()].join(', ')] as const];
    for (const [path, cell] of cells) row.set(path, cell);
  }
  return row;
}

/** Ranks a column: names, the record's own ID, other values, values of nested records, what tells no rows apart. */
function rankOf(path: string, rows: readonly Row[]): number {
  if (nameLike.test(path)) return 0;
  const values = rows.map((row) => row.get(path) ?? '').filter((value) => value !== '');
  const isSame = rows.length > 1 && values.length === rows.length && new Set(values).size === 1;
  if (isSame || values.every(isLink) || /(^|\.)(uri|url|href|etag|images?|external_\w+)(\.|$)/.test(path)) return 4;
  if (/^(id|fdcId|_id|\w+_id)$/.test(path)) return 1;
  return path.includes('.') && !/\.(name|title|current|available)$/.test(path) ? 3 : 2;
}

/** Returns the columns of a table that have a value, with those first that tell records apart. */
export function columnsOf(rows: readonly Row[]): string[] {
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const filled = paths.filter((path) => rows.some((row) => row.get(path)));
  return filled
    .map((path) => ({ path, rank: rankOf(path, rows) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ path }) => path);
}
