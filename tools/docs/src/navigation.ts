import type { DefaultTheme } from 'vitepress';
import { entryPoints, guideOf } from './entry-points.ts';
import { type MethodPages, methodPages } from './methods.ts';
import { pageOf, pages } from './pages.ts';
import { providers, read } from './repository.ts';

/** Links to a page by its name with `.html`, because VitePress takes the `.ai` of `mcp.ai` for a file extension. */
const link = (text: string, page: string) => ({ text, link: /(^|\/)$/.test(page) ? `/${page}` : `/${page}.html` });

const titles = new Map([...pages].map(([file, page]) => [page, /^# (.+)$/m.exec(pageOf(file))?.[1] ?? page]));

/** Returns menu entries for pages of a folder, with their titles. */
const links = (folder: string, names: string) =>
  names.split(/\s+/).map((name) => link(titles.get(`${folder}${name}.md`) ?? name, folder + name));

const packages = Object.keys(guideOf);

const versionOf = (name: string) => JSON.parse(read(`packages/${name}/package.json`)).version;

/** Returns menu entries for the pages of a package's entry points. */
const exportsOf = (name: string) =>
  entryPoints
    .filter((entry) => entry.package === name)
    .map(({ specifier, page }) => link(specifier === `@x/${name}` ? 'All exports' : specifier, `reference/${page}`));

/** Returns the page that a package's reference starts with. */
const startOf = (name: string) => `reference/${name}${providers.includes(name) ? '/' : ''}`;

/** Creates the menu of a provider's reference: its groups of methods, each with its methods. */
function methodsMenu({ package: name, pages }: MethodPages): DefaultTheme.SidebarItem[] {
  const titles: Record<string, string> = { client: 'The client itself', types: 'Shared types' };
  const menu = pages.map(({ name: page, methods }) => ({
    ...link(titles[page] ?? page, `reference/${name}/${page}`),
    collapsed: true,
    items: methods
      .filter(({ depth }) => depth === 3)
      .map((method) => ({
        text: method.name.replace(`${page}.`, ''),
        link: `/reference/${name}/${page}#${method.name}`,
      })),
  }));
  return [
    { text: `@x/${name}`, items: [link('All methods', startOf(name)), ...exportsOf(name)] },
    { text: 'Methods', items: menu },
    { items: [link('All packages', 'reference/')] },
  ];
}

/** The guides, in the groups of the menu. */
export const guides: Readonly<Record<string, string>> = {
  Calls: 'paging errors validation rate-limits caching options composing',
  'Users and events': 'tokens sign-in terminal stores events webhooks',
  Apps: 'finance-app meal-planner bots playlists agents command-line ci web-frameworks nightly-jobs fleet-sync',
  Tests: 'testing sandbox-data own-api sandbox-service',
  Production: 'observing telemetry shutdown pinning redis postgres cloudflare-workers extending',
};

/** Creates the menus of the site, as the theme takes them. */
export function createMenus(): { nav: DefaultTheme.NavItem[]; sidebar: DefaultTheme.SidebarMulti } {
  const providerPages = providers.flatMap((name) =>
    [...pages.values()]
      .flatMap((page) => new RegExp(`^providers/(${name}(?:-.*)?)\\.md$`).exec(page)?.[1] ?? [])
      .sort()
      .flatMap((page) => links('providers/', page)),
  );
  const reference = packages.map((name) => ({
    text: `@x/${name}`,
    collapsed: true,
    items: [...(providers.includes(name) ? [link('All methods', startOf(name))] : []), ...exportsOf(name)],
  }));
  const commands = {
    text: 'Commands',
    collapsed: true,
    items: providers.map((name) => link(`x ${name}`, `reference/cli/${name}`)),
  };
  return {
    nav: [
      { text: 'Providers', items: providerPages, activeMatch: '/providers/' },
      { text: 'Guides', link: '/guides/paging', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      {
        text: `v${versionOf('core')}`,
        items: [
          ...packages.map((name) => link(`@x/${name} ${versionOf(name)}`, startOf(name))),
          link('How versions are numbered', 'versions'),
        ],
      },
    ],
    sidebar: {
      ...Object.fromEntries(methodPages.map((each) => [`/reference/${each.package}/`, methodsMenu(each)])),
      '/': [
        { items: [link('Start', '')] },
        { text: 'Providers', items: providerPages },
        ...Object.entries(guides).map(([text, names]) => ({ text, items: links('guides/', names) })),
        {
          text: 'Migrating',
          collapsed: true,
          items: links('migrating/', 'plaid-node twurple tmi.js spotify-sdk spotify-web-api-node'),
        },
        { text: 'Guarantees', items: links('', 'reliability performance scaling versions') },
        { text: 'For maintainers', collapsed: true, items: links('', 'how-it-is-built maintaining') },
        { text: 'Reference', items: [...reference, commands] },
      ],
    },
  };
}
