import { operationsOf } from '@x/core/provider';
import { describe, expect, it } from 'vitest';
import { read } from '../repository.ts';
import { headingsIn, linksIn, sectionOf, slugOf } from './markdown.ts';
import { apiOf, generatePages, providerPackages } from './packages.ts';

/** Returns the rows of every table in a page as lists of cells, without heads and separators. */
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([first = '']) => first.startsWith('`'));

it.each(generatePages())('$path is up to date with the source; run pnpm api to regenerate it', ({ path, text }) => {
  expect(read(path)).toBe(text);
});

describe.each(providerPackages)('the api.md of $name', ({ name, endpoints }) => {
  const page = apiOf(name);
  const operations = operationsOf(endpoints);

  it('has every parameter of every endpoint in a table, with its type and description', () => {
    const missing = operations.flatMap(([operation, { params, query, body }]) => {
      const section = sectionOf(page, slugOf(operation)) ?? '';
      const rows = new Set(rowsIn(section).map((row) => row.length === 4 && row[0]));
      return [params, query, body]
        .flatMap((schema) => Object.keys(schema?.entries ?? {}))
        .filter((parameter) => !rows.has(`\`${parameter}\``))
        .map((parameter) => `${operation} ${parameter}`);
    });
    expect(missing).toEqual([]);
  });

  it('has a summary, route, documentation link, result, credentials and errors for every endpoint', () => {
    const incomplete = operations.filter(([operation, spec]) => {
      const section = sectionOf(page, slugOf(operation)) ?? '';
      return !(
        /^[A-Z`][^|]+\.$/m.test(section.split('\n\n')[0] ?? '') &&
        section.includes(`\`${spec.method} ${spec.path}\` · [`) &&
        section.includes(`](${spec.docs})`) &&
        /^- \*\*Returns\*\*: `(ApiCall|PagedCall)`&lt;.+&gt;$/m.test(section) &&
        /^- \*\*Authentication\*\*: .+/m.test(section) &&
        /^- \*\*Errors\*\*: .+/m.test(section) &&
        'paging' in spec === /^- \*\*Paging\*\*: .+/m.test(section) &&
        (spec.scopes ?? []).every((scope) => section.includes(`\`${scope}\``)) &&
        Boolean(spec.deprecated) === section.includes('- **Deprecated** since')
      );
    });
    expect(incomplete.map(([operation]) => operation)).toEqual([]);
  });

  it('has no empty cells', () => {
    expect(rowsIn(page).filter((row) => row.some((cell) => !/[\p{L}\p{N}]/u.test(cell)))).toEqual([]);
    expect(rowsIn(page).length).toBeGreaterThan(20);
  });

  it('has no types that only the compiler understands', () => {
    const internal = /InferOutput|InferInput|typeof|`string` & |Flat<|__\w+|\{ \[/;
    expect(page.split('\n').filter((line) => internal.test(line))).toEqual([]);
  });

  it('describes every type that it refers to', () => {
    const headings = headingsIn(page);
    const types = headings.slice(headings.findIndex(({ title }) => title === 'Types') + 1);
    expect(types.length).toBeGreaterThan(3);
    const bare = types.filter(({ slug }) => {
      const section = sectionOf(page, slug) ?? '';
      return !/^[A-Z`][^|]*\./.test(section) || !/^\| `|^One of |^```ts$/m.test(section);
    });
    expect(bare.map(({ title }) => title)).toEqual([]);
  });

  it('links to sections that exist', () => {
    const readme = read(`packages/${name}/README.md`);
    const slugs = (text: string, file: string) => headingsIn(text).map(({ slug }) => `${file}#${slug}`);
    const known = new Set([...slugs(page, ''), ...slugs(readme, 'README.md')]);
    expect(linksIn(page).filter((link) => !link.startsWith('https://') && !known.has(link))).toEqual([]);
  });
});
