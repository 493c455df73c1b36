import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeLinks, headingsIn, sectionOf } from './api/markdown.ts';

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const providers = ['stream', 'music', 'bank', 'food', 'quotes'];

/** Files that are pages, by their paths from the root, and the pages' paths on the site. */
export const pages = new Map([
  ...globSync('docs/**/*.md', { cwd: root })
    .sort()
    .map((file): [string, string] => [file, file.replace('docs/', '')]),
  ...providers.map((name): [string, string] => [`packages/${name}/api.md`, `reference/${name}-calls.md`]),
]);

export const read = (file: string): string => readFileSync(root + file, 'utf8');

export const isExternal = (link: string): boolean => /^[a-z]+:/.test(link);

/** The file that a link in `file` leads to, and the anchor in it. */
export function targetOf(link: string, file: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = link.split('#');
  return { file: path ? posix.join(posix.dirname(file), path) : file, anchor };
}

/** Whether there is such a file or folder. */
export const exists = (file: string): boolean => existsSync(root + file);

const includePattern = /<!-- *@include: ([^#\s]+?)(?:#(\S+))? *-->/g;

/** The texts that `file` includes. */
export const includesOf = (file: string): { file: string; anchor: string; text: string | undefined }[] =>
  [...read(file).matchAll(includePattern)].map(([, path = '', anchor = '']) => {
    const from = posix.join(posix.dirname(file), path);
    return { file: from, anchor, text: anchor ? sectionOf(read(from), anchor) : read(from) };
  });

/** Pages by the files they include a text of. */
const includedBy = Map.groupBy(
  [...pages].flatMap(([file, page]) => includesOf(file).map((part) => ({ ...part, page }))),
  ({ file }) => file,
);

/** Where a link to a file of the repository leads on the site: `page.md#anchor`. Undefined where no page has its text. */
export function addressOf({ file, anchor }: { file: string; anchor: string }): string | undefined {
  const page = pages.get(file);
  const tail = anchor && `#${anchor}`;
  if (page) return page + tail;
  const parts = includedBy.get(file);
  const holder = parts?.find(({ text = '' }) => headingsIn(text).some(({ slug }) => slug === anchor));
  if (holder) return holder.page + tail;
  return (parts?.find((part) => part.anchor === anchor) ?? parts?.[0])?.page;
}

/**
 * A page as the site has it: other texts put in, each link led to its page. A link to a file that is not a page becomes plain
 * text, since the site knows no address for it.
 */
export function pageOf(file: string): string {
  const own = pages.get(file) ?? '';
  const lead = (text: string, of: string) =>
    changeLinks(text, (link, label, isImage) => {
      if (isImage || isExternal(link) || link.startsWith('#')) return `${isImage ? '!' : ''}[${label}](${link})`;
      const [page = '', anchor] = addressOf(targetOf(link, of))?.split('#') ?? [];
      if (!page) return label;
      const path = posix.relative(posix.dirname(own), page);
      return `[${label}](${path.startsWith('.') ? '' : './'}${path}${anchor ? `#${anchor}` : ''})`;
    });
  const parts = includesOf(file);
  return nameTabs(
    read(file)
      .split(/<!-- *@include: .*?-->/)
      .flatMap((text, index) => [
        lead(text, file),
        parts[index] ? lead(parts[index].text ?? '', parts[index].file) : '',
      ])
      .join(''),
  );
}

/** In a group of code, each tab has the name of the package that its block imports. */
const nameTabs = (text: string): string =>
  text.replace(/^::: code-group$[\s\S]*?^:::$/gm, (group) =>
    group.replace(/^```ts\n(?=[\s\S]*?from '@x\/(\w+)')/gm, '```ts [$1]\n'),
  );
