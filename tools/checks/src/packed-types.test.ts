import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { pascal } from '../../providers.ts';
import { type Provider, providers } from './clients.ts';
import { operations } from './operations.ts';
import { root } from './readme.ts';

// If a library exports parts of a client, its declarations may name only the package that it depends on, because pnpm
// installs that package's own dependencies where the library's users cannot import them.

const place = realpathSync(mkdtempSync(join(tmpdir(), 'library-')));
afterAll(() => rmSync(place, { recursive: true }));

const compilers = [
  ['5.9', `${root}tools/release/node_modules/typescript-5.9/bin/tsc`],
  ['7', `${root}node_modules/typescript/bin/tsc`],
] as const;

/** Types of the clients of providers that have several. */
const clients: Readonly<Partial<Record<Provider, Readonly<Record<string, string>>>>> = {
  stream: {
    client: 'StreamClient',
    ofAccount: 'StreamAccountClient',
    ofPublic: 'StreamPublicClient',
    ofToken: 'StreamTokenClient',
  },
  music: {
    client: 'MusicClient',
    ofAccount: 'MusicAccountClient',
    ofPublic: 'MusicPublicClient',
    ofToken: 'MusicTokenClient',
  },
  bank: { client: 'BankClient', ofItem: 'BankItemClient' },
};

const common = ['rateLimit', 'request', 'with', 'resetRateLimiter'];
const lifecycle = ['health', 'close'];
const signIn = ['accounts', 'oauth', 'withAccount', 'withToken'];

/** Exports of a library for each client, besides its endpoints. */
const members: Readonly<Record<string, readonly string[]>> = {
  StreamClient: [...common, ...lifecycle, ...signIn],
  StreamAccountClient: common,
  StreamPublicClient: [...lifecycle, ...signIn],
  StreamTokenClient: [...common, ...lifecycle, 'withToken'],
  MusicClient: [...common, ...lifecycle, ...signIn],
  MusicAccountClient: common,
  MusicPublicClient: [...lifecycle, ...signIn],
  MusicTokenClient: [...common, ...lifecycle, 'withToken'],
  BankClient: [...common, ...lifecycle, 'withItem', 'transactions.syncAll', 'transactions.follow'],
  BankItemClient: [...common, 'transactions.syncAll', 'transactions.follow'],
  QuotesClient: [...common, ...lifecycle, 'quotes.random.stream'],
};

/** Exports of a library that signs users in. */
const signInExports = `export const { authorize, exchange } = client.oauth;
export const session = client.oauth.authorize({ redirectUri: 'https://app.example' }).then((started) => started.session);
export const { get, token } = client.accounts;
`;

/** Other exports that a library may have, with the imports that they need. */
const more: Readonly<Partial<Record<Provider, string>>> = {
  stream: `import { createClient, createUserClient, eventSubTypes, logEvents, streamOAuth, streamProvider } from '@x/stream';
import { createEventListener, subscriptions } from '@x/stream/events';
import { streams } from '@x/stream/endpoints';
import { createWebhookReceiver } from '@x/stream/webhooks';
export const ann = client.withAccount('ann');
export const events = createEventListener(ann);
export const conduit = createEventListener(client, { transport: 'conduit' });
export const { on, setSubscriptions, state } = events;
export const online = subscriptions.streamOnline('1');
export const receiver = createWebhookReceiver({ secret: 'of the subscription' });
export const types = eventSubTypes;
export const log = logEvents(console);
const options = { clientId: '1', clientSecret: '2' };
export const provider = streamProvider(options);
export const some = createClient(provider, { streams });
export const someWithUsers = createUserClient(provider, { streams }, streamOAuth);
export const { device, poll } = client.oauth;
export const deviceSession = device().then((started) => started.session);
${signInExports}`,
  music: `import { createClient, createUserClient, getItem, musicOAuth, musicProvider } from '@x/music';
import { tracks } from '@x/music/endpoints';
export const ann = client.withAccount('ann');
export const found = client.search({ q: 'bach', type: ['track', 'album'] });
export const item = getItem;
export const provider = musicProvider({ clientId: '1', clientSecret: '2' });
export const some = createClient(provider, { tracks });
export const someWithUsers = createUserClient(provider, { tracks }, musicOAuth);
${signInExports}`,
  bank: `import { bankProvider, createClient, transactionsWithSync } from '@x/bank';
import { transactions } from '@x/bank/endpoints';
import { createWebhookReceiver, createWebhookSigner } from '@x/bank/webhooks';
export const item = client.withItem('1');
export const delta = client.transactions.syncAll({ access_token: '1' });
export const receiver = createWebhookReceiver({ verificationKey: client.webhooks.verificationKey });
export const signer = createWebhookSigner();
export const provider = bankProvider({ clientId: '1', clientSecret: '2' });
export const some = createClient(provider, { transactions });
export const follow = createClient(provider, { transactions: transactionsWithSync() }).transactions.follow;
`,
  food: `import { createClient, foodProvider, nutrients } from '@x/food';
import { foods } from '@x/food/endpoints';
export const found = client.foods.search({ query: 'cheddar' });
export const provider = foodProvider({ apiKey: '1' });
export const some = createClient(provider, { foods });
export const functions = { nutrients };
`,
  quotes: `import { createClient, quotesProvider, quotesWithStream } from '@x/quotes';
import { authors } from '@x/quotes/endpoints';
export const drawn = client.random();
export const provider = quotesProvider({ baseUrl: 'http://127.0.0.1' });
export const some = createClient(provider, { authors });
export const stream = createClient(provider, { quotes: quotesWithStream() }).quotes.random.stream;
`,
};

/** A library that exports every group and method of every client. */
function libraryOf(provider: Provider): string {
  const types: Readonly<Record<string, string>> = clients[provider] ?? { client: `${pascal(provider)}Client` };
  const names = new Set(
    operations
      .filter((operation) => operation.provider === provider)
      .flatMap(({ name }) => name.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'))),
  );
  const shown = Object.entries(types).flatMap(([client, type]) => {
    const paths = [...(type.includes('Public') ? [] : names), ...(members[type] ?? [...common, ...lifecycle])];
    return paths.map((path) => `export const ${client}_${path.replaceAll('.', '_')} = ${client}.${path};`);
  });
  const create = `create${pascal(provider)}Client`;
  return [
    `import { ${create}, isApiError, type ${Object.values(types).join(', type ')} } from '@x/${provider}';`,
    `import * as groups from '@x/${provider}/endpoints';`,
    ...Object.entries(types).map(([client, type]) => `declare const ${client}: ${type};`),
    `export const create = ${create};`,
    'export const isError = isApiError;',
    ...[...names].filter((name) => !name.includes('.')).map((name) => `export const group_${name} = groups.${name};`),
    more[provider] ?? '',
    ...shown,
    '',
  ].join('\n');
}

/** Installs a provider as pnpm does: its dependencies are next to it, where the library cannot import them. */
function install(provider: Provider): string {
  const folder = join(place, provider);
  const store = join(folder, 'node_modules/.pnpm');
  const put = (name: string, source: string) => {
    const target = join(store, name.replace('/', '+'), 'node_modules', name);
    cpSync(source, target, {
      recursive: true,
      dereference: true,
      filter: (path) => !/\/(src|test|node_modules)(\/|$)/.test(path.slice(source.length)),
    });
    return target;
  };
  const link = (target: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), target), path);
  };
  const installed = put(`@x/${provider}`, `${root}packages/${provider}`);
  const shared = ['core', 'oauth', 'webhooks', 'stores'];
  const targets = shared.map((name) => [`@x/${name}`, put(`@x/${name}`, `${root}packages/${name}`)] as const);
  const valibot = put('valibot', realpathSync(`${root}packages/${provider}/node_modules/valibot`));
  for (const user of [provider, ...shared])
    for (const [name, target] of [...targets, ['valibot', valibot] as const])
      if (name !== `@x/${user}`) link(target, join(store, `@x+${user}/node_modules`, name));
  link(installed, join(folder, `node_modules/@x/${provider}`));
  return folder;
}

async function compile(tsc: string, folder: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { maxBuffer: 2 ** 26 });
  return run.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
};

describe.each(providers)('a library that exports parts of @x/%s', (provider) => {
  const folder = install(provider);
  writeFileSync(join(folder, 'library.ts'), libraryOf(provider));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

  it.each(compilers)(
    `is compiled by TypeScript %s to declarations that name only @x/${provider}`,
    async (version, tsc) => {
      const options = { ...compilerOptions, outDir: `dist-${version}` };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['library.ts'] }));
      expect(await compile(tsc, folder)).toBe('');
      const declarations = readFileSync(join(folder, `dist-${version}/library.d.ts`), 'utf8');
      expect(declarations).not.toMatch(/@x\/(core|oauth|stores|webhooks)|node_modules|: any\b/);
    },
  );
});
