import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { changeLinks, headingsIn, sectionOf } from './api/markdown.ts';
import { read, root } from './repository.ts';

/** Paths of the pages on the site, by the paths of their files from the root. */
export const pages = new Map(
  globSync('docs/**/*.md', { cwd: root })
    .sort()
    .map((file): [string, string] => [file, file.replace('docs/', '')]),
);

export const isExternal = (link: string): boolean => /^[a-z]+:/.test(link);

/** Returns the file that a link in `file` leads to, and the anchor in it. */
export function targetOf(link: string, file: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = link.split('#');
  return { file: path ? posix.join(posix.dirname(file), path) : file, anchor };
}

/** Whether a file or folder exists. */
export const exists = (file: string): boolean => existsSync(root + file);

// On the site, a line with nothing but an arrow and a link becomes the text that the link leads to.
const includePattern = /^→ \[[^\]]*\]\(([^)#\s]+)#([^)\s]+)\)$/gm;

/** Returns the texts that `file` includes. */
export const includesOf = (file: string): { file: string; anchor: string; text: string | undefined }[] =>
  [...read(file).matchAll(includePattern)].map(([, path = '', anchor = '']) => {
    const from = posix.join(posix.dirname(file), path);
    return { file: from, anchor, text: sectionOf(read(from), anchor) };
  });

/** Included texts and the pages that include them, by file. */
const includedBy = Map.groupBy(
  [...pages].flatMap(([file, page]) => includesOf(file).map((part) => ({ ...part, page }))),
  ({ file }) => file,
);

/**
 * Returns where a link to a file of the repository leads on the site: `page.md#anchor`. Undefined if no page has the
 * file's text.
 */
export function addressOf({ file, anchor }: { file: string; anchor: string }): string | undefined {
  const page = pages.get(file);
  const tail = anchor && `#${anchor}`;
  const [, provider] = /^packages\/(\w+)\/api\.md$/.exec(file) ?? [];
  if (provider) return `reference/${provider}/index.md`;
  if (page) return page + tail;
  const parts = includedBy.get(file);
  const holder = parts?.find(({ text = '' }) => headingsIn(text).some(({ slug }) => slug === anchor));
  if (holder) return holder.page + tail;
  return (parts?.find((part) => part.anchor === anchor) ?? parts?.[0])?.page;
}

/**
 * Changes the links in a text of `file` to pages of the site. A link to a file that is not a page becomes plain text,
 * because the site has no address for it.
 */
export const leadLinks = (text: string, file: string): string =>
  changeLinks(text, (link, label, isImage) => {
    if (isImage || isExternal(link) || link.startsWith('#') || link.startsWith('/'))
      return `${isImage ? '!' : ''}[${label}](${link})`;
    const address = addressOf(targetOf(link, file));
    return address ? `[${label}](/${address})` : label;
  });

/** Returns a page of the site: the file with the texts it includes, and with links to pages. */
export function pageOf(file: string): string {
  const parts = includesOf(file);
  const text = read(file)
    .split(/^→ \[.*\)$/m)
    .map((own, index) => {
      const part = parts[index];
      const included = part ? leadLinks(part.text ?? '', part.file) : '';
      return leadLinks(own, file) + included;
    })
    .join('');
  return nameTabs(listEdges(text));
}

/** Replaces a graph, which GitHub draws, with a list of its arrows, because VitePress draws none. */
const listEdges = (text: string): string =>
  text.replace(/^```mermaid\ngraph LR\n([\s\S]*?)^```$/m, (_, graph: string) =>
    graph.trim().replaceAll(/^ */gm, '- ').replaceAll(' --> ', ' → ').replaceAll(' & ', ', '),
  );

/** Names each tab of a code group after the package that its block imports. */
const nameTabs = (text: string): string =>
  text.replace(/^::: code-group$[\s\S]*?^:::$/gm, (group) =>
    group.replace(/^```ts\n(?=[\s\S]*?from '@x\/(\w+)')/gm, '```ts [$1]\n'),
  );
