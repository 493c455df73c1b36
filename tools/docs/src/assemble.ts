import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slugOf } from './api/markdown.ts';
import { pageOf, pages, providers, root } from './pages.ts';
import { renderReference } from './reference.ts';

/** What VitePress reads. */
export const site: string = fileURLToPath(new URL('../.generated/site', import.meta.url));

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Puts `line` below the title. */
const belowTitle = (text: string, line: string) => text.replace(/^# .*\n/m, (title) => `${title}\n${line}\n`);

const links = (...entries: readonly (readonly [string, string])[]) =>
  entries.map(([text, link]) => `[${text}](${link})`).join(' · ');

/** The page about each package. */
const guides: Readonly<Record<string, string>> = {
  ...Object.fromEntries(providers.map((name) => [name, `providers/${name}`])),
  core: 'guides/extending',
  otel: 'guides/telemetry',
  redis: 'guides/redis',
  postgres: 'guides/postgres',
  cloudflare: 'guides/cloudflare-workers',
  sandbox: 'guides/testing',
};

/** A page with what it has on the site only: links to what is generated, and its layout. */
function finished(page: string, text: string): string {
  const [, folder = '', name = '', kind] = /^(\w+)\/(\w+)(.*)\.md$/.exec(page) ?? [];
  if (folder === 'providers')
    return belowTitle(
      text,
      links(['All methods', `../reference/${name}-calls.md`], ['All exports', `../reference/${name}.md`]),
    );
  if (folder !== 'reference') return text;
  if (kind !== '-calls') {
    const more = [
      ...(guides[name] ? [['Guide', `../${guides[name]}.md`] as const] : []),
      ...(providers.includes(name) ? [['All methods', `./${name}-calls.md`] as const] : []),
    ];
    return `---\noutline: [2, 3]\npageClass: reference\n---\n\n${belowTitle(text, links(...more))}`;
  }
  const linked = text.replaceAll(
    /`(ApiCall|PagedCall)`(?=&lt;)/g,
    (_, type) => `[\`${type}\`](./core.md#${slugOf(type)})`,
  );
  const more = links(['Guide', `../${guides[name]}.md`], ['All exports', `./${name}.md`]);
  return `---\naside: false\npageClass: reference\n---\n\n${belowTitle(linked, more)}`;
}

/** Writes everything that VitePress reads: the pages that people have written, the tables of calls, and the reference. */
export function assemble(): void {
  rmSync(site, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL('../public', import.meta.url)), join(site, 'public'), { recursive: true });
  for (const [file, page] of pages) write(join(site, page), finished(page, pageOf(file)));
  for (const [page, text] of renderReference()) write(join(site, page), finished(page, text));
  for (const image of globSync('docs/**/*.svg', { cwd: root }))
    cpSync(root + image, join(site, image.replace('docs/', '')));
}
