import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress';
import { slugOf } from './api/markdown.ts';
import { createMenus } from './navigation.ts';
import { synonyms } from './synonyms.ts';

// Only the environment that builds the site knows the repository's address.
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const repositoryLinks: DefaultTheme.SocialLink[] =
  server && repository ? [{ icon: 'github', link: `${server}/${repository}`, ariaLabel: 'Repository' }] : [];

const editLink: DefaultTheme.EditLink | undefined =
  server && repository
    ? { pattern: `${server}/${repository}/edit/main/docs/:path`, text: 'Edit this page' }
    : undefined;

const isReference = (page: string) => page.startsWith('reference/');

/** Reduces a reference page to the first cell of each table row, and removes code. */
const namesOnly = (source: string): string =>
  source
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^- \*\*(Errors|Returns|Authentication)\*\*.*$/gm, '')
    .replaceAll(/^\| (?:---|Field|Parameter|Export|Type) .*$/gm, '')
    .replaceAll(/^\| ([^|]*) \|.*$/gm, '$1\n');

/** Adds the words that people search for a page by to the text below its title. */
const withSynonyms = (source: string, page: string): string =>
  source.replace(/^# .*$/m, (title) => `${title}\n\n${(synonyms[page] ?? []).map((each) => `⟦${each}⟧`).join(' ')}`);

/** Sets each table cell's column name as an attribute. On phones, rows are stacked and show these names. */
function nameCells(md: MarkdownRenderer): void {
  md.core.ruler.push('name-cells', ({ tokens }) => {
    let columns: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') columns = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') columns.push(tokens[index + 1]?.content.replaceAll('`', '') ?? '');
      if (token.type === 'td_open') token.attrSet('data-column', columns[column++] ?? '');
    }
  });
}

export default defineConfig({
  title: '@x clients',
  description: 'Five typed clients for five web APIs, and a sandbox that serves all five on your machine.',
  lang: 'en',
  srcDir: '.generated/site',
  outDir: 'dist',
  cacheDir: '.generated/cache',
  head: [['link', { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' }]],
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: {
    anchor: { slugify: slugOf },
    config: nameCells,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    logo: '/logo.svg',
    outline: 'deep',
    search: {
      provider: 'local',
      options: {
        // In reference tables, only names are searchable. Descriptions would bury everything else.
        _render: (source, env, md) =>
          md.render(isReference(env.relativePath) ? namesOnly(source) : withSynonyms(source, env.relativePath), env),
        // The theme writes these functions into the page, so they cannot refer to anything outside themselves.
        miniSearch: {
          options: {
            // Names such as `transactions.sync` and `ITEM_LOGIN_REQUIRED` are found as a whole and by their parts. A
            // query, which has no field, a title and a page's synonyms each become an additional term, so that a
            // section whose title is the query comes first, after the pages that have it as a synonym.
            tokenize: (text: string, field?: string) => [
              ...text.split(/[\n\r\p{Z}\p{P}\p{S}]+/u),
              ...(text.match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)+/gu) ?? []),
              ...(field === undefined || field === 'title' ? [`=${text.trim()}`] : []),
              ...(text.match(/(?<=⟦)[^⟧]+/g) ?? []).map((synonym) => `=${synonym}`),
            ],
          },
          searchOptions: {
            boostDocument: (id: string, term: string) => {
              // Packages export some names again under other paths, such as `@x/sandbox/bank`. The main path comes
              // first.
              if (term.startsWith('='))
                return /^\/reference\/[\w-]+\.(?!html)/.test(id) ? 2 : /^\/(reference|migrating)\//.test(id) ? 4 : 12;
              return id.startsWith('/reference/') ? 0.2 : id.startsWith('/migrating/') ? 0.5 : 1;
            },
          },
        },
      },
    },
    ...createMenus(),
    socialLinks: repositoryLinks,
    ...(editLink && { editLink }),
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT license' },
  },
});
