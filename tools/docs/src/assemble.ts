import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiOf } from '@x/catalog';
import makeCatalogs, { catalogOf } from '@x/testing/catalogs';
import { renderCommands } from './commands.ts';
import { guideOf } from './entry-points.ts';
import { methodPages } from './methods.ts';
import { leadLinks, pageOf, pages } from './pages.ts';
import { renderReference } from './reference.ts';
import { providers, root } from './repository.ts';

/** Folder that VitePress reads. */
const site = fileURLToPath(new URL('../.generated/site', import.meta.url));

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const link = (text: string, page: string) => `[${text}](/${page}.md)`;

const linksOf = (name: string) =>
  providers.includes(name)
    ? [link('All methods', `reference/${name}/index`), link('All exports', `reference/${name}/exports`)]
    : [];

const belowTitle = (text: string, links: readonly string[]) =>
  links.length > 0 ? text.replace(/^# .*\n/m, (title) => `${title}\n${links.join(' · ')}\n`) : text;

const withLayout = (text: string, layout: string) =>
  `---\n${layout}\npageClass: reference\neditLink: false\n---\n\n${text}`;

/** Adds links to generated pages to a hand-written page. */
function finishPage(page: string, text: string): string {
  if (page === 'providers/stream-events.md') return withLayout(text, 'aside: false');
  if (page === 'index.md') return `---\nsidebar: false\naside: false\npageClass: home\n---\n\n${text}`;
  return belowTitle(text, linksOf(/^providers\/(\w+)\.md$/.exec(page)?.[1] ?? ''));
}

/** Adds a layout, and links to a package's other pages, to a generated page. */
function finishReference(page: string, text: string, layout: string): string {
  const [, name = ''] = /^reference\/(\w+)/.exec(page) ?? [];
  const guide = guideOf[name];
  return withLayout(belowTitle(text, [...(guide ? [link('Guide', guide)] : []), ...linksOf(name)]), layout);
}

/** Changes the links in a text of an `api.md` to pages of the site, and links the types of core in it. */
const leadOut = (name: string, text: string) =>
  leadLinks(text, `packages/${name}/api.md`).replaceAll(
    /`(ApiCall|PagedCall)`(?=&lt;)/g,
    (_, type) => `[\`${type}\`](/reference/core.md#${type})`,
  );

/** Writes everything that VitePress reads: the hand-written pages, and the reference. */
export function assemble(): void {
  rmSync(site, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL('../public', import.meta.url)), join(site, 'public'), { recursive: true });
  makeCatalogs();
  for (const name of providers)
    write(join(site, 'public/openapi', `${name}.json`), JSON.stringify(openApiOf(catalogOf(name))));
  for (const [file, page] of pages) write(join(site, page), finishPage(page, pageOf(file)));
  for (const [page, text] of renderReference()) write(join(site, page), finishReference(page, text, 'outline: [2, 3]'));
  for (const [page, text] of renderCommands()) write(join(site, page), withLayout(text, 'outline: 2'));
  // The menu lists the methods of a page, so its tables can use the space of the outline.
  for (const methods of methodPages)
    for (const [page, text] of methods.render())
      write(join(site, page), finishReference(page, leadOut(methods.package, text), 'aside: false'));
  for (const image of globSync('docs/**/*.{svg,png}', { cwd: root }))
    cpSync(root + image, join(site, image.replace('docs/', '')));
}
