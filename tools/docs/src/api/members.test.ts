import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { importProvider, names, pascal, providers } from '../../../providers.ts';
import { headingsIn } from './markdown.ts';
import { bySection, membersOf } from './members.ts';
import { apiOf } from './packages.ts';
import { openSources } from './program.ts';
import { typeWriter } from './types.ts';

const common = { method: 'GET', auth: 'none', docs: 'https://docs.test/' };
const endpoints = { things: { list: { ...common, path: '/things' } }, draw: { ...common, path: '/draw' } };

const noLinks = { ofSymbol: () => undefined, ofName: () => undefined };

/** Returns the members of the interface `Client` in a file with the given code. */
function membersIn(code: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'members-')), 'client.ts');
  writeFileSync(file, code);
  const sources = openSources([file]);
  const client = sources.exportsOf(file).get('Client') as ts.Symbol;
  return membersOf(client, endpoints, typeWriter(sources.checker, noLinks));
}

describe('the members of a client', () => {
  const code = `
    export interface Client {
      things: {
        list(): void;
        /** Lists all. */
        all(): Promise<string>;
        /** Counts them. See {@link Client}. */
        all(
          options: 'count', // what to do
          more?: string,
        ): number;
      };
      draw: (() => void) & {
        /**
         * Draws again.
         * @param times How often.
         */
        again(times?: number): void;
      };
      session: {
        /** Starts a session. */
        start(): void;
      };
      /** Calls that are under way. */
      readonly pending?: number | undefined;
      [Symbol.asyncDispose](): Promise<void>;
    }`;

  it('are those that no endpoint declares, listed with their resource or in a section of their own', () => {
    const sections = bySection(membersIn(code), new Set(['things.list', 'draw']));
    const names = [...sections].map(([title, members]) => [title, ...members.map(({ name }) => name)]);
    expect(names).toEqual([
      ['', 'draw.again'],
      ['The client itself', 'pending'],
      ['session', 'session.start'],
      ['things', 'things.all'],
    ]);
  });

  it('have the documentation of each signature', () => {
    const [again, pending, , all] = membersIn(code).map(({ text }) => text);
    expect(again).toContain('| `times` | `number` | no | How often. |');
    expect(pending).toBe('### `pending`\n\nCalls that are under way.\n\nType: `number` \\| `undefined`');
    expect(all?.split('\n\n')).toEqual([
      '### `things.all`',
      'Lists all.',
      '```ts\nthings.all(): Promise<string>\n```',
      'Counts them. See `Client`.',
      '```ts\nthings.all(options: "count", more?: string): number\n```',
    ]);
  });

  it('without documentation are refused by name', () => {
    expect(() => membersIn('export interface Client { close(): void }')).toThrow('close has no documentation');
  });
});

/** Returns the names of all methods in an object of a client, at any depth. */
function methodsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const below = each instanceof Object ? methodsOf(each, `${prefix}${name}.`) : [];
    return typeof each === 'function' ? [prefix + name, ...below] : below;
  });
}

it.each(names)('api.md of @x/%s lists every method of the client', async (name) => {
  const create = (await importProvider(name))[`create${pascal(name)}Client`] as (options: object) => object;
  const options = (providers[name]?.credentials ?? []).map((option) => [option, 'http://127.0.0.1:1']);
  const page = apiOf(name);
  const listed = new Set(headingsIn(page).map(({ title }) => title));
  expect(methodsOf(create(Object.fromEntries(options))).filter((method) => !listed.has(`\`${method}\``))).toEqual([]);
});
