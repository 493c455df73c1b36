import { markdownTable } from '@x/testing/table';
import { median, quartiles } from './statistics.ts';

/** What is shown, on a terminal and on a page alike. */
export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table in Markdown, its columns aligned: numbers to the right, as far as a whole column is of numbers. */
export function render({ title, note, head, rows }: Table): string {
  const numeric = head.map((_, column) =>
    rows.every((row) => /^(–|-?[\d.]+( \(.*\)| [kM]B| %)?)$/.test(row[column] ?? '')),
  );
  const table = markdownTable(head, rows, (column) => numeric[column] === true);
  return [`### ${title}`, ...(note ? [note] : []), table].join('\n\n');
}

/** Three digits that count, or whole numbers. */
export const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** `median (q1–q3)`. */
export const spread = (values: readonly number[]): string => {
  const { q1, median, q3 } = quartiles(values);
  return `${number(median)} (${number(q1)}–${number(q3)})`;
};

/** The entries of what each took, the least first. */
export const byMedian = <Took>(
  taken: Readonly<Record<string, Took>>,
  values: (took: Took) => readonly number[],
): [string, Took][] => Object.entries(taken).sort(([, a], [, b]) => median(values(a)) - median(values(b)));

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;
