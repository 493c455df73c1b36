import {
  anyOf,
  describe,
  invalid,
  isObject,
  listOfObjects,
  type OptionRules,
  objectWith,
  type Rule,
  suggest,
} from './check-fields.ts';

/**
 * Number of records that a sandbox generates; or your own records, in addition to the default number of generated ones;
 * or both: `{ generated: 20, own: […] }`.
 */
export type Records<Own> =
  | number
  | readonly Own[]
  | {
      /** Number of records to generate. Default: the default of the option. */
      readonly generated?: number | undefined;
      /** Your own records. Default: none. */
      readonly own?: readonly Own[] | undefined;
    };

/** Creates the rule of an option for records: a number that `count` allows, records with `fields`, or both. */
export function recordsRule(count: Rule, what: string, fields: OptionRules): Rule {
  const own = listOfObjects(what, fields);
  return anyOf(`a number, or an array of ${what}`, count, own, objectWith({ generated: count, own }));
}

/** Returns the number of records to generate; undefined for the default. */
export function generatedOf(option: Records<unknown> | undefined): number | undefined {
  if (typeof option === 'number') return option;
  return isObject(option) ? (option.generated as number | undefined) : undefined;
}

/** Returns your own records. */
export function ownOf<Own>(option: Records<Own> | undefined): readonly Own[] {
  if (option === undefined || typeof option === 'number') return [];
  return 'own' in option || !Array.isArray(option) ? ((option as { own?: readonly Own[] }).own ?? []) : option;
}

/** Returns changed options in which a mere number of records keeps your own records in `former`. */
export function keepOwn(changes: object | undefined, former: object | undefined): object {
  const keep = (name: string, value: unknown): unknown => {
    const own = ownOf((former as Readonly<Record<string, Records<object>>> | undefined)?.[name]);
    return typeof value === 'number' && own.length > 0 ? { generated: value, own } : value;
  };
  return Object.fromEntries(Object.entries(changes ?? {}).map(([name, value]) => [name, keep(name, value)]));
}

/** Returns the place of a record in the options: `stream.users[0]`, or `stream.users.own[0]`. */
export const placeOf = (list: string, option: Records<unknown> | undefined, index: number): string =>
  `${list}${Array.isArray(option) ? '' : '.own'}[${index}]`;

/**
 * Returns the labels under which values for each record are drawn: its name, followed by a number if earlier records
 * have the same name, so that no two records get the same ID.
 */
export function labelsOf<Own>(records: readonly Own[], nameOf: (record: Own) => string): string[] {
  const counts = new Map<string, number>();
  return records.map((record) => {
    const name = nameOf(record);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}/${count}`;
  });
}

/**
 * Refuses two records of a list that have the same value in one of the fields `names`.
 *
 * @throws ApiError `invalid_params` that names both.
 */
export function requireUnique<Own extends object>(
  list: string,
  option: Records<Own> | undefined,
  names: readonly (keyof Own & string)[],
): void {
  for (const name of names) {
    const places = new Map<unknown, string>();
    for (const [index, record] of ownOf(option).entries()) {
      const value = record[name];
      if (value === undefined) continue;
      const place = placeOf(list, option, index);
      const other = places.get(value);
      if (other !== undefined)
        throw invalid(`${place}.${name} must be unique; ${other} has ${describe(value)} already`);
      places.set(value, place);
    }
  }
}

/**
 * Returns the record that the field at `place` refers to.
 *
 * @param what Description of the expected value, such as `the id of a user`.
 * @param names Existing names, for a suggestion.
 * @throws ApiError `invalid_params` if there is no such record.
 */
export function refer<Found>(
  place: string,
  value: string,
  found: Found | undefined,
  what: string,
  names: readonly string[] = [],
): Found {
  if (found !== undefined) return found;
  throw invalid(`${place} must be ${what}; there is none with ${describe(value)}${suggest(value, names)}`);
}
