import { markdownTable } from '@x/testing/table';
import type { Costs } from './bench.ts';
import { median, quartiles } from './statistics.ts';

/** A table, for both the terminal and the page. */
export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Renders the table in Markdown. Aligns a column to the right if all of its cells are numbers. */
export function render({ title, note, head, rows }: Table): string {
  const numeric = head.map((_, column) =>
    rows.every((row) => /^(–|-?[\d.]+( \(.*\)| [kM]B| %)?)$/.test(row[column] ?? '')),
  );
  const table = markdownTable(head, rows, (column) => numeric[column] === true);
  return [`### ${title}`, ...(note ? [note] : []), table].join('\n\n');
}

/** Formats a number with three significant digits, or as a whole number. */
export const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Formats values as `median (q1–q3)`. */
export const spread = (values: readonly number[]): string => {
  const { q1, median, q3 } = quartiles(values);
  return `${number(median)} (${number(q1)}–${number(q3)})`;
};

/** Returns the entries sorted by the median of one kind of cost, lowest first. */
export const byMedian = <Kind extends string>(
  costs: Costs<Kind>,
  kind: NoInfer<Kind>,
): [string, Costs<Kind>[string]][] => Object.entries(costs).sort(([, a], [, b]) => median(a[kind]) - median(b[kind]));

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;
