import { styleText } from 'node:util';
import cliProgress from 'cli-progress';

/** Prints the title of a part. */
export function heading(title: string, aside = ''): void {
  console.log(`\n${styleText('bold', title)}${aside && styleText('dim', `  ${aside}`)}`);
}

/** Prints rows with their columns aligned; numbers stand to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => String(row[column] ?? '').length));
  const columns = rows[0]?.map((_, column) => width(column)) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      /^[\d.]+$/.test(String(cell))
        ? String(cell).padStart(columns[column] ?? 0)
        : String(cell).padEnd(columns[column] ?? 0),
    );
    console.log(`  ${cells.join('  ').trimEnd()}`);
  }
}

/** Prints a remark. */
export const note = (text: string): void => console.log(styleText('dim', `  ${text}`));

/** Text cut to `length` characters. */
export const short = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** A bar from 0 to `total`. Off a terminal only its end is printed. */
export function progress(total: number): { update(value: number): void; stop(): void } {
  const bar = new cliProgress.SingleBar({
    format: '  {bar}  {value} of {total}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    hideCursor: true,
    stream: process.stdout,
  });
  if (process.stdout.isTTY) bar.start(total, 0);
  let last = 0;
  return {
    update(value) {
      last = value;
      bar.update(value);
    },
    stop() {
      bar.stop();
      if (!process.stdout.isTTY) console.log(`  ${'█'.repeat(32)}  ${last} of ${total}`);
    },
  };
}
