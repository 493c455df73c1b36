import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';

/** Everything that two versions in one process meet in. */
const exports = `
  export * from '@x/core';
  export { createClient, list, byNumber } from '@x/core/provider';
  export { createMusicClient } from '@x/music';
  export { fileStore } from '@x/stores/file';
  export { createReceiver, memoryWebhookStore } from '@x/webhooks';
  export * as v from 'valibot';
`;

type Copy = typeof import('@x/core') &
  Pick<typeof import('@x/core/provider'), 'createClient' | 'list' | 'byNumber'> &
  Pick<typeof import('@x/music'), 'createMusicClient'> &
  Pick<typeof import('@x/stores/file'), 'fileStore'> &
  Pick<typeof import('@x/webhooks'), 'createReceiver' | 'memoryWebhookStore'> & { v: typeof import('valibot') };

const folder = mkdtempSync(join(tmpdir(), 'two-copies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { outputFiles } = await build({
  stdin: { contents: exports, resolveDir: import.meta.dirname },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  conditions: ['@x/source'],
});

/** Loads another copy of core, oauth, webhooks, stores and a client, none of which shares a module with the others. */
async function loadCopy(name: string): Promise<Copy> {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, outputFiles[0]?.contents ?? '');
  return import(/* @vite-ignore */ pathToFileURL(path).href);
}

const [one, other] = [await loadCopy('one'), await loadCopy('other')];
const directions: [string, Copy, Copy][] = [
  ['the first copy', one, other],
  ['the second copy', other, one],
];

const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};
const music = { clientId: 'id', clientSecret: 'secret', baseUrl: 'https://api.test', authUrl: 'https://auth.test' };

describe.each(directions)('two copies of each package work side by side: %s', (_, ours, theirs) => {
  it.each<[string, (copy: Copy) => unknown]>([
    ['core', (copy) => copy.memoryRateLimiter({ maxRetryAfterMs: -1 })],
    ['oauth', (copy) => copy.createMusicClient(music).withAccount('')],
    ['stores', (copy) => copy.fileStore('')],
    ['webhooks', (copy) => copy.memoryWebhookStore({ max: 0 })],
  ])('makes errors of %s that the other recognizes, revives and maps to a status', (_, fail) => {
    const error = thrown(() => fail(ours));
    expect(ours.ApiError).not.toBe(theirs.ApiError);
    expect([theirs.isApiError(error, 'invalid_params'), error instanceof theirs.ApiError]).toEqual([true, true]);
    expect(theirs.toHttpStatus(error)).toBe(400);
    expect(theirs.ApiError.from(JSON.parse(JSON.stringify(error)))).toMatchObject({ code: 'invalid_params' });
  });

  it('writes cursors with which the other continues a list', async () => {
    const open = ({ createClient, list, byNumber, v }: Copy) => {
      const fetch = async (url: unknown) => {
        const page = Number(new URL(String(url)).searchParams.get('page') ?? 1);
        return Response.json({ pages: 2, items: [{ id: page }] });
      };
      const provider = { name: 'test', options: { fetch }, baseUrl: 'https://api.test', lists: 'repeat' } as const;
      const things = list({
        method: 'GET',
        path: '/things',
        auth: 'none',
        query: v.object({ page: v.optional(v.number()), size: v.optional(v.number()) }),
        item: v.object({ id: v.number() }),
        paging: { ...byNumber, items: 'items', param: 'page', size: 'size', defaultSize: 1, pages: 'pages' },
        docs: '',
      });
      return createClient({ ...provider, credentials: {}, signUp: '', readError: () => ({}) }, { things });
    };
    const { nextCursor } = await open(ours).things();
    const others = [theirs, { ...theirs, createClient: ours.createClient }]; // declarations may come from another copy
    for (const copy of others)
      expect((await open(copy).things({}, { cursor: nextCursor ?? '' })).items).toEqual([{ id: 2 }]);
  });

  it.each<[string, (copy: Copy) => ReturnType<Copy['fileStore']>]>([
    ['memory', (copy) => copy.memoryStore()],
    ['files', (copy) => copy.fileStore(join(folder, `grants-${directions.findIndex(([, each]) => each === copy)}`))],
  ])('stores grants in %s that the other reads, and refreshes once for both', async (kind, createStore) => {
    const tokens = createStore(ours);
    let refreshes = 0;
    const fetch = async (url: unknown, { headers }: { headers?: unknown } = {}) => {
      if (!String(url).startsWith(music.authUrl)) return Response.json({ headers });
      refreshes += 1;
      return Response.json({ access_token: `token-${refreshes}`, token_type: 'Bearer', expires_in: 3600 });
    };
    const open = (copy: Copy) => copy.createMusicClient({ ...music, tokens, fetch: fetch as never });
    const [ourClient, theirClient] = [open(ours), open(theirs)];
    const read = async (client = ourClient) => {
      const { headers } = (await client.withAccount('ann').request('/v1/me')) as { headers: Record<string, string> };
      return headers.authorization;
    };
    await ourClient.accounts.set('ann', { accessToken: 'stored', refreshToken: 'refresh', expiresAt: 1 });
    const first = read();
    if (kind === 'memory') await first; // only a store with a lock keeps two clients from refreshing at the same time
    expect(await Promise.all([first, read(theirClient)])).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(refreshes).toBe(1);
  });

  it('keeps webhooks in a store with which the other handles no delivery twice', async () => {
    const store = ours.memoryWebhookStore();
    const handled: string[] = [];
    for (const [name, { createReceiver }] of Object.entries({ ours, theirs })) {
      const message = { kind: 'delivery', response: new Response(null, { status: 204 }) };
      const receiver = createReceiver(
        {
          verify: async () => message,
          isHandled: (message): message is typeof message => true,
          dispatch: () => void handled.push(name),
          deduplication: { store, idOf: () => 'delivery', leaseMs: 1000, rememberMs: 1000 },
        },
        {},
      );
      const request = { headers: { 'content-type': 'application/json' }, body: '{}' };
      expect((await receiver.handle(request, {})).status).toBe(204);
    }
    expect(handled).toEqual(['ours']);
  });
});
