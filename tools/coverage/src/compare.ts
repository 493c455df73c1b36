import type { Exceptions } from './exceptions.ts';
import type { DeclaredOperation, Field, Operations } from './operation.ts';

/** Kinds of things that are compared. Each is counted separately. */
const kinds = [
  'operations',
  'params',
  'fields',
  // Members that the specification requires or promises, but that are declared as optional.
  'required',
  // Members that the specification allows to be null, but that are declared as never null.
  'nullable',
  // Members that are declared as required, but that the specification does not promise.
  'promised',
  // Declared params and fields that the specification does not have.
  'specified',
  // Declared lists of values that differ from those that the specification has for the param or field.
  'values',
] as const;

/** A kind of things that are compared. */
export type Kind = (typeof kinds)[number];

/** Something that is missing or differs. */
export interface Difference {
  readonly kind: Kind;
  /** Operation, name and what differs. */
  readonly line: string;
  /** Reason for an intended difference. Absent if the difference is not intended. */
  readonly reason?: string | undefined;
}

/** How much of a specification is declared. */
export interface Comparison {
  /** Number of things that were compared, by kind. */
  readonly totals: Readonly<Record<Kind, number>>;
  readonly differences: readonly Difference[];
}

/**
 * Compares a specification with declarations. Params and fields are counted for declared operations only. The envelope
 * around a list's items belongs to paging, and is not counted.
 */
export function compare(
  spec: Operations,
  declared: Operations<DeclaredOperation>,
  exceptions: Exceptions = {},
): Comparison {
  const totals = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  const differences: Difference[] = [];
  for (const [key, wanted] of spec) {
    const has = declared.get(key);
    count('operations', key, has !== undefined);
    if (!has) continue;
    for (const [name, param] of wanted.params) {
      const place = `${key} param ${name}`;
      const own = has.params.get(name);
      count('params', place, own !== undefined);
      if (own) compareRequired(place, param, own);
    }
    for (const [path, field] of wanted.fields) {
      if (has.lists?.every((place) => place && path !== place && !path.startsWith(`${place}[]`))) continue;
      const place = `${key} ${path}`;
      const own = has.fields.get(path);
      count('fields', place, own !== undefined);
      if (!own || has.lists?.includes(path)) continue;
      compareRequired(place, field, own);
      if (field.nullable) count('nullable', `${place} is declared never null`, own.nullable);
    }
    for (const [name, own] of has.params) compareDeclared(`${key} param ${name}`, wanted.params.get(name), own);
    // Files have no fields.
    if (wanted.fields.size > 0)
      for (const [path, own] of has.fields) compareDeclared(`${key} ${path}`, wanted.fields.get(path), own);
  }
  return { totals, differences };

  function count(kind: Kind, line: string, isSame: boolean): void {
    totals[kind] += 1;
    if (isSame) return;
    const matches = (start: string | RegExp) => (typeof start === 'string' ? line.startsWith(start) : start.test(line));
    const [reason] = Object.entries(exceptions).find(([, lines]) => lines.some(matches)) ?? [];
    differences.push({ kind, line, reason });
  }

  function compareRequired(place: string, { required }: Field, own: Field): void {
    if (required) count('required', `${place} is declared optional`, own.required);
    else count('promised', `${place} is declared required`, !own.required);
  }

  /** Looks a declared param or field up in the specification, and compares its listed values. */
  function compareDeclared(place: string, wanted: Field | undefined, { values }: Field): void {
    count('specified', `${place} is not specified`, wanted !== undefined);
    if (!values || !wanted) return;
    const lacks = wanted.values?.filter((value) => !values.includes(value)) ?? [];
    const adds = values.filter((value) => !wanted.values?.includes(value));
    const texts = [
      ...(lacks.length > 0 ? [`lacks ${lacks.join(', ')}`] : []),
      ...(adds.length > 0 ? [`adds ${adds.join(', ')}`] : []),
    ];
    const text = wanted.values ? texts.join('; ') : 'has values where none are listed';
    count('values', `${place} ${text}`, texts.length === 0);
  }
}

/** Returns the differences that are not intended. */
export const unexplained = ({ differences }: Comparison): readonly Difference[] =>
  differences.filter(({ reason }) => reason === undefined);

const shownOfReason = 5;

/** Formats the counts as a table, followed by what is missing and what is excepted, by reason. */
export function report({ totals, differences }: Comparison): string {
  const of = Map.groupBy(differences, ({ kind }) => kind);
  const rows = kinds.map((kind) => {
    const [total, found] = [totals[kind], of.get(kind) ?? []];
    const present = total - found.length;
    const share = total === 0 ? 100 : Math.floor((present / total) * 1000) / 10;
    const excepted = found.filter(({ reason }) => reason !== undefined).length;
    const note = excepted > 0 ? `  and ${excepted} excepted` : '';
    return `${kind.padEnd(12)}${String(present).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(1).padStart(5)} %${note}`;
  });
  const lists = kinds.flatMap((kind) =>
    [...Map.groupBy(of.get(kind) ?? [], ({ reason }) => reason)].flatMap(([reason, found]) => {
      const shown = reason === undefined ? found : found.slice(0, shownOfReason);
      return [
        `\n${kind} ${reason === undefined ? 'missing' : `excepted, ${reason}`}:`,
        ...shown.map(({ line }) => `  ${line}`),
        ...(found.length > shown.length ? [`  … ${found.length - shown.length} more`] : []),
      ];
    }),
  );
  return [...rows, ...lists].join('\n');
}
