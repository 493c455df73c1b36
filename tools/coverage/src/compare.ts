import type { Corrected } from './correct.ts';
import { describeDrift } from './live/drift.ts';
import type { DeclaredOperation, Operation, Operations, SpecifiedOperation } from './operation.ts';

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
  readonly query: Count;
  readonly body: Count;
  /** Params inside others. */
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
  /** Examples of responses. An example is missing if the strict check refuses it. */
  readonly examples: Count;
}

/**
 * Compares. Names, members and examples are counted over the operations that are declared. Of lists, the envelope
 * around the items is paging's own and not counted.
 */
export function compare(
  spec: Operations<SpecifiedOperation>,
  declared: Operations<DeclaredOperation>,
  exceptions: readonly Exception[] = [],
): Coverage {
  const tally = () => createTally(exceptions);
  const counts = {
    operations: tally(),
    query: tally(),
    body: tally(),
    params: tally(),
    fields: tally(),
    required: tally(),
    nullable: tally(),
    promised: tally(),
    specified: tally(),
    values: tally(),
    examples: tally(),
  };
  for (const [key, wanted] of spec) {
    const has = declared.get(key);
    counts.operations.count(key, has !== undefined);
    if (!has) continue;
    // A call takes query and body in one object: what an API takes in either place is declared for one.
    const takes = (name: string) => has.query.has(name) || has.body.has(name);
    for (const name of wanted.query) counts.query.count(`${key} ?${name}`, takes(name));
    for (const name of wanted.body) counts.body.count(`${key} body ${name}`, takes(name));
    for (const name of wanted.params.keys())
      if (/[.[]/.test(name)) counts.params.count(`${key} body ${name}`, has.params.has(name));
    for (const [name, { required }] of wanted.params) {
      const own = has.params.get(name);
      if (own && required) counts.required.count(`${key} body ${name} is declared optional`, own.required);
      else if (own) counts.promised.count(`${key} body ${name} is declared required`, !own.required);
    }
    compareNames(key, wanted, has, counts.specified);
    compareValues(`${key} body`, wanted.params, has.params, counts.values);
    compareValues(key, wanted.fields, has.fields, counts.values);
    for (const [path, field] of wanted.fields) {
      if (has.lists?.every((place) => place && path !== place && !path.startsWith(`${place}[]`))) continue;
      const own = has.fields.get(path);
      counts.fields.count(`${key} ${path}`, own !== undefined);
      if (!own || has.lists?.includes(path)) continue;
      if (field.required) counts.required.count(`${key} ${path} is declared optional`, own.required);
      else counts.promised.count(`${key} ${path} is declared required`, !own.required);
      if (field.nullable) counts.nullable.count(`${key} ${path} is declared never null`, own.nullable);
    }
    for (const [name, body] of wanted.examples) {
      const problems = has.check(body).map((drift) => `${drift.place} ${describeDrift(drift)}`);
      counts.examples.count(`${key} ${name}: ${problems.join('; ')}`, problems.length === 0);
    }
  }
  return counts;
}

/** Counts what is declared, and whether the specification has it. */
function compareNames(key: string, wanted: Operation, has: DeclaredOperation, specified: Tally): void {
  for (const name of has.params.keys())
    specified.count(`${key} body ${name} is not specified`, wanted.params.has(name));
  if (wanted.fields.size === 0) return; // files
  for (const path of has.fields.keys()) specified.count(`${key} ${path} is not specified`, wanted.fields.has(path));
}

/** Counts declared lists of values, and compares them with the specification's lists. */
function compareValues(place: string, wanted: Operation['fields'], declared: Operation['fields'], values: Tally): void {
  for (const [path, { values: own }] of declared) {
    const specified = wanted.get(path);
    if (!own || !specified) continue;
    const lacks = specified.values?.filter((value) => !own.includes(value)) ?? [];
    const adds = own.filter((value) => !specified.values?.includes(value));
    const differences = [
      ...(lacks.length > 0 ? [`lacks ${lacks.join(', ')}`] : []),
      ...(adds.length > 0 ? [`adds ${adds.join(', ')}`] : []),
    ];
    const line = specified.values ? differences.join('; ') : 'has values where none are listed';
    values.count(`${place} ${path} ${line}`, differences.length === 0);
  }
}

type Tally = ReturnType<typeof createTally>;

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

/** The counts as a table, then what is missing, what is excepted and what was corrected, by reason. */
export function report(coverage: Coverage, moved: Corrected['moved'] = new Map()): string {
  const counts = Object.entries<Count>({ ...coverage });
  const rows = counts.map(([name, { total, missing, excepted }]) => {
    const apart = [...excepted.values()].flat().length;
    const present = total - missing.length - apart;
    const share = total === 0 ? 100 : Math.floor((present / total) * 1000) / 10;
    const note = apart > 0 ? `  and ${apart} excepted` : '';
    return `${name.padEnd(12)}${String(present).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(1).padStart(5)} %${note}`;
  });
  const byReason = (what: string, reasons: ReadonlyMap<string, readonly string[]>) =>
    [...reasons].flatMap(([reason, lines]) => [
      `\n${what}, ${reason}:`,
      ...lines.slice(0, shownOfReason).map((line) => `  ${line}`),
      ...(lines.length > shownOfReason ? [`  … ${lines.length - shownOfReason} more`] : []),
    ]);
  const lists = counts.flatMap(([name, { missing, excepted }]) => [
    ...(missing.length > 0 ? [`\n${name} missing:`, ...missing.map((line) => `  ${line}`)] : []),
    ...byReason(`${name} excepted`, excepted),
  ]);
  return [...rows, ...lists, ...byReason('fields corrected', moved)].join('\n');
}
