import { operationsIn } from '@x/catalog';
import { expect, it } from 'vitest';
import { runCli } from '../../test/run-cli.ts';
import { apis, catalogOf } from '../apis.ts';
import { commands } from '../commands/commands.ts';
import { complete } from '../complete.ts';
import { exitCodes } from '../failure.ts';
import { helpText } from '../help.ts';
import type { Terminal } from '../terminal.ts';
import { flaggedParams, helpOf } from './command.ts';
import { isOwnFlag } from './flags.ts';
import { hasPages, propertiesOf } from './params.ts';

const catalogs = Object.keys(apis).map((name) => catalogOf(name));

it.each(catalogs)(
  'each operation of $provider has a help text with its example, its docs and all of its params',
  (catalog) => {
    for (const operation of operationsIn(catalog).values()) {
      const text = helpText(helpOf(catalog, operation));
      expect(text).toMatch(new RegExp(`^Examples:\\n  x ${catalog.provider} ${operation.name.replaceAll('.', ' ')}`));
      for (const part of [
        operation.docs,
        ...(operation.scopes ?? []),
        ...Object.keys(propertiesOf(operation)).filter((name) => name !== 'access_token'),
      ])
        expect(text).toContain(part);
      const widest = text.split('\n').filter((line) => / .* .* /.test(line.trim()) && !/^ {2}(x|-)/.test(line));
      for (const line of widest) expect(line.length).toBeLessThanOrEqual(80);
    }
  },
);

it('only flags that mean the same in every API take the place of params', () => {
  const replaced = catalogs.flatMap((catalog) =>
    [...operationsIn(catalog).values()].flatMap((operation) =>
      Object.keys(propertiesOf(operation)).filter((name) => isOwnFlag(name, hasPages(operation))),
    ),
  );
  expect(new Set(replaced)).toEqual(new Set(['limit', 'cursor']));
});

it('no secret has a flag', () => {
  const flags = catalogs.flatMap((catalog) => [...operationsIn(catalog).values()].flatMap(flaggedParams));
  expect(
    flags.map(([name]) => name).filter((name) => /secret|(access|public|refresh)_token|stream_key/.test(name)),
  ).toEqual([]);
});

it.each([
  ['mus', ['music']],
  ['lo', ['login', 'logout']],
  ['music sea', ['search']],
  ['music albums ', ['get', 'list', 'tracks']],
  ['music search --inc', ['--include_external']],
  ['music search --q a --type al', ['album']],
  ['bank fire --type AU', ['AUTH']],
  ['music search -o j', ['json', 'jsonl']],
])('proposes what may come after "x %s"', async (line, expected) => {
  let printed = '';
  const stdout = {
    write(text: string) {
      printed += text;
      return true;
    },
  };
  await complete(line.split(' '), { stdout, stderr: stdout, env: {} } as unknown as Terminal);
  const words = printed.split('\n').map((text) => text.split('\t')[0]);
  expect(words.slice(0, -2)).toEqual(expected);
  expect(words.at(-2)).toBe(':4');
});

it('keeps its help texts, which agents read', async () => {
  const texts = ['--help', 'music albums --help', 'music albums get --help'].map((line) => runCli(line.split(' ')));
  const [top, ...others] = (await Promise.all(texts)).map(({ stdout }) => stdout);
  for (const name of [...Object.keys(apis), ...Object.keys(commands)])
    expect(top).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const code of Object.values(exitCodes)) expect(top).toMatch(new RegExp(`\\b${code} [a-z]`));
  await expect([top, ...others].join('\n---\n\n')).toMatchFileSnapshot('../../test/help.txt');
});

it('lists groups, and the operations of one', async () => {
  const { stdout: groups } = await runCli(['music']);
  expect(groups).toMatch(/^ {2}albums +get, list, tracks$/m);
  const { stdout: operations } = await runCli(['music', 'albums']);
  expect(operations).toMatch(/^ {2}tracks +Lists the tracks of an album in album order\.$/m);
});

it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a completion script for %s', async (shell) => {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line) => void lines.push(line);
  await runCli(['completion', shell]).finally(() => {
    console.log = log;
  });
  expect(lines.join('\n')).toMatch(/x complete '?--/);
});
