/** Field by which records are sorted, and the direction. */
export interface Order {
  readonly field: string;
  readonly direction: 1 | -1;
}

/** Records that never change. */
export interface Table<T> {
  readonly all: readonly T[];
  readonly byId: ReadonlyMap<string, T>;
  /**
   * Returns the records in an order, sorted once per order. Records without the field count as smallest; ties are
   * sorted by `_id`.
   */
  inOrder(order: Order): readonly T[];
}

/** Order of strings: by their UTF-8 bytes, or by letter, ignoring case and accents. */
export type Collation = 'bytes' | 'letters';

/** Creates a table of `records`, whose strings are ordered by `collation`. */
export function createTable<T extends { readonly _id: string }>(
  records: readonly T[],
  collation: Collation = 'bytes',
): Table<T> {
  const compareStrings = collation === 'bytes' ? compareBytes : compareLetters;

  const sorted = new Map<string, readonly T[]>();
  return {
    all: records,
    byId: new Map(records.map((record) => [record._id, record])),
    inOrder({ field, direction }) {
      const key = `${field} ${direction}`;
      const known = sorted.get(key);
      if (known) return known;
      const made = records
        .map((record) => ({ record, value: Reflect.get(record, field) as unknown }))
        .sort((a, b) => direction * compare(a.value, b.value, compareStrings) || compareIds(a.record, b.record))
        .map(({ record }) => record);
      sorted.set(key, made);
      return made;
    },
  };
}

/** Compares records that are otherwise equal, by `_id`. */
export function compareIds(a: { readonly _id: string }, b: { readonly _id: string }): number {
  return a._id < b._id ? -1 : 1;
}

let collator: Intl.Collator | undefined; // costs milliseconds, so it is created on first use

function compare(a: unknown, b: unknown, compareStrings: (a: string, b: string) => number): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareStrings(String(a), String(b));
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compareLetters(a: string, b: string): number {
  collator ??= new Intl.Collator('en-US', { sensitivity: 'base' });
  return collator.compare(a, b);
}
