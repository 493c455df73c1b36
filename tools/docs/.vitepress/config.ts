import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { slugOf } from '../src/api/markdown.ts';
import { site } from '../src/assemble.ts';
import { providers, read } from '../src/pages.ts';
import { entryPoints } from '../src/reference.ts';

const link = (text: string, page: string) => ({ text, link: `/${page}` });

const titleOf = (page: string) => /^# (.+)$/m.exec(readFileSync(join(site, `${page}.md`), 'utf8'))?.[1] ?? page;

/** Entries for pages of a folder, by their titles. */
const links = (folder: string, ...names: string[]) => names.map((name) => link(titleOf(folder + name), folder + name));

const providerPages = links('providers/', 'stream', 'music', 'bank', 'bank-identity', 'bank-income', 'food', 'quotes');

const packages = [...new Set(entryPoints.map(({ package: name }) => name))];
const reference = packages.map((name) => ({
  text: `@x/${name}`,
  collapsed: true,
  items: [
    link('Exports', `reference/${name}`),
    ...(providers.includes(name) ? [link('All methods', `reference/${name}-calls`)] : []),
    ...entryPoints
      .filter((entry) => entry.package === name && entry.page !== name)
      .map(({ specifier, page }) => link(specifier, `reference/${page}`)),
  ],
}));

const versionOf = (name: string) => JSON.parse(read(`packages/${name}/package.json`)).version;

// Only the place that builds the site knows where the repository is.
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const repositoryLinks: DefaultTheme.SocialLink[] =
  server && repository ? [{ icon: 'github', link: `${server}/${repository}`, ariaLabel: 'Repository' }] : [];

const isReference = (page: string) => /^reference\/[\w.]+\.md$/.test(page);

/** A page of the reference with only the first cell of each row of its tables, and without code. */
const namesOnly = (source: string): string =>
  source
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^- \*\*(Errors|Returns|Authentication)\*\*.*$/gm, '')
    .replaceAll(/^\| (?:---|Field|Parameter|Export|Type) .*$/gm, '')
    .replaceAll(/^\| ([^|]*) \|.*$/gm, '$1\n');

export default defineConfig({
  title: '@x clients',
  description: 'Five typed clients for five web APIs, and a sandbox that serves all five on your machine.',
  lang: 'en',
  srcDir: site,
  outDir: 'dist',
  cacheDir: '.generated/cache',
  head: [['link', { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' }]],
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: { anchor: { slugify: slugOf }, theme: { light: 'github-light-high-contrast', dark: 'github-dark' } },
  themeConfig: {
    logo: '/logo.svg',
    outline: 'deep',
    search: {
      provider: 'local',
      options: {
        // Of the tables of the reference only the names are found: descriptions would bury everything else.
        _render: (source, env, md) => md.render(isReference(env.relativePath) ? namesOnly(source) : source, env),
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (id.startsWith('/reference/') ? 0.2 : 1) },
        },
      },
    },
    nav: [
      { text: 'Providers', items: providerPages, activeMatch: '/providers/' },
      { text: 'Guides', link: '/guides/paging', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      {
        text: `v${versionOf('core')}`,
        items: [
          ...packages.map((name) => link(`@x/${name} ${versionOf(name)}`, `reference/${name}`)),
          { text: 'What versions mean', link: '/versions' },
        ],
      },
    ],
    sidebar: [
      { items: [link('Start', '')] },
      { text: 'Providers', items: providerPages },
      {
        text: 'Guides',
        items: links(
          'guides/',
          ...['paging', 'errors', 'validation', 'tokens', 'sign-in', 'stores', 'rate-limits', 'caching', 'events'],
          ...['webhooks', 'web-frameworks', 'nightly-jobs', 'fleet-sync', 'shutdown', 'testing', 'sandbox-data'],
          ...['sandbox-service', 'composing', 'options', 'observing', 'telemetry', 'pinning', 'redis', 'postgres'],
          'extending',
        ),
      },
      { text: 'Migrating', items: links('migrating/', 'plaid-node', 'twurple', 'spotify-sdk') },
      { text: 'What is promised', items: links('', 'reliability', 'performance', 'scaling', 'versions') },
      { text: 'For maintainers', items: links('', 'maintaining') },
      { text: 'Reference', items: reference },
    ],
    socialLinks: repositoryLinks,
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT license' },
  },
});
