/** A command, and what a terminal shows after it. */
export interface Entry {
  readonly line: string;
  readonly output: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws a session in a terminal of 92 columns as an SVG. It has its own background, for light and dark pages. */
export function drawSession(entries: readonly Entry[]): string {
  const lines = entries
    .flatMap(({ line, output }) => [`$ x ${line}`, ...output.trimEnd().split('\n'), ''])
    .slice(0, -1);
  const rows = lines.flatMap((line) =>
    (line.match(/.{1,92}(?:\s|$)/g) ?? ['']).map((text) => {
      const style = line.startsWith('$') ? ' class="b"' : line.startsWith('x:') ? ' class="q"' : '';
      return { text, style };
    }),
  );
  const height = 22 + 19 * rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 812 ${height}" font-family="ui-monospace, SF Mono, Cascadia Mono, DejaVu Sans Mono, monospace" font-size="14">
<title>x in a terminal</title>
<rect width="812" height="${height}" rx="10" fill="#17181d"/>
<style>text{fill:#d6d8de;white-space:pre}.b{fill:#fff;font-weight:bold}.q{fill:#8b8e98}</style>
${rows
  .map(({ text, style }, row) => `<text x="18" y="${30 + 19 * row}"${style}>${escaped(text.trimEnd())}</text>\n`)
  .filter((row) => !row.includes('></text>'))
  .join('')}</svg>
`;
}
