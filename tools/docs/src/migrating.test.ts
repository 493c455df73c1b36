import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core/provider';
import { endpoints as music } from '@x/music';
import { eventSubTypes, endpoints as stream } from '@x/stream';
import { expect, it } from 'vitest';
import { sectionOf } from './api/markdown.ts';
import { read, root } from './repository.ts';

// Most of the other clients are installed for the sandbox's tests, which send it these clients' requests.
const { resolve } = createRequire(`${root}packages/sandbox/package.json`);
const load = (name: string) => import(pathToFileURL(resolve(name)).href);

const clients: Record<string, { endpoints: object; create: () => Promise<object> }> = {
  'plaid-node': { endpoints: bank, create: async () => new (await load('plaid')).PlaidApi() },
  twurple: {
    endpoints: stream,
    async create() {
      const [{ ApiClient }, { AppTokenAuthProvider }] = await Promise.all(['@twurple/api', '@twurple/auth'].map(load));
      return new ApiClient({ authProvider: new AppTokenAuthProvider('id', 'secret') });
    },
  },
  'spotify-sdk': {
    endpoints: music,
    create: async () => (await load('@spotify/web-api-ts-sdk')).SpotifyApi.withClientCredentials('id', 'secret'),
  },
  'spotify-web-api-node': {
    endpoints: music,
    create: async () => new (await load('spotify-web-api-node')).default({}),
  },
  'tmi.js': { endpoints: stream, create: async () => new (await load('tmi.js')).default.Client({}) },
};

const namesIn = (cell = '') => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);

it.each(Object.entries(clients))(
  'every call in the table of migrating/%s.md exists in its client',
  async (page, { endpoints, create }) => {
    const other = await create();
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((owner, name) => (owner as Record<string, unknown> | undefined)?.[name], other);
    const ours = new Set(operationsOf(endpoints).map(([name]) => name));
    const rows = (sectionOf(read(`docs/migrating/${page}.md`), 'every-call') ?? '').match(/^\| .*`.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(20);
    const unknown = rows.flatMap((row) => {
      const [, theirs, here] = row.split('|');
      return [
        ...namesIn(theirs).filter((call) => typeof valueAt(call) !== 'function'),
        ...namesIn(here).filter((call) => !ours.has(call)),
      ];
    });
    expect(unknown).toEqual([]);
  },
);

const program = (name: string) => read(`tools/docs/src/programs/${name}.txt`);
const [copy = ''] = /^export async function copy[\s\S]*?^}/m.exec(read('docs/guides/playlists.md')) ?? [];

it.each([
  ['twurple', program('bot.x-stream'), program('bot.easy-bot')],
  ['spotify-sdk', copy, program('copy.spotify-sdk')],
])(
  'migrating/%s.md states the lines of both programs, without imports, comments and blank lines',
  (page, ...programs) => {
    const [ours, theirs] = programs.map(
      (code) => code.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)|^import /.test(line)).length,
    );
    expect(read(`docs/migrating/${page}.md`)).toContain(`${ours} lines here, and ${theirs} `);
  },
);

it('every event in the table of migrating/tmi.js.md is an EventSub type', () => {
  const rows = (sectionOf(read('docs/migrating/tmi.js.md'), 'events') ?? '').match(/^\| `.*$/gm) ?? [];
  const types = rows.flatMap((row) => namesIn(row.split('|')[2]));
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((type) => !(type in eventSubTypes))).toEqual([]);
});
