import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiOf } from '@x/core/catalog';
import makeCatalogs, { catalogOf } from '@x/testing/catalogs';
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

/** Puts `line` below the title. */
const belowTitle = (text: string, line: string) => text.replace(/^# .*\n/m, (title) => `${title}\n${line}\n`);

const links = (...entries: readonly (readonly [string, string])[]) =>
  entries.map(([text, page]) => `[${text}](/${page}.md)`).join(' · ');

const isProvider = (name: string) => providers.includes(name);

/** A page that people have written, with links to what is generated. */
function finishPage(page: string, text: string): string {
  const [, name = ''] = /^providers\/(\w+)\.md$/.exec(page) ?? [];
  if (page === 'providers/stream-events.md') return `---\naside: false\npageClass: reference\n---\n\n${text}`;
  if (!isProvider(name)) return text;
  return belowTitle(
    text,
    links(['All methods', `reference/${name}/index`], ['All exports', `reference/${name}/exports`]),
  );
}

/** A generated page of a package, with its layout and links to the others. */
function finishReference(name: string, text: string, layout = 'outline: [2, 3]'): string {
  const more = links(
    ...(guideOf[name] ? [['Guide', guideOf[name]] as const] : []),
    ...(isProvider(name)
      ? [['All methods', `reference/${name}/index`] as const, ['All exports', `reference/${name}/exports`] as const]
      : []),
  );
  return `---\n${layout}\npageClass: reference\n---\n\n${belowTitle(text, more)}`;
}

/**
 * A page of methods: the menu lists them, so tables have the room of the outline. The types of core in it are linked.
 */
const finishMethods = (name: string, text: string) =>
  finishReference(
    name,
    leadLinks(text, `packages/${name}/api.md`).replaceAll(
      /`(ApiCall|PagedCall)`(?=&lt;)/g,
      (_, type) => `[\`${type}\`](/reference/core.md#${type})`,
    ),
    'aside: false',
  );

/** Writes everything that VitePress reads: the pages that people have written, the reference, and the navigation. */
export function assemble(): void {
  rmSync(site, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL('../public', import.meta.url)), join(site, 'public'), { recursive: true });
  makeCatalogs();
  for (const name of providers)
    write(join(site, 'public/openapi', `${name}.json`), JSON.stringify(openApiOf(catalogOf(name))));
  for (const [file, page] of pages) write(join(site, page), finishPage(page, pageOf(file)));
  for (const [page, text] of renderReference())
    write(join(site, page), finishReference(/^reference\/(\w+)/.exec(page)?.[1] ?? '', text));
  for (const methods of methodPages)
    for (const [page, text] of methods.render()) write(join(site, page), finishMethods(methods.package, text));
  for (const image of globSync('docs/**/*.svg', { cwd: root }))
    cpSync(root + image, join(site, image.replace('docs/', '')));
}
