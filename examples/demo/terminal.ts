import { styleText } from 'node:util';
import cliProgress from 'cli-progress';

/** Prints the title of a part. */
export function heading(title: string, aside = ''): void {
  console.log(`\n${styleText('bold', title)}${aside && styleText('dim', `  ${aside}`)}`);
}

/** Maximum width of a printed line, in columns: the terminal's, but no more than anyone reads. */
const lineWidth = Math.min(Number(process.env.COLUMNS) || process.stdout.columns || 80, 120);
const indent = '  ';

/**
 * Prints rows with their columns aligned, numbers to the right. The widest columns are cut so that rows fit the line.
 */
export function table(rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(String(row[column] ?? '')))));
  const room = lineWidth - indent.length * widths.length;
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = Math.max(...widths) - 1;
  }
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const text = short(String(cell), widths[column] ?? 0);
      const blanks = ' '.repeat((widths[column] ?? 0) - widthOf(text));
      return /^[\d.]+$/.test(text) ? blanks + text : text + blanks;
    });
    console.log(`${indent}${cells.join(indent)}`.trimEnd());
  }
}

/** Prints a remark in full, on as many lines as it takes. */
export function note(text: string): void {
  for (const line of wrap(text, lineWidth - indent.length)) console.log(styleText('dim', indent + line));
}

/** Prints a line that stands alone, in full. */
export const say = (text: string): void => console.log(wrap(text, lineWidth).join('\n'));

/** Wraps a text into lines of at most `width` characters. A longer word stays in one piece. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Returns the columns that a string takes on a terminal: two for East Asian characters and for most emoji. */
export const widthOf = (text: string): number => text.length + (text.match(doubleWidth)?.length ?? 0);

const doubleWidth = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}☕]/gu;

/** Cuts a text to `width` columns. */
export function short(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = text;
  while (widthOf(cut) > width - 1) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** Creates a progress bar from 0 to `total`. Without a terminal, only its final state is printed. */
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
