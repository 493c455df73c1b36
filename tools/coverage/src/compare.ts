import type { DeclaredOperation, Operations, SpecifiedOperation } from './operation.ts';

/** Something that is missing or differs on purpose. */
export interface Exception {
  /** Start of the line that the report would have. */
  readonly line: string;
  readonly reason: string;
}

/** One thing that was counted. */
export interface Count {
  readonly total: number;
  /** What is missing or differs, each by operation and name. */
  readonly missing: readonly string[];
  /** The same where it is on purpose, with the reason. */
  readonly excepted: readonly string[];
}

/** How much of a specification is declared. */
export interface Coverage {
  readonly operations: Count;
  readonly query: Count;
  readonly body: Count;
  readonly fields: Count;
  /** Members that the specification promises: those declared as optional are missing. */
  readonly required: Count;
  /** Members that the specification allows to be null: those declared as never null are missing. */
  readonly nullable: Count;
  /** All members: those declared as required where the specification does not promise them are missing. */
  readonly promised: Count;
  /** Examples of answers: those that the strict check refuses are missing. */
  readonly examples: Count;
}

/**
 * Compares. Names, members and examples are counted over the operations that are declared. Of lists, the envelope around
 * the items is paging's own and not counted.
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
    fields: tally(),
    required: tally(),
    nullable: tally(),
    promised: tally(),
    examples: tally(),
  };
  for (const [key, wanted] of spec) {
    const has = declared.get(key);
    counts.operations.count(key, has !== undefined);
    if (!has) continue;
    for (const name of wanted.query) counts.query.count(`${key} ?${name}`, has.query.has(name));
    for (const name of wanted.body) counts.body.count(`${key} body ${name}`, has.body.has(name));
    const places = [...has.fields.keys()];
    const listed =
      places.length > 0 && places.every((path) => path.includes('[]')) ? places[0]?.split('[]')[0] : undefined;
    for (const [path, field] of wanted.fields) {
      if (listed !== undefined && !path.startsWith(`${listed}[]`)) continue;
      const own = has.fields.get(path);
      counts.fields.count(`${key} ${path}`, own !== undefined);
      if (!own) continue;
      if (field.required) counts.required.count(`${key} ${path} is declared optional`, own.required);
      else counts.promised.count(`${key} ${path} is declared required`, !own.required);
      if (field.nullable) counts.nullable.count(`${key} ${path} is declared never null`, own.nullable);
    }
    for (const [name, body] of wanted.examples) {
      const problem = has.check(body);
      counts.examples.count(`${key} ${name}: ${problem}`, problem === undefined);
    }
  }
  return counts;
}

function createTally(exceptions: readonly Exception[]) {
  const missing: string[] = [];
  const excepted: string[] = [];
  return {
    total: 0,
    missing,
    excepted,
    count(name: string, present: boolean) {
      this.total += 1;
      if (present) return;
      const exception = exceptions.find(({ line }) => name.startsWith(line));
      if (exception) excepted.push(`${name}: ${exception.reason}`);
      else missing.push(name);
    },
  };
}

/** The counts as a table, then what is missing and what is excepted, line by line. */
export function report(coverage: Coverage): string {
  const counts = Object.entries<Count>({ ...coverage });
  const rows = counts.map(([name, { total, missing, excepted }]) => {
    const present = total - missing.length - excepted.length;
    const share = total === 0 ? 100 : Math.floor((present / total) * 1000) / 10;
    const note = excepted.length > 0 ? `  and ${excepted.length} excepted` : '';
    return `${name.padEnd(12)}${String(present).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(1).padStart(5)} %${note}`;
  });
  const lists = counts.flatMap(([name, { missing, excepted }]) => [
    ...(missing.length > 0 ? [`\n${name} missing:`, ...missing.map((line) => `  ${line}`)] : []),
    ...(excepted.length > 0 ? [`\n${name} excepted:`, ...excepted.map((line) => `  ${line}`)] : []),
  ]);
  return [...rows, ...lists].join('\n');
}
