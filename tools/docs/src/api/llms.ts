import { globSync } from 'node:fs';
import { read, root } from '../repository.ts';

/**
 * Regenerates the list in the Guides section of `llms.txt`: every page of docs/ and every example, by title and first
 * sentence.
 */
export function renderGuides(llms: string): string {
  const pages = globSync(['docs/**/*.md', 'examples/*/README.md'], { cwd: root }).sort();
  const rows = pages.map((path) => `- ${entryOf(path, read(path))}`);
  return llms.replace(/(\n## Guides\n\n)[\s\S]*?(?=\n## )/, (_, head) => `${head}${rows.join('\n')}\n`);
}

/** Returns a page's title as a link to it, and the first sentence of its first paragraph without links. */
export function entryOf(path: string, page: string): string {
  const [, title = path, text = ''] =
    /^# (.+)\n+(?:(?:```[\s\S]*?^```|<!--.*-->)\n+)*([A-Z`[](?!``)(?:.+\n?)+)?/m.exec(page) ?? [];
  const sentence = text
    .replaceAll('\n', ' ')
    .trim()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\.(?:\s.*)?$/, '');
  return `[${title}](${path})${sentence && `: ${sentence}`}`;
}
