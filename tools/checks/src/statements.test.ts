import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blocksOf, pages, root } from './readme.ts';

// Names in the pages' prose must exist, and the defaults that it states must match the code.

const read = (file: string) => readFileSync(root + file, 'utf8');

const spansOf = (file: string) =>
  [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => [`${file}: ${code}`, file, code] as const);
const spans = pages.flatMap(spansOf);

it.each(pages)('every fence of %s opens or closes a block that a test runs', (file) => {
  const fences = read(file).match(/^\s*(```|~~~)/gm) ?? [];
  expect(fences.length).toBe(2 * blocksOf(file).length);
});

/** Paths in a reader's own repository, or of the provider that the guide to adding one creates. */
const notHere = /^\.github\/workflows\/test\.yml$|\/clocks(\.md)?$/;
const paths = spans.filter(
  ([, , code]) => /^(tools|packages|examples|docs|\.github)\/[^ ]*$/.test(code) && !notHere.test(code),
);

it.each(paths)('%s exists', (_, __, path) => {
  expect(paths.length).toBeGreaterThan(20);
  if (path.includes('node_modules')) expect(existsSync(root + path)).toBe(true);
  else expect(globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root })).not.toEqual([]);
});

/** Returns a default as the code writes it: `30_000` for `30,000`. Undefined for a description such as "none". */
function literalOf(value: string): string | undefined {
  const bytes = /^(\d+) MiB$/.exec(value);
  if (bytes) return `2 ** ${Math.log2(Number(bytes[1]) * 2 ** 20)}`;
  if (/^[\d,]+$/.test(value)) return value.replaceAll(',', '_');
  const [, text] = /^`'?([^`']+)'?`$/.exec(value) ?? [];
  return text && (/^(true|false)$/.test(text) ? text : `'${text}'`);
}

/** The options that tables list, with their defaults. */
const listed = pages.flatMap((file) =>
  [...read(file).matchAll(/^\| option +\| default +\|.*\n\|[ -|]*\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [, options = '', value = ''] = row.split('|').map((cell) => cell.trim());
        const names = [...options.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
        return names.map((name) => [file.replace('/README.md', '/src'), name, value] as const);
      }),
  ),
);

/** Defaults that are stated in sentences. */
const stated: [file: string, words: string, option: string, value: string][] = [
  ['docs/guides/paging.md', '`prefetch` sets the number of pages to fetch ahead: 1 by default', 'prefetch', '1'],
  ['packages/core/README.md', '`prefetch` (pages ahead, default 1)', 'prefetch', '1'],
  ['docs/guides/rate-limits.md', '`maxWaitMs` (65 seconds by default)', 'maxWaitMs', '65,000'],
  ['docs/guides/rate-limits.md', '`maxRetryAfterMs`, 15 minutes by default', 'maxRetryAfterMs', '900,000'],
  ['SECURITY.md', '`maxRetryAfterMs` (15 minutes by default)', 'maxRetryAfterMs', '900,000'],
  ['docs/guides/errors.md', '`retries` times, 2 by default', 'retries', '2'],
  [
    'docs/guides/nightly-jobs.md',
    'waits up to an hour for the rate limit; the default is 65 seconds',
    'maxWaitMs',
    '65,000',
  ],
  ['docs/guides/nightly-jobs.md', 'repeats a failed page up to 5 times; the default is 2', 'retries', '2'],
  ['docs/migrating/plaid-node.md', '`timeoutMs`, 30,000 by default', 'timeoutMs', '30,000'],
  ['docs/providers/bank.md', "The default `environment` is `'sandbox'`", 'environment', "`'sandbox'`"],
  ['docs/guides/events.md', '`maxQueued` events (10,000 by default)', 'maxQueued', '10,000'],
];

const sources = new Map(
  globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test'))
    .map((file) => [file, read(file)]),
);

/** Whether several packages use the options of a file. */
const isShared = (file: string) => /^packages\/(cache|core|oauth|stores)\//.test(file);

/** Whether a line of code uses a value where an option is left out: `retries ?? 2`, `maxQueued = 10_000`. */
function isDefault(folder: string, option: string, literal: string): boolean {
  const value = literal.replaceAll(/[*.?/]/g, String.raw`\$&`).replaceAll('_', '_?');
  const code = new RegExp(`^(?! *\\*).*${option}\\b.*(=|\\?\\?|:) ${value}(?!\\d|\\w)`, 'im');
  // Stores and rate limiters leave some of their options to shared packages; a guide may be about any package.
  const isThere = (file: string) =>
    file.startsWith(folder.startsWith('docs/') ? 'packages/' : folder) || isShared(file);
  return [...sources].some(([file, text]) => isThere(file) && code.test(text));
}

it.each(listed)('%s: the default of %s is %s', (folder, option, value) => {
  expect(listed.length).toBeGreaterThan(40);
  const literal = literalOf(value);
  const isAbsence = literal === 'false' || option === 'mode'; // what the code does when the option is left out
  if (!isAbsence && literal !== undefined) expect([option, isDefault(folder, option, literal)]).toEqual([option, true]);
  const declared = new RegExp(`^  (readonly )?${option}(\\??):`, 'm');
  const marks = [...sources].flatMap(([file, text]) =>
    file.startsWith(folder) || isShared(file) ? [declared.exec(text)?.[2] ?? []].flat() : [],
  );
  expect(marks).toContain(value === 'required' ? '' : '?');
});

it.each(stated)('%s: "%s"', (file, words, option, value) => {
  expect(read(file).replaceAll(/\s+/g, ' ')).toContain(words);
  expect(isDefault('packages/', option, literalOf(value) ?? '')).toBe(true);
});
