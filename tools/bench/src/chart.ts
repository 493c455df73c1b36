import { contender } from './contenders.ts';
import type { Table } from './table.ts';

const width = 760;
const [labelWidth, valueWidth, rowHeight, gap] = [240, 50, 18, 34];

// Colors that can be distinguished on light and dark pages.
const style = `text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 } .ours { fill: #0a7d5c } .peer { fill: #a9b4c0 } .baseline { fill: #6b7a8c }
line { stroke: #24292f; stroke-dasharray: 3 3; opacity: .5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .ours { fill: #2fbf8f } .peer { fill: #4d5866 } .baseline { fill: #8b98a8 } line { stroke: #e6edf3 }
}`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Draws the table of CPU per call as a multiple of bare fetch, with a group of bars for each column. */
export function chart({ head, rows }: Table): string {
  const groups = head.slice(1).map((title, column) => ({
    title,
    bars: rows
      .map(([client = '', ...values]) => ({ name: client.replaceAll('**', ''), value: Number(values[column]) }))
      .filter(({ value }) => value > 0)
      .map((bar) => ({ ...bar, kind: contender(bar.name).kind }))
      .sort((a, b) => a.value - b.value),
  }));
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (value: number) => (value / most) * (width - labelWidth - valueWidth);
  let y = 30;
  const parts: string[] = [];
  for (const { title, bars } of groups) {
    parts.push(`<text class="title" x="0" y="${y}">${escaped(title)}</text>`);
    const top = y + 8;
    const bottom = top + bars.length * rowHeight;
    const one = (labelWidth + scale(1)).toFixed(1);
    parts.push(`<line x1="${one}" x2="${one}" y1="${top}" y2="${bottom}"/>`);
    for (const [index, { name, kind, value }] of bars.entries()) {
      const at = top + index * rowHeight;
      parts.push(
        `<text x="${labelWidth - 8}" y="${at + 13}" text-anchor="end"${kind === 'ours' ? ' class="title"' : ''}>${escaped(name)}</text>`,
        `<rect class="${kind}" x="${labelWidth}" y="${at + 2}" width="${scale(value).toFixed(1)}" height="${rowHeight - 4}"/>`,
        `<text x="${(labelWidth + scale(value) + 6).toFixed(1)}" y="${at + 13}">${value.toFixed(2)}</text>`,
      );
    }
    y = bottom + gap;
  }
  const ours = groups.flatMap(({ title, bars }) =>
    bars.filter(({ kind }) => kind === 'ours').map(({ value }) => `${title} ${value.toFixed(2)}`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y - gap + 10}" role="img" aria-labelledby="title text">
<title id="title">CPU per call as a multiple of bare fetch; less is better</title>
<desc id="text">Ours: ${escaped(ours.join(', '))}.</desc>
<style>
${style}
</style>
<text x="${width - 4}" y="14" text-anchor="end">CPU per call, bare fetch = 1; less is better</text>
${parts.join('')}
</svg>
`;
}
