import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { site } from '../src/assemble.ts';
import { slugOf } from '../src/markdown.ts';

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

const reference = ['stream', 'music', 'bank', 'food', 'quotes', 'core', 'redis', 'sandbox'].map((name) => ({
  text: `@x/${name}`,
  collapsed: true,
  items: [
    ...links({ Exports: `reference/${name}`, 'All calls': `reference/${name}-calls` }),
    ...globSync(`reference/${name}.*.md`, { cwd: site })
      .map((file) => file.replace(/^reference\/(.*)\.md$/, '$1'))
      .filter((entry) => entry !== name)
      .map((entry) => link(`@x/${entry.replace('.', '/')}`, `reference/${entry}`)),
  ],
}));

const isReference = (page: string) => /^reference\/[\w.]+\.md$/.test(page);

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
        // Of the reference, names and their prose are found: its tables would bury everything else.
        _render: (source, env, md) =>
          md.render(isReference(env.relativePath) ? source.replace(/^(\||#{4,} ).*$/gm, '') : source, env),
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (id.startsWith('/reference/') ? 0.2 : 1) },
        },
      },
    },
    nav: [
      { text: 'Providers', items: providers as DefaultTheme.NavItemWithLink[], activeMatch: '/providers/' },
      { text: 'Guides', link: '/guides/paging', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
    ],
    sidebar: [
      { items: links({ Start: 'index' }).map((start) => ({ ...start, link: '/' })) },
      { text: 'Providers', items: providers },
      {
        text: 'Guides',
        items: links({
          'Paging and resuming': 'guides/paging',
          Errors: 'guides/errors',
          'Tokens and sign-in': 'guides/tokens',
          'Rate limits': 'guides/rate-limits',
          Webhooks: 'guides/webhooks',
          'Testing with the sandbox': 'guides/testing',
          'Composing clients': 'guides/composing',
          'Options of every client': 'guides/options',
          'Observing calls': 'guides/observing',
          'Pinning versions': 'guides/pinning',
          'Many machines': 'guides/redis',
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
        items: links({ Reliability: 'reliability', Performance: 'performance', Versions: 'versions' }),
      },
      { text: 'For maintainers', items: links({ 'Keeping up with the APIs': 'maintaining' }) },
      { text: 'Reference', items: reference },
    ],
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'MIT licence' },
  },
});
