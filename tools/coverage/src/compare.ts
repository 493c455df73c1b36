import type { DeclaredOperation, Field, Operations } from './operation.ts';

/** Something that is missing or differs on purpose. */
export interface Exception {
  /** Start of the report line, or a pattern that it matches. */
  readonly line: string | RegExp;
  readonly reason: string;
}

/** One thing that was counted. */
export interface Count {
  readonly total: number;
  /** Missing or different parts, each by operation and name. */
  readonly missing: readonly string[];
  /** The same where it is on purpose, by reason. */
  readonly excepted: ReadonlyMap<string, readonly string[]>;
}

/** How much of a specification is declared. */
export interface Coverage {
  readonly operations: Count;
  readonly params: Count;
  readonly fields: Count;
  /** Members that the specification requires or promises: those declared as optional are missing. */
  readonly required: Count;
  /** Members that the specification allows to be null: those declared as never null are missing. */
  readonly nullable: Count;
  /** Other members: those declared as required are missing. */
  readonly promised: Count;
  /** Declared params and fields. A param or field is missing if the specification does not have it. */
  readonly specified: Count;
  /** Declared lists of values. A list is missing if the specification lists other values for the param or field. */
  readonly values: Count;
}

/**
 * Compares. Names and members are counted over the operations that are declared. Of lists, the envelope
 * around the items is paging's own and not counted.
 */
export function compare(
  spec: Operations,
  declared: Operations<DeclaredOperation>,
  exceptions: readonly Exception[] = [],
): Coverage {
  const tally = () => createTally(exceptions);
  const counts = {
    operations: tally(),
    params: tally(),
    fields: tally(),
    required: tally(),
    nullable: tally(),
    promised: tally(),
    specified: tally(),
    values: tally(),
  };
  for (const [key, wanted] of spec) {
    const has = declared.get(key);
    counts.operations.count(key, has !== undefined);
    if (!has) continue;
    for (const [name, param] of wanted.params) {
      const place = `${key} param ${name}`;
      const own = has.params.get(name);
      counts.params.count(place, own !== undefined);
      if (own) compareRequired(place, param, own);
    }
    for (const [path, field] of wanted.fields) {
      if (has.lists?.every((place) => place && path !== place && !path.startsWith(`${place}[]`))) continue;
      const place = `${key} ${path}`;
      const own = has.fields.get(path);
      counts.fields.count(place, own !== undefined);
      if (!own || has.lists?.includes(path)) continue;
      compareRequired(place, field, own);
      if (field.nullable) counts.nullable.count(`${place} is declared never null`, own.nullable);
    }
    for (const [name, own] of has.params) compareDeclared(`${key} param ${name}`, wanted.params.get(name), own);
    // Files have no fields.
    if (wanted.fields.size > 0)
      for (const [path, own] of has.fields) compareDeclared(`${key} ${path}`, wanted.fields.get(path), own);
  }
  return counts;

  function compareRequired(place: string, { required }: Field, own: Field): void {
    if (required) counts.required.count(`${place} is declared optional`, own.required);
    else counts.promised.count(`${place} is declared required`, !own.required);
  }

  /** Looks a declared param or field up in the specification, and compares its listed values. */
  function compareDeclared(place: string, wanted: Field | undefined, { values }: Field): void {
    counts.specified.count(`${place} is not specified`, wanted !== undefined);
    if (!values || !wanted) return;
    const lacks = wanted.values?.filter((value) => !values.includes(value)) ?? [];
    const adds = values.filter((value) => !wanted.values?.includes(value));
    const differences = [
      ...(lacks.length > 0 ? [`lacks ${lacks.join(', ')}`] : []),
      ...(adds.length > 0 ? [`adds ${adds.join(', ')}`] : []),
    ];
    const line = wanted.values ? differences.join('; ') : 'has values where none are listed';
    counts.values.count(`${place} ${line}`, differences.length === 0);
  }
}

function createTally(exceptions: readonly Exception[]) {
  const missing: string[] = [];
  const excepted = new Map<string, string[]>();
  return {
    total: 0,
    missing,
    excepted,
    count(name: string, present: boolean) {
      this.total += 1;
      if (present) return;
      const exception = exceptions.find(({ line }) =>
        typeof line === 'string' ? name.startsWith(line) : line.test(name),
      );
      if (exception) excepted.set(exception.reason, [...(excepted.get(exception.reason) ?? []), name]);
      else missing.push(name);
    },
  };
}

const shownOfReason = 5;

/** The counts as a table, then what is missing, and what is excepted, by reason. */
export function report(coverage: Coverage): string {
  const counts = Object.entries<Count>({ ...coverage });
  const rows = counts.map(([name, { total, missing, excepted }]) => {
    const apart = [...excepted.values()].flat().length;
    const present = total - missing.length - apart;
    const share = total === 0 ? 100 : Math.floor((present / total) * 1000) / 10;
    const note = apart > 0 ? `  and ${apart} excepted` : '';
    return `${name.padEnd(12)}${String(present).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(1).padStart(5)} %${note}`;
  });
  const lists = counts.flatMap(([name, { missing, excepted }]) => [
    ...(missing.length > 0 ? [`\n${name} missing:`, ...missing.map((line) => `  ${line}`)] : []),
    ...[...excepted].flatMap(([reason, lines]) => [
      `\n${name} excepted, ${reason}:`,
      ...lines.slice(0, shownOfReason).map((line) => `  ${line}`),
      ...(lines.length > shownOfReason ? [`  … ${lines.length - shownOfReason} more`] : []),
    ]),
  ]);
  return [...rows, ...lists].join('\n');
}
