import { isObject } from '@x/core/options';
import type { Format } from '../operation/flags.ts';
import { hasColor, say, type Terminal, write } from '../terminal.ts';
import { isNamedValue, type Row, rowOf, rowOfFields } from './columns.ts';
import type { Layout } from './table.ts';

/** How a result is written. */
export interface OutputOptions {
  readonly format: Format;
  /** Fields to show. Default: all; in a table, those that fit. */
  readonly fields?: readonly string[] | undefined;
  /** Copies a value without what must not be shown, and without other fields than `fields`. */
  readonly shown: (value: unknown) => unknown;
}

/** Returns the format of standard output: a table where a person looks. */
export const formatFor = ({ stdout }: Terminal, given: Format | undefined): Format =>
  given ?? (stdout.isTTY ? 'table' : 'json');

const json = (value: unknown, space?: number): string => JSON.stringify(value, undefined, space) ?? 'null';

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const pathsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => [...row.keys()]))];

const roomOf = ({ stdout, env }: Terminal): number => stdout.columns ?? (Number(env.COLUMNS) || 120);

/** Writes the items of a list as they arrive. Holds no more than one page. */
export class ListOutput {
  readonly #terminal: Terminal;
  readonly #options: OutputOptions;
  #count = 0;
  #columns: readonly string[] | undefined;
  #layout: Layout | undefined;
  #lost = new Set<string>();

  constructor(terminal: Terminal, options: OutputOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** Writes the items of a page. */
  async page(items: readonly unknown[]): Promise<void> {
    const { format, shown } = this.#options;
    const values = items.map(shown);
    if (values.length === 0) return;
    const lines =
      format === 'json'
        ? values.map((value, index) => `${this.#count + index === 0 ? '[' : ','}\n${json(value)}`)
        : format === 'jsonl'
          ? values.map((value) => `${json(value)}\n`)
          : format === 'csv'
            ? this.#csv(this.#rows(values))
            : await this.#table(this.#rows(values));
    this.#count += values.length;
    await write(this.#terminal.stdout, lines.join(''));
  }

  /** Writes the end of the list, and says what the format left out. */
  async end(): Promise<void> {
    const { format } = this.#options;
    if (format === 'json') await write(this.#terminal.stdout, this.#count === 0 ? '[]\n' : '\n]\n');
    else if (this.#count === 0) say(this.#terminal, 'no results');
    const { left = 0 } = this.#layout ?? {};
    if (left > 0) say(this.#terminal, `${left} more columns. Choose with --fields, or see all with -o json`);
    if (this.#lost.size > 0)
      say(
        this.#terminal,
        `left out ${[...this.#lost].join(', ')}, which the first page does not have. Name all columns with --fields`,
      );
  }

  #rows(values: readonly unknown[]): Row[] {
    const { fields } = this.#options;
    return values.map((value) => (fields ? rowOfFields(value, fields) : rowOf(value)));
  }

  #csv(rows: readonly Row[]): string[] {
    const head = this.#columns === undefined;
    const columns = this.#columns ?? pathsOf(rows);
    this.#columns = columns;
    for (const row of rows)
      for (const [name, value] of row) if (value !== '' && !columns.includes(name)) this.#lost.add(name);
    const lines = rows.map((row) => columns.map((name) => csvCell(row.get(name) ?? '')));
    return [...(head ? [columns.map(csvCell)] : []), ...lines].map((cells) => `${cells.join(',')}\n`);
  }

  async #table(rows: readonly Row[]): Promise<string[]> {
    const { headOf, layoutOf, lineOf } = await import('./table.ts');
    const { stdout, env } = this.#terminal;
    const isFirst = this.#layout === undefined;
    const layout = this.#layout ?? layoutOf(rows, roomOf(this.#terminal), this.#options.fields && pathsOf(rows));
    this.#layout = layout;
    return [...(isFirst ? [headOf(layout, hasColor(stdout, env))] : []), ...rows.map((row) => lineOf(layout, row))].map(
      (line) => `${line}\n`,
    );
  }
}

const isRecords = (value: unknown): value is object[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'object' && each !== null && !isNamedValue(each));

/** Returns the lists of records below a value, by their paths. */
const listsIn = (value: object, path = ''): [path: string, list: object[]][] =>
  Object.entries(value).flatMap(([name, each]) => {
    if (isRecords(each)) return [[path + name, each]];
    return isObject(each) ? listsIn(each, `${path}${name}.`) : [];
  });

/** Rows of a result, and the fields of them that were asked for. */
interface Records {
  /** Field that holds the rows. Default: the result is the list, or the only row. */
  readonly name?: string;
  readonly records: readonly unknown[];
  readonly fields?: readonly string[] | undefined;
}

/** Returns the rows of a result: one with a single list of records is that list, unless other fields were asked for. */
function recordsIn(value: object, fields: readonly string[] | undefined): Records {
  if (Array.isArray(value)) return { records: value, fields };
  const [[name, records] = ['', []], ...others] = Object.entries(value).filter(([, each]) => isRecords(each));
  const isBelow = (fields ?? []).every((field) => field === name || field.startsWith(`${name}.`));
  if (name === '' || others.length > 0 || !isBelow) return { records: [value], fields };
  const below = fields?.includes(name) ? undefined : fields?.map((field) => field.slice(name.length + 1));
  return { name, records, fields: below };
}

/** Writes a single result. In a table, lists of records below it become tables of their own. */
export async function writeValue(terminal: Terminal, result: unknown, options: OutputOptions): Promise<void> {
  const { stdout, env } = terminal;
  if (result === undefined) return say(terminal, 'done');
  if (result instanceof Uint8Array) return write(stdout, result);
  const value = options.shown(result);
  const { format } = options;
  if (typeof value !== 'object' || value === null)
    return write(stdout, `${typeof value === 'string' ? value : json(value)}\n`);
  if (format === 'json' || (format === 'jsonl' && !Array.isArray(value)))
    return write(stdout, `${json(value, format === 'json' ? 2 : undefined)}\n`);
  if (format === 'csv' || Array.isArray(value)) {
    const { name, records, fields } = recordsIn(value, options.fields);
    const output = new ListOutput(terminal, { ...options, fields, shown: (each) => each });
    await output.page(records);
    await output.end();
    const others = name === undefined ? [] : Object.keys(value).filter((each) => each !== name);
    if (others.length > 0) say(terminal, `left out ${others.join(', ')}. See all with -o json`);
    return;
  }
  const { plain, recordOf } = await import('./table.ts');
  const lists = listsIn(value);
  const own = rowOf(value);
  for (const [path] of lists) own.delete(path);
  const record = recordOf(own, roomOf(terminal), hasColor(stdout, env));
  if (record !== '') await write(stdout, `${record}\n`);
  for (const [name, list] of lists) {
    await write(stdout, `${record === '' && lists.length === 1 ? '' : `\n${plain(name)}\n`}`);
    const output = new ListOutput(terminal, { format, shown: (each) => each });
    await output.page(list);
    await output.end();
  }
}
