/** Values that responses contained, by call and field. */
export interface Pool {
  /** Collects the values of records that a call returned. */
  add(call: string, records: readonly unknown[]): void;
  /** Distinct values of a field of a call's records, in order. */
  values(call: string, field: string): readonly Scalar[];
}

type Scalar = string | number;

/** More distinct values of one field are not needed. */
const maxValues = 20;

/**
 * Creates an empty pool. A field is known by its path in the record, lists left out (`artists.id`), and by its own name
 * alone, except for `id`, which does not show what it identifies: `id` is the ID of the record itself.
 */
export function createPool(): Pool {
  const pool = new Map<string, Set<Scalar>>();
  const note = (call: string, field: string, value: Scalar) => {
    const key = `${call}\n${field}`;
    const values = pool.get(key) ?? new Set();
    pool.set(key, values);
    if (values.size < maxValues) values.add(value);
  };
  const walk = (call: string, value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) walk(call, item, path);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(call, member, [...path, name]);
    else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      const name = path.at(-1) ?? 'value';
      note(call, path.join('.') || name, value);
      if (path.length > 1 && name !== 'id') note(call, name, value);
    }
  };
  return {
    add: (call, records) => {
      for (const record of records) walk(call, record, []);
    },
    values: (call, field) => [...(pool.get(`${call}\n${field}`) ?? [])],
  };
}
