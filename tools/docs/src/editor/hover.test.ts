import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmptyWords, type Provider } from './documented.ts';
import { hoverApp, type Place, trees } from './hover-app.ts';
import {
  cursorsIn,
  type Editor,
  type Hover,
  openJavaScriptEditor,
  openNativeEditor,
  writeProgram,
} from './language-service.ts';

// What editors show on every method, group, param and field of the built packages.

const providers = Object.keys(trees) as Provider[];
const versions: [version: string, open: (files: string[]) => Promise<Editor>][] = [
  ['5.9', (files) => openJavaScriptEditor('typescript-5.9', files)],
  ['7', openNativeEditor],
];
const apps = new Map(providers.map((provider) => [provider, hoverApp(provider)]));

describe.each(versions)('an editor with TypeScript %s', (version, open) => {
  describe.each(providers)('in a program that uses %s', (provider) => {
    const { files, places } = apps.get(provider) as ReturnType<typeof hoverApp>;
    let editor: Editor;
    const hovers: [Place, Hover][] = [];
    const hoversOf = (kind: Place['kind']) => hovers.filter(([place]) => place.kind === kind);

    beforeAll(async () => {
      editor = await open(writeProgram(`hover-${version}-${provider}`, files));
      for (const place of places) hovers.push([place, await editor.hover(place)]);
    }, 240_000);
    afterAll(() => editor.close());

    it.each(['method', 'group', 'param', 'field'] as const)('shows documentation on every %s', (kind) => {
      const found = hoversOf(kind);
      expect(found).not.toEqual([]);
      const undocumented = found.filter(([{ name }, { prose }]) => isEmptyWords({ name, prose }));
      expect(undocumented.map(([{ what }, { type, prose }]) => `${what}: ${type} ${prose}`)).toEqual([]);
    });

    it('shows a group of methods by its name', () => {
      const unreadable = hoversOf('group').filter(([, { type }]) => !/: [A-Z]\w+$/.test(type));
      expect(unreadable.map(([{ what }, { type }]) => `${what}: ${type}`)).toEqual([]);
    });

    it('shows the params of a method by name, and its result by name unless it is small', () => {
      const params = String.raw`\((params\??: ([A-Z]\w+(<\w+>)?|\{\s*\})( \| undefined)?, )?options\?: \w+( \| undefined)?\)`;
      const result = String.raw`(Promise|ApiCall|PagedCall)<([^{]+|\{\s*(\w+\??: [^;{]+;\s*){1,3}\}(\[\])?)>`;
      const readable = new RegExp(`${params}(:| =>) ${result}$`);
      const unreadable = hoversOf('method').filter(([, { type }]) => !readable.test(type));
      expect(unreadable.map(([{ what }, { type }]) => `${what}: ${type}`)).toEqual([]);
    });

    it('shows the values of strings whose values are known', () => {
      const hidden = hovers.filter(([, { type }]) => /string & (object|Record)/.test(type));
      expect(hidden.map(([{ what }, { type }]) => `${what}: ${type}`)).toEqual([]);
      if (provider !== 'stream') return;
      const [, hover] = hovers.find(([{ what }]) => what === 'field stream.streams.list → type') ?? [];
      expect(hover?.type).toContain('"live"');
    });
  });

  it('shows the groups of a client that is made of imported groups by their names', async () => {
    const { file, positions } = cursorsIn(`
import { accounts, bankProvider } from '@x/bank';
import { createClient } from '@x/core';
import { streamProvider, streams, users } from '@x/stream';
const stream = createClient(streamProvider({ clientId: 'a', clientSecret: 'b' }), { streams, people: { users } });
const bank = createClient(bankProvider({ clientId: 'a', secret: 'b' }), { accounts });
stream.‸streams.‸list({ ‸first: 1 });
stream.people.‸users;
bank.‸accounts.‸get({ ‸access_token: '' });
`);
    const editor = await open(writeProgram(`hover-${version}-groups`, [file]));
    const hovers: Hover[] = [];
    for (const position of positions) hovers.push(await editor.hover(position));
    await editor.close();
    const types = hovers.map(({ type }) => type.replace(/^\(property\) /, ''));
    expect(types).toEqual([
      'streams: StreamsMethods',
      expect.stringMatching(/^StreamsMethods\.list: \(params\?: StreamsListParams, /),
      'StreamsListParams.first?: number | undefined',
      'users: UsersMethods',
      'accounts: AccountsMethods',
      expect.stringMatching(/^AccountsMethods\.get: \(params: AccountsGetParams, /),
      'AccountsGetParams.access_token: string',
    ]);
    // A group has the documentation of what the program itself declares, which is none.
    expect(hovers.map(({ prose }) => prose !== '')).toEqual([false, true, true, false, false, true, true]);
  });
});
