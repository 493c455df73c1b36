import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { slugOf } from '../src/api/markdown.ts';
import { site } from '../src/assemble.ts';
import { root } from '../src/pages.ts';

const link = (text: string, page: string): DefaultTheme.SidebarItem => ({ text, link: `/${page}` });

/** Sidebar entries of those pages that there are. */
const links = (entries: Record<string, string>) =>
  Object.entries(entries)
    .filter(([, page]) => existsSync(join(site, `${page}.md`)))
    .map(([text, page]) => link(text, page));

const providers = links({
  'Stream: Twitch Helix': 'providers/stream',
  'Music: Spotify Web API': 'providers/music',
  'Bank: Plaid': 'providers/bank',
  'Food: FoodData Central': 'providers/food',
  'Quotes: Quotable': 'providers/quotes',
});

const reference = ['stream', 'music', 'bank', 'food', 'quotes', 'core', 'redis', 'postgres', 'otel', 'sandbox'].map(
  (name) => ({
    text: `@x/${name}`,
    collapsed: true,
    items: [
      ...links({ Exports: `reference/${name}`, 'All methods': `reference/${name}-calls` }),
      ...globSync(`reference/${name}.*.md`, { cwd: site })
        .map((file) => file.replace(/^reference\/(.*)\.md$/, '$1'))
        .filter((entry) => entry !== name)
        .map((entry) => link(`@x/${entry.replace('.', '/')}`, `reference/${entry}`)),
    ],
  }),
);

/** The version of each package, with what changed in it. */
const versions = ['core', ...reference.map(({ text }) => text.replace('@x/', ''))]
  .filter((name, index, all) => all.indexOf(name) === index)
  .map((name) => {
    const { version } = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8'));
    return { name, version };
  });
const [core] = versions;

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
      { text: 'Providers', items: providers as DefaultTheme.NavItemWithLink[], activeMatch: '/providers/' },
      { text: 'Guides', link: '/guides/paging', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      {
        text: `v${core?.version}`,
        items: [
          ...versions.map(({ name, version }) => ({ text: `@x/${name} ${version}`, link: `/reference/${name}` })),
          { text: 'What versions mean', link: '/versions' },
        ],
      },
    ],
    sidebar: [
      { items: links({ Start: 'index' }).map((start) => ({ ...start, link: '/' })) },
      { text: 'Providers', items: providers },
      {
        text: 'Guides',
        items: links({
          'Paging and resuming': 'guides/paging',
          Errors: 'guides/errors',
          'Undocumented responses': 'guides/validation',
          'Tokens and sign-in': 'guides/tokens',
          'Sign-in routes': 'guides/sign-in',
          'Token stores': 'guides/stores',
          'Rate limits': 'guides/rate-limits',
          'Caching responses': 'guides/caching',
          'Live events': 'guides/events',
          Webhooks: 'guides/webhooks',
          'Hono, Express and Fastify': 'guides/web-frameworks',
          'Nightly jobs': 'guides/nightly-jobs',
          'Shutdown and health': 'guides/shutdown',
          'Testing with the sandbox': 'guides/testing',
          'The sandbox as a service': 'guides/sandbox-service',
          'Your own data in the sandbox': 'guides/sandbox-data',
          'Composing clients': 'guides/composing',
          'Options of every client': 'guides/options',
          'Observing calls': 'guides/observing',
          'Traces and metrics': 'guides/telemetry',
          'Pinning versions': 'guides/pinning',
          'Many machines': 'guides/redis',
          'Many machines with PostgreSQL': 'guides/postgres',
          'Adding endpoints and providers': 'guides/extending',
        }),
      },
      {
        text: 'Coming from',
        items: links({
          'plaid-node': 'migrating/plaid-node',
          twurple: 'migrating/twurple',
          'the Spotify SDK': 'migrating/spotify-sdk',
        }),
      },
      {
        text: 'What is promised',
        items: links({
          Reliability: 'reliability',
          Performance: 'performance',
          Scaling: 'scaling',
          Versions: 'versions',
        }),
      },
      { text: 'For maintainers', items: links({ 'Keeping up with the APIs': 'maintaining' }) },
      { text: 'Reference', items: reference },
    ],
    socialLinks: repositoryLinks,
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT license' },
  },
});
