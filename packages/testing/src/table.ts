/**
 * Formats a Markdown table with aligned columns.
 *
 * @param isNumeric Whether a column holds numbers, which are aligned to the right.
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isNumeric: (column: number) => boolean = () => false,
): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell[isNumeric(column) ? 'padStart' : 'padEnd'](widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(
    widths.map((width, column) => (isNumeric(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))),
  );
  return [line(head), rule, ...rows.map(line)].join('\n');
}
