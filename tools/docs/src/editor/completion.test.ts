import { operationsOf } from '@x/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmptyWords, type Provider } from './documented.ts';
import { hoverApp, type Place, trees, valuesApp } from './hover-app.ts';
import {
  cursorsIn,
  type Editor,
  type Hover,
  openJavaScriptEditor,
  openNativeEditor,
  type Position,
  writeProgram,
} from './language-service.ts';

// What editors offer while users write calls of the built packages and read their results.

const providers = Object.keys(trees) as Provider[];
const versions: [version: string, open: (files: string[]) => Promise<Editor>][] = [
  ['5.9', (files) => openJavaScriptEditor('typescript-5.9', files)],
  ['7', openNativeEditor],
];

const clientCode = `
import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient } from '@x/stream';
const stream = createStreamClient({ clientId: 'a', clientSecret: 'b' });
const music = createMusicClient({ clientId: 'a', clientSecret: 'b' });
const bank = createBankClient({ clientId: 'a', secret: 'b' });
`;

/** What is offered, code with a cursor, and some of the names that must be among them. */
const options: [what: string, code: string, expected: string[]][] = [
  [
    'options of stream',
    "createStreamClient({ clientSecret: 'b', ‸ });",
    ['clientId', 'tokens', 'timeoutMs', 'onEvent'],
  ],
  ['options of music', "createMusicClient({ clientSecret: 'b', ‸ });", ['clientId', 'tokens', 'validation']],
  ['options of bank', 'createBankClient({ ‸ });', ['clientId', 'secret', 'environment', 'items']],
  ['options of food', 'createFoodClient({ ‸ });', ['apiKey', 'baseUrl', 'retries']],
  ['options of quotes', 'createQuotesClient({ ‸ });', ['baseUrl', 'basePath', 'maxWaitMs']],
  ['options of a call', 'await stream.games.top({}, { ‸ });', ['signal', 'timeoutMs', 'deadlineMs', 'retries']],
  ['options of a list', 'await stream.streams.list({}, { ‸ });', ['cursor', 'prefetch', 'signal']],
  ['fields of a page', '(await stream.streams.list()).‸;', ['items', 'next', 'raw']],
  ['methods of a client', 'stream.‸;', ['streams', 'oauth', 'withAccount', 'setGrant', 'request', 'with', 'close']],
  ['methods of the sign-in', 'music.oauth.‸;', ['authorize', 'exchange']],
  ['options of a sign-in', "stream.oauth.authorize({ redirectUri: '', ‸ });", ['scopes', 'state', 'askAgain']],
  ['methods for one Item', "bank.withItem('item').transactions.‸;", ['sync', 'syncAll', 'follow']],
];

/** Fields of an intersection of types that both declare them: TypeScript 7 shows the documentation of neither. */
const undocumentedIn7 = ['clientType'];

const scopes: [what: string, code: string, tree: object][] = [
  ['stream', "stream.oauth.authorize({ redirectUri: '', scopes: ['‸'] });", trees.stream],
  ['stream on a device', "stream.oauth.device({ scopes: ['‸'] });", trees.stream],
  ['music', "music.oauth.authorize({ redirectUri: '', scopes: ['‸'] });", trees.music],
];

/** What an editor offers at a place, and what it shows on the name that belongs there. */
type Offer = [place: Place, names: readonly string[], shown: Hover | undefined];

async function offersAt(editor: Editor, places: readonly Place[]): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const place of places) {
    const { names, describe } = await editor.complete(place);
    offers.push([place, names, names.includes(place.name) ? await describe(place.name) : undefined]);
  }
  return offers;
}

describe.each(versions)('an editor with TypeScript %s', (version, open) => {
  describe.each(providers)('in a program that uses %s', (provider) => {
    const named = hoverApp(provider);
    const valued = valuesApp(provider);
    let editors: Editor[] = [];
    let names: Offer[];
    let values: Offer[];

    beforeAll(async () => {
      editors = await Promise.all(
        Object.entries({ named, valued }).map(([name, { files }]) =>
          open(writeProgram(`completion-${version}-${provider}-${name}`, files)),
        ),
      );
      const [first, second] = editors as [Editor, Editor];
      names = await offersAt(first, named.places);
      values = await offersAt(second, valued.places);
    }, 240_000);
    afterAll(() => Promise.all(editors.map((editor) => editor.close())));

    it.each(['method', 'group', 'param', 'field'] as const)('offers every %s with its documentation', (kind) => {
      const ofKind = names.filter(([place]) => place.kind === kind);
      expect(ofKind).not.toEqual([]);
      const missing = ofKind.filter(([{ name }, , shown]) => isEmptyWords({ name, prose: shown?.prose ?? '' }));
      expect(missing.map(([{ what }, , shown]) => `${what}: ${shown?.type} ${shown?.prose}`)).toEqual([]);
    });

    it('offers every known value of a string', () => {
      expect(values.length).toBeGreaterThan(0);
      const missing = values.flatMap(([place, offered]) =>
        place.values.filter((value) => !offered.includes(value)).map((value) => `${place.what}: ${value}`),
      );
      expect(missing).toEqual([]);
    });
  });

  describe('in a program that makes clients', () => {
    const { file, positions } = cursorsIn(
      [clientCode, ...options.map(([, code]) => code), ...scopes.map(([, code]) => code)].join('\n'),
    );
    let editor: Editor;
    beforeAll(async () => {
      editor = await open(writeProgram(`completion-${version}-clients`, [file]));
    }, 60_000);
    afterAll(() => editor.close());

    it.each(options)('offers %s with their documentation', async (what, _code, expected) => {
      const index = options.findIndex(([each]) => each === what);
      const { names, describe } = await editor.complete(positions[index] as Position);
      expect(names).toEqual(expect.arrayContaining(expected));
      const undocumented: string[] = [];
      for (const name of names)
        if (isEmptyWords({ name, prose: (await describe(name)).prose })) undocumented.push(name);
      expect(undocumented).toEqual(undocumentedIn7.filter((name) => version === '7' && names.includes(name)));
    });

    it.each(scopes)('offers the scopes of %s', async (what, _code, tree) => {
      const index = options.length + scopes.findIndex(([each]) => each === what);
      const { names } = await editor.complete(positions[index] as Position);
      const declared = operationsOf(tree).flatMap(([, { scopes = [] }]) => scopes.flat());
      expect(declared.length).toBeGreaterThan(10);
      expect(declared.filter((scope) => !names.includes(scope))).toEqual([]);
    });
  });
});
