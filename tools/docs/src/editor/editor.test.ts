import { operationsOf } from '@x/core/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEndpoints, pascal } from '../../../providers.ts';
import {
  type Editor,
  type Hover,
  isEmptyWords,
  openJavaScriptEditor,
  openNativeEditor,
  writeProgram,
} from './language-service.ts';

// Tests the hovers that editors show for the built packages' methods, and the completions they offer while users write
// calls and read results. declarations.test.ts tests that fields at any depth are documented.

const trees = await importEndpoints();
const versions = [
  ['5.9', openJavaScriptEditor],
  ['7', openNativeEditor],
] as const;

/** Removes the cursors `‸` from a program, and returns their positions. */
function cursorsIn(source: string): { code: string; positions: number[] } {
  const parts = source.split('‸');
  const ends = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
  return { code: parts.join(''), positions: ends };
}

/** Returns a provider's clients as declarations of constants, and their names. */
function clientsOf(provider: string): { declared: string; clients: string[] } {
  const type = `${pascal(provider)}Client`;
  const declared = `import type { ${type} } from '@x/${provider}';
declare const ${provider}: ${type};
declare function value<T>(): T;\n`;
  if (provider === 'bank')
    return { declared: `${declared}const ofItem = bank.withItem('');\n`, clients: [provider, 'ofItem'] };
  if (provider !== 'stream' && provider !== 'music') return { declared, clients: [provider] };
  return { declared: `${declared}const ofAccount = ${provider}.withAccount('');\n`, clients: [provider, 'ofAccount'] };
}

interface Place {
  readonly kind: 'group' | 'method' | 'params' | 'result';
  readonly what: string;
  readonly name: string;
  /** For params, the names that are declared. */
  readonly declared: readonly string[];
  readonly code: string;
}

/** Returns a place in a program for each group and method of a provider, and for each method's params and result. */
function placesOf(provider: string, client: string): Place[] {
  const groups = new Set<string>();
  return operationsOf(trees[provider] ?? {}).flatMap(([operation, spec]) => {
    const path = operation.split('.');
    const names = path.map((name, index): Place => {
      const owner = [client, ...path.slice(0, index)].join('.');
      const kind = index < path.length - 1 ? 'group' : 'method';
      return { kind, what: `${owner}.${name}`, name, declared: [], code: `${owner}.‸${name};` };
    });
    const own = names.filter(({ kind, what }) => kind === 'method' || !groups.has(what));
    for (const { what } of names) groups.add(what);
    if (spec.auth === 'user' && client === provider) return own; // it cannot be called there
    const method = `${client}.${operation}`;
    const declared = [spec.params, spec.query, spec.body].flatMap((schema) => Object.keys(schema?.entries ?? {}));
    const params: Place = { kind: 'params', what: `${method}()`, name: '', declared, code: `${method}({ ‸ });` };
    const [schema, items] = 'response' in spec ? [spec.response, ''] : [spec.item, '.items[0]!'];
    const code = `value<Awaited<ReturnType<typeof ${method}>>>()${items}.‸;`;
    // Until a union is narrowed, TypeScript 7 shows no documentation for the fields that all of its members have.
    const isUnion = schema && 'options' in schema;
    return [
      ...own,
      params,
      ...(isUnion ? [] : [{ kind: 'result', what: `${method}() →`, name: '', declared: [], code } as const]),
    ];
  });
}

/** Clients whose option `clientId` several overloads declare, so that TypeScript 7 shows no documentation for it. */
const overloaded = ['options of stream', 'options of music'];

describe.each(versions)('an editor with TypeScript %s', (version, open) => {
  describe.each(Object.keys(trees))('in a program that uses %s', (provider) => {
    const { declared, clients } = clientsOf(provider);
    const places = clients.flatMap((client) => placesOf(provider, client));
    const { code, positions } = cursorsIn(declared + places.map((place) => place.code).join('\n'));
    const shown: [Place, Hover][] = [];
    const offered: [Place, Map<string, Hover>][] = [];

    beforeAll(async () => {
      const editor = await open(writeProgram(`editor-${version}-${provider}`, code));
      for (const [index, position] of positions.entries()) {
        const place = places[index] as Place;
        if (place.kind === 'group' || place.kind === 'method') shown.push([place, await editor.hover(position)]);
        else {
          const offers = new Map<string, Hover>();
          for (const [name, describe] of await editor.complete(position))
            if (place.kind === 'result' || place.declared.includes(name)) offers.set(name, await describe());
          offered.push([place, offers]);
        }
      }
      await editor.close();
    }, 240_000);

    const ofKind = (kind: Place['kind']) => shown.filter(([place]) => place.kind === kind);

    it('shows the documentation of every group and every method', () => {
      const undocumented = shown.filter(([{ name }, { prose }]) => isEmptyWords(name, prose));
      expect(undocumented.map(([{ what }, { type, prose }]) => `${what}: ${type} ${prose}`)).toEqual([]);
    });

    it('shows a group of methods by its name', () => {
      const unreadable = ofKind('group').filter(([, { type }]) => !/: [A-Z]\w+$/.test(type));
      expect(unreadable.map(([{ what }, { type }]) => `${what}: ${type}`)).toEqual([]);
    });

    it('shows the params of a method by name, and its result by name unless it is small', () => {
      const params = String.raw`\((params\??: (string \| )?([A-Z]\w+(<\w+>)?|\{\s*\})( \| undefined)?, )?options\?: \w+( \| undefined)?\)`;
      const result = String.raw`(Promise|ApiCall|PagedCall)<([^{]+|LookupResult<\w+, (\{\s*\w+: string;?\s*\}( \| )?)+>)>`;
      const readable = new RegExp(`(${params}(:| =>) ${result}|: CallItOnWithAccount)$`);
      const unreadable = ofKind('method').filter(([, { type }]) => !readable.test(type));
      expect(unreadable.map(([{ what }, { type }]) => `${what}: ${type}`)).toEqual([]);
    });

    it('offers every param of a method', () => {
      const missing = offered.flatMap(([{ what, declared }, offers]) =>
        declared.filter((name) => !offers.has(name)).map((name) => `${what} ${name}`),
      );
      expect(missing).toEqual([]);
    });

    it('offers params and fields of results with their documentation and known values', () => {
      const all = offered.flatMap(([{ what }, offers]) =>
        [...offers]
          .filter(([, { type }]) => type.startsWith('(property)')) // not what the language offers on strings and lists
          .map(([name, { type, prose }]) => ({ what, name, type, prose })),
      );
      expect(all.length).toBeGreaterThan(20);
      const unclear = all.filter(
        ({ name, type, prose }) => isEmptyWords(name, prose) || /string & (object|Rec)/.test(type),
      );
      expect(unclear.map(({ what, name, type, prose }) => `${what} ${name}: ${type} ${prose}`)).toEqual([]);
    });
  });

  it('shows the imported groups that a client is made of by their names', async () => {
    const { code, positions } = cursorsIn(`
import { bankProvider } from '@x/bank';
import { accounts } from '@x/bank/endpoints';
import { createClient } from '@x/core/provider';
import { streamProvider } from '@x/stream';
import { streams, users } from '@x/stream/endpoints';
const stream = createClient(streamProvider({ clientId: 'a', clientSecret: 'b' }), { streams, people: { users } });
const bank = createClient(bankProvider({ clientId: 'a', clientSecret: 'b' }), { accounts });
stream.‸streams.‸list({ ‸first: 1 });
stream.people.‸users;
bank.‸accounts.‸get({ ‸access_token: '' });
`);
    const editor = await open(writeProgram(`editor-${version}-groups`, code));
    const hovers: Hover[] = [];
    for (const position of positions) hovers.push(await editor.hover(position));
    await editor.close();
    const types = hovers.map(({ type }) => type.replace(/^\(property\) /, ''));
    expect(types).toEqual([
      'streams: StreamsAppMethods',
      expect.stringMatching(/^StreamsAppMethods\.list: \(params\?: StreamsListParams, /),
      'StreamsListParams.first?: number | undefined',
      'users: UsersAppMethods',
      'accounts: AccountsMethods',
      expect.stringMatching(/^AccountsMethods\.get: \(params: AccountsGetParams, /),
      'AccountsGetParams.access_token: string',
    ]);
    // A group takes its documentation from the program's own declaration, which has none.
    expect(hovers.map(({ prose }) => prose !== '')).toEqual([false, true, true, false, false, true, true]);
  });

  describe('in a program that creates clients', () => {
    const { code, positions } = cursorsIn([clientCode, ...offers.map(([, code]) => code)].join('\n'));
    let editor: Editor;
    beforeAll(async () => {
      editor = await open(writeProgram(`editor-${version}-clients`, code));
    }, 60_000);
    afterAll(() => editor.close());

    it.each(offers.map((offer, index) => [...offer, index] as const))(
      'offers %s, documented unless they are values or scopes',
      async (what, _code, expected, index) => {
        const found = await editor.complete(positions[index] ?? 0);
        expect([...found.keys()]).toEqual(expect.arrayContaining([...expected]));
        if (/^(values|scopes)/.test(what)) return;
        const undocumented: string[] = [];
        for (const [name, describe] of found) if (isEmptyWords(name, (await describe()).prose)) undocumented.push(name);
        expect(undocumented).toEqual(version === '7' && overloaded.includes(what) ? ['clientId'] : []);
      },
    );
  });
});

const clientCode = `
import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient } from '@x/stream';
const stream = createStreamClient({ clientId: 'a', clientSecret: 'b' });
const music = createMusicClient({ clientId: 'a', clientSecret: 'b' });
const bank = createBankClient({ clientId: 'a', clientSecret: 'b' });
`;

const scopesOf = (tree: object = {}) => operationsOf(tree).flatMap(([, { scopes = [] }]) => scopes.flat());

/** The kind of completion, code with a cursor, and some names that the completions must include. */
const offers: readonly (readonly [what: string, code: string, expected: readonly string[]])[] = [
  [
    'options of stream',
    "createStreamClient({ clientSecret: 'b', ‸ });",
    ['clientId', 'tokens', 'timeoutMs', 'onEvent'],
  ],
  ['options of music', "createMusicClient({ clientSecret: 'b', ‸ });", ['clientId', 'tokens', 'validation']],
  ['options of bank', 'createBankClient({ ‸ });', ['clientId', 'clientSecret', 'environment', 'items']],
  ['options of food', 'createFoodClient({ ‸ });', ['apiKey', 'baseUrl', 'retries']],
  ['options of quotes', 'createQuotesClient({ ‸ });', ['baseUrl', 'basePath', 'maxWaitMs']],
  ['options of a call', 'await stream.games.top({}, { ‸ });', ['signal', 'timeoutMs', 'deadlineMs', 'retries']],
  ['options of a list', 'await stream.streams.list({}, { ‸ });', ['cursor', 'prefetch', 'signal']],
  ['fields of a page', '(await stream.streams.list()).‸;', ['items', 'nextCursor', 'raw']],
  ['methods of a client', 'stream.‸;', ['streams', 'oauth', 'withAccount', 'accounts', 'request', 'with', 'close']],
  ['methods of the sign-in', 'music.oauth.‸;', ['authorize', 'exchange']],
  ['options of a sign-in', "stream.oauth.authorize({ redirectUri: '', ‸ });", ['scopes', 'askAgain']],
  ['methods for one Item', "bank.withItem('item').transactions.‸;", ['sync', 'syncAll', 'follow']],
  ['values of a param', "await music.search({ q: '', type: '‸' });", ['album', 'track', 'episode']],
  ['values in a list', "await bank.institutions.get({ count: 1, offset: 0, country_codes: ['‸'] });", ['US', 'GB']],
  ['values of a field', "(await stream.streams.list()).items[0]?.type === '‸';", ['live']],
  ['scopes of stream', "stream.oauth.authorize({ redirectUri: '', scopes: ['‸'] });", scopesOf(trees.stream)],
  ['scopes of a device', "stream.oauth.device({ scopes: ['‸'] });", scopesOf(trees.stream)],
  ['scopes of music', "music.oauth.authorize({ redirectUri: '', scopes: ['‸'] });", scopesOf(trees.music)],
];
