import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints as bank, createBankClient } from '@x/bank';
import { operationsOf } from '@x/core';
import { createFoodClient, endpoints as food } from '@x/food';
import { createMusicClient, endpoints as music } from '@x/music';
import { createQuotesClient, endpoints as quotes } from '@x/quotes';
import { createStreamClient, endpoints as stream } from '@x/stream';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { membersOf, membersOfType } from './members.ts';
import { generateFiles } from './packages.ts';
import { openSources, sourcesOf } from './program.ts';
import { bySection, renderMember } from './render-members.ts';

const common = { method: 'GET', auth: 'none', docs: 'https://docs.test/' };
const endpoints = { things: { list: { ...common, path: '/things' } }, draw: { ...common, path: '/draw' } };

/** The members of an interface `Client` in a file with this code. */
function membersIn(code: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'members-')), 'client.ts');
  writeFileSync(file, code);
  const program = ts.createProgram([file], { target: ts.ScriptTarget.ES2022, lib: ['lib.esnext.d.ts'], types: [] });
  return membersOfType(sourcesOf(program, ''), file, 'Client', endpoints);
}

describe('the members of a client', () => {
  const code = `
    interface Params {
      /** The ID. */
      id: string;
    }
    interface CallOptions { signal?: object }
    interface Options extends CallOptions {
      /** How many. Default
       * 20. */
      limit?: number | undefined;
      apply?: undefined;
      /** Receives a | b. */
      onItem: (item: string) => void;
      /** Is not in the table as it is. */
      mapped?: { [Key in 'a']: typeof globalThis };
    }
    export interface Client {
      things: {
        list(): void;
        /** Lists all. It takes long; see {@link Options}. */
        all(params: Params, options?: Options): Promise<string>;
        /** Counts with {@link Options}, as v1.2 does. */
        all(options: 'count'): number;
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

  it('are those that no endpoint declares, with each signature, its first sentence and the fields of its parameters', () => {
    const fields = [
      { path: 'params.id', type: 'string', isRequired: true, description: 'The ID.' },
      { path: 'options.onItem', type: '(item: string) => void', isRequired: true, description: 'Receives a | b.' },
      { path: 'options.limit', type: 'number', isRequired: false, description: 'How many. Default 20.' },
      { path: 'options.mapped', type: 'object', isRequired: false, description: 'Is not in the table as it is.' },
    ];
    const none = { parameters: [], callOptions: [] };
    const times = { path: 'times', type: 'number', isRequired: false, description: 'How often.' };
    expect(membersIn(code)).toEqual([
      {
        name: 'draw.again',
        signatures: [{ text: '(times?: number): void', sentence: 'Draws again.', ...none, parameters: [times] }],
      },
      {
        name: 'pending',
        signatures: [{ text: '?: number | undefined', sentence: 'Calls that are under way.', ...none }],
      },
      { name: 'session.start', signatures: [{ text: '(): void', sentence: 'Starts a session.', ...none }] },
      {
        name: 'things.all',
        signatures: [
          {
            text: '(params: Params, options?: Options): Promise<string>',
            sentence: 'Lists all.',
            parameters: fields,
            callOptions: ['options'],
          },
          { text: '(options: "count"): number', sentence: 'Counts with `Options`, as v1.2 does.', ...none },
        ],
      },
    ]);
  });

  it('are listed after the endpoints of their resource, or in a section of their own', () => {
    const sections = bySection(membersIn(code), new Set(['things.list', 'draw']));
    const names = [...sections].map(([title, members]) => [title, ...members.map(({ name }) => name)]);
    expect(names).toEqual([
      ['', 'draw.again'],
      ['The client itself', 'pending'],
      ['session', 'session.start'],
      ['things', 'things.all'],
    ]);
    expect(sections.get('things')?.map(renderMember).join('')).toContain(
      [
        '### `things.all`',
        '',
        'Lists all.',
        '',
        '```ts',
        'things.all(params: Params, options?: Options): Promise<string>',
        '```',
        '',
        '| Parameter | Type | Required | Description |',
        '| --- | --- | --- | --- |',
        '| `params.id` | `string` | yes | The ID. |',
        '| `options.onItem` | `(item: string) => void` | yes | Receives a \\| b. |',
        '| `options.limit` | `number` | no | How many. Default 20. |',
        '| `options.mapped` | `object` | no | Is not in the table as it is. |',
        '',
        '`options` also takes the options of every call.',
        '',
        'Counts with `Options`, as v1.2 does.',
        '',
        '```ts',
        'things.all(options: "count"): number',
        '```',
      ].join('\n'),
    );
  });

  it('without documentation are refused by name', () => {
    expect(() => membersIn('export interface Client { close(): void }')).toThrow('close has no documentation');
  });
});

const clients = {
  stream: { endpoints: stream, client: createStreamClient({ clientId: 'id', clientSecret: 'secret' }) },
  music: { endpoints: music, client: createMusicClient({ clientId: 'id', clientSecret: 'secret' }) },
  bank: { endpoints: bank, client: createBankClient({ clientId: 'id', secret: 'secret' }) },
  food: { endpoints: food, client: createFoodClient({ apiKey: 'key' }) },
  quotes: { endpoints: quotes, client: createQuotesClient({ baseUrl: 'http://127.0.0.1:1' }) },
};

/** The names of all methods below an object of a client. */
function methodsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const below = each instanceof Object ? methodsOf(each, `${prefix}${name}.`) : [];
    return typeof each === 'function' ? [prefix + name, ...below] : below;
  });
}

const sources = openSources(Object.keys(clients).map((name) => `packages/${name}/src/client.ts`));

it.each(Object.entries(clients))('every method of a client of @x/%s is listed', (name, { endpoints, client }) => {
  const members = membersOf(sources, name, endpoints).map((member) => member.name);
  const declared = operationsOf(endpoints).map(([operation]) => operation);
  expect(new Set([...declared, ...members])).toEqual(new Set([...members, ...methodsOf(client)]));
});

it.each(Object.entries(clients))(
  'no member of @x/%s shows a type that only the compiler knows',
  (name, { endpoints }) => {
    const text = membersOf(sources, name, endpoints).map(renderMember).join('\n');
    expect(text).not.toMatch(/typeof|Infer(In|Out)put|import\(|__|\| *\|/);
  },
);

const files = generateFiles();

/** The generated page of a package. */
function pageOf(name: string): string {
  const page = files.find(({ path }) => path.pathname.endsWith(`/packages/${name}/api.md`));
  if (!page) throw new Error(`no page is generated for ${name}`);
  return page.text;
}

it('api.md of bank lists syncAll, follow and withItem with their parameters', () => {
  const text = pageOf('bank');
  const transactions = text.slice(text.indexOf('\n## transactions\n'), text.indexOf('\n## transactions.recurring\n'));
  expect(transactions).toContain(
    'transactions.syncAll(params: SyncAllParams, options?: SyncAllOptions): Promise<TransactionsDelta>\n',
  );
  expect(transactions).toContain(
    'transactions.follow(params: SyncAllParams, options?: FollowOptions): AsyncGenerator<',
  );
  expect(transactions).toMatch(
    /### `transactions\.follow`[\s\S]*\| `options\.intervalMs` \| `number` \| no \| \w.*Default/,
  );
  expect(transactions).toMatch(/### `transactions\.syncAll`[\s\S]*\| `params\.access_token` \| `string` \| yes \| \w/);
  expect(text).toMatch(
    /## The client itself[\s\S]*\nwithItem\(id: string\): BankItemClient\n[\s\S]*\| `id` \| `string` \| yes \| \w/,
  );
});

it('api.md of quotes lists random.stream with the endpoints of quotes', () => {
  const text = pageOf('quotes');
  const section = text.slice(text.indexOf('\n## quotes\n'), text.indexOf('\n## search\n'));
  expect(section).toMatch(/\nquotes\.random\.stream\(params\?: RandomStreamParams, /);
});
