import type { SandboxContext } from '../../../context.ts';
import { labelsOf, ownOf, placeOf, type Records } from '../../../own-records.ts';
import type { OwnRecords } from '../own-records.ts';

/** A record of one's own and where it is in the options. */
export interface Placed<Own> {
  readonly record: Own;
  readonly place: string;
  /** What its values are drawn under, by its title. */
  readonly label: string;
}

/** The records of a list, each with its place. */
export function placed<Own extends object>(list: keyof OwnRecords, option: Records<Own> | undefined): Placed<Own>[] {
  const records = ownOf(option);
  const labels = labelsOf(records, (record) => ('title' in record ? String(record.title) : ''));
  return records.map((record, index) => {
    return { record, place: placeOf(`stream.${list}`, option, index), label: labels[index] ?? '' };
  });
}

/** The id of a record that has none: ten digits, of which the first is a 9, as no generated record has them. */
export const ownId = (random: SandboxContext['random'], label: string): string =>
  `9${random(`own-ids/${label}`).text(9, '0123456789')}`;

/**
 * Adds records of one's own to the generated ones. Each replaces the one with its id or, if it has none, with its name.
 *
 * @throws TypeError when another record has the name.
 */
export function mergeNamed<Own extends { readonly id?: string | undefined }, Made extends { readonly id: string }>(
  generated: readonly Made[],
  own: readonly Placed<Own>[],
  key: keyof Own & keyof Made & string,
  make: (record: Own, knownId: string | undefined) => Made,
): Made[] {
  const all = [...generated];
  for (const { record, place } of own) {
    const name = String(record[key]);
    const hasName = (other: Made) => other[key] === name;
    const known = all.findIndex((other) => (record.id === undefined ? hasName(other) : other.id === record.id));
    const other = all.find((each, index) => hasName(each) && index !== known);
    if (other)
      throw new TypeError(
        `${place}.${key} must be unique; ${other.id} has "${name}" already: set this id to replace it`,
      );
    const made = make(record, all[known]?.id);
    if (known < 0) all.push(made);
    else all[known] = made;
  }
  return all;
}
