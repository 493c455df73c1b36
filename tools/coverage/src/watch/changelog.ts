import { digest, type Fingerprints } from './fingerprint.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** Start of an entry's title: a date, a month and a year, or a version. */
const dated = new RegExp(
  `^\\W*(?:Web API Changelog\\s*[-–]\\s*)?(\\d{4}[-‑]\\d{2}[-‑]\\d{2}|(?:${months})\\s+(?:\\d{1,2},\\s+)?\\d{4}|v?\\d+\\.\\d+\\.\\d+)\\b`,
);
const longestTitle = 100;

/** Returns the lines of a page as a reader sees them, without HTML markup. */
const linesOf = (page: string): string[] =>
  page
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<(?:br|\/?(?:p|li|ul|tr|td|h\d|div|a))\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns a fingerprint of each dated entry of a changelog. A page without dates is one entry, named `page`. */
export function entriesOf(page: string): Fingerprints {
  const entries = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of linesOf(page)) {
    const date = dated.exec(line)?.[1]?.replaceAll('‑', '-');
    // Leave out characters that could form Markdown or a mention.
    const title =
      date &&
      line
        .replace(/[^\w .,:/()-]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, longestTitle);
    if (title) {
      lines = entries.get(title) ?? [];
      entries.set(title, lines);
    }
    lines.push(line);
    if (entries.size === 0) entries.set('page', lines);
  }
  if (entries.size > 1) entries.delete('page'); // the text before the first entry
  return Object.fromEntries([...entries].map(([title, text]) => [title, digest(text)]));
}
