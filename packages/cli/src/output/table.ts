import stringWidth from 'string-width';
import { columnsOf, type Row } from './columns.ts';

/** Longest cell, in columns of the terminal. */
const widest = 40;
/** Smallest width to which a cell is cut, unless it is the first. */
const narrowest = 12;
const gap = '  ';
const graphemes = new Intl.Segmenter();

/** Removes characters that could control the terminal or break the line. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** Pads a text to a width, or cuts it. */
function fit(text: string, width: number): string {
  const own = stringWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut}…${' '.repeat(Math.max(0, width - 1 - stringWidth(cut)))}`;
}

/** A table's columns and their widths, chosen by its first rows. */
export interface Layout {
  readonly columns: readonly { readonly path: string; readonly width: number }[];
  /** Number of columns that do not fit into the terminal. */
  readonly left: number;
}

/**
 * Chooses the columns of a table.
 *
 * @param fields Columns to show, in this order. Default: those that matter, as many as there is room for.
 */
export function layoutOf(rows: readonly Row[], room: number, fields: readonly string[] | undefined): Layout {
  const paths = fields ?? columnsOf(rows);
  const columns: { path: string; width: number }[] = [];
  let left = room;
  for (const path of paths) {
    const texts = [path, ...rows.map((row) => plain(row.get(path) ?? ''))];
    const wanted = Math.min(widest, Math.max(...texts.map((text) => stringWidth(text))));
    const width = Math.min(wanted, left);
    if (columns.length > 0 && width < Math.min(wanted, narrowest)) break;
    columns.push({ path, width });
    left -= width + gap.length;
  }
  return { columns, left: paths.length - columns.length };
}

/** Writes the head of a table. */
export const headOf = ({ columns }: Layout, hasColor: boolean): string => {
  const line = columns
    .map(({ path, width }) => fit(path, width))
    .join(gap)
    .trimEnd();
  return hasColor ? `\u001b[1m${line}\u001b[22m` : line;
};

/** Writes a row of a table. */
export const lineOf = ({ columns }: Layout, row: Row): string =>
  columns
    .map(({ path, width }) => fit(plain(row.get(path) ?? ''), width))
    .join(gap)
    .trimEnd();

/** Writes a single record, one field on each line. */
export function recordOf(row: Row, room: number, hasColor: boolean): string {
  const names = [...row].filter(([, value]) => value !== '');
  const width = Math.max(0, ...names.map(([name]) => stringWidth(name)));
  return names
    .map(([name, value]) => {
      const text = fit(plain(value), Math.max(10, room - width - gap.length)).trimEnd();
      return `${hasColor ? `\u001b[1m${fit(name, width)}\u001b[22m` : fit(name, width)}${gap}${text}`;
    })
    .join('\n');
}
