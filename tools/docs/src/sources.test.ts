import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { headingsIn, linksIn, sectionOf } from './api/markdown.ts';
import { guides } from './navigation.ts';
import { exists, includesOf, isExternal, pageOf, pages, targetOf } from './pages.ts';
import { read, root } from './repository.ts';
import { synonyms } from './synonyms.ts';

const written = [...pages.keys()].filter((file) => file.startsWith('docs/'));

describe.each(written)('%s', (file) => {
  it('includes only texts that exist', () => {
    for (const { file: from, anchor, text } of includesOf(file)) expect(text, `${from}#${anchor}`).toBeTruthy();
  });

  it('links only to files and headings that exist', () => {
    const own = [file, ...includesOf(file).map((part) => part.file)];
    const broken = own.flatMap((from) =>
      linksIn(read(from))
        .filter((link) => !isExternal(link))
        .filter((link) => {
          const target = targetOf(link, from);
          if (!exists(target.file)) return true;
          if (!target.anchor) return false;
          // The page also has the headings of the texts that it includes.
          const texts = [read(target.file), ...(pages.has(target.file) ? [pageOf(target.file)] : [])];
          return !texts.some((text) => headingsIn(text).some(({ slug }) => slug === target.anchor));
        })
        .map((link) => `${from}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('has one title and no duplicate headings', () => {
    const headings = headingsIn(pageOf(file));
    expect(headings.filter(({ depth }) => depth === 1)).toHaveLength(1);
    expect(new Set(headings.map(({ slug }) => slug.replace(/-\d+$/, ''))).size).toBe(headings.length);
  });
});

it('every guide is in one group of the menu, and every page with synonyms exists', () => {
  const written = [...pages.values()].flatMap((page) => /^guides\/(.+)\.md$/.exec(page)?.[1] ?? []);
  expect(
    Object.values(guides)
      .flatMap((names) => names.split(' '))
      .sort(),
  ).toEqual(written.sort());
  expect(Object.keys(synonyms).filter((page) => !pages.has(`docs/${page}`))).toEqual([]);
});

it('no heading in the repository lacks text', () => {
  const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const empty = files.flatMap((file) => {
    const text = read(file);
    return headingsIn(text)
      .filter(
        ({ slug }) =>
          !sectionOf(text, slug)
            ?.replaceAll(/<!--[\s\S]*?-->|^#+ .*$/gm, '')
            .trim(),
      )
      .map(({ title }) => `${file}: ${title}`);
  });
  expect(empty).toEqual([]);
});
