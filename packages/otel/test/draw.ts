import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { endOf, labelOf, startOf, treeOf } from './collect.ts';

const width = 980;
const labelsWidth = 400;
const rowHeight = 30;
const headHeight = 44;
const colors = { text: '#24292f', faint: '#6e7781', line: '#d0d7de', ok: '#0a7ea4', failed: '#cf222e' } as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(content)}</text>`;
const inMs = (microseconds: number): string => `${Math.round(microseconds / 1000)} ms`;

/** Returns the name of a row: its label without the events, which are drawn as ticks. */
export const rowLabel = (span: ReadableSpan): string => labelOf(span).replace(/ \(.*/, '');

/** Draws a trace like viewers such as Jaeger: a row per span, with a bar on a common time axis. */
export function drawTrace(spans: readonly ReadableSpan[]): string {
  const rows = treeOf(spans);
  const first = Math.min(...spans.map(startOf));
  const total = Math.max(...spans.map(endOf)) - first;
  const height = headHeight + rows.length * rowHeight + 12;
  const xOf = (time: number) => labelsWidth + ((time - first) / total) * (width - labelsWidth - 80);

  const axis = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const x = xOf(first + part * total);
    const line = `<line x1="${x.toFixed(1)}" y1="${headHeight - 12}" x2="${x.toFixed(1)}" y2="${height - 8}" stroke="${colors.line}"/>`;
    return line + text(x, headHeight - 20, inMs(part * total), `fill="${colors.faint}" text-anchor="middle"`);
  });
  const bars = rows.map(({ span, depth }, index) => {
    const y = headHeight + index * rowHeight;
    const [x, end] = [xOf(startOf(span)), xOf(endOf(span))];
    const failed = span.attributes['error.type'] !== undefined;
    const barWidth = Math.max(end - x, 3);
    const ticks = span.events.map(({ time: [seconds, nanoseconds] }) => {
      const at = xOf(seconds * 1e6 + nanoseconds / 1e3).toFixed(1);
      return `<line x1="${at}" y1="${y + 4}" x2="${at}" y2="${y + 26}" stroke="${colors.text}" stroke-width="1.5"/>`;
    });
    return [
      text(16 + depth * 20, y + 20, rowLabel(span), failed ? `fill="${colors.failed}"` : ''),
      `<rect x="${x.toFixed(1)}" y="${y + 8}" width="${barWidth.toFixed(1)}" height="14" rx="2" fill="${failed ? colors.failed : colors.ok}"/>`,
      ...ticks,
      text(x + barWidth + 6, y + 20, inMs(endOf(span) - startOf(span)), `fill="${colors.faint}"`),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="${colors.text}">`,
    '<title>A trace: one row per span, with its time</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...axis,
    ...bars,
    '</svg>\n',
  ].join('\n');
}
