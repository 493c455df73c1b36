import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openApiOf } from '@x/catalog';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { catalogOf } from '@x/testing/catalogs';
import createFetchClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Provider = 'stream' | 'music' | 'bank' | 'food' | 'quotes';

/** One call of each API, with fields that its result must have. */
const calls: readonly { provider: Provider; name: string; params: Record<string, unknown>; has: object }[] = [
  { provider: 'stream', name: 'games.top', params: { first: 2 }, has: { data: [{}, {}] } },
  {
    provider: 'music',
    name: 'search',
    params: { q: 'a', type: ['album', 'track'], limit: 2 },
    has: { albums: {}, tracks: {} },
  },
  {
    provider: 'bank',
    name: 'institutions.get',
    params: { count: 2, offset: 0, country_codes: ['US'] },
    has: { institutions: [{}, {}] },
  },
  { provider: 'food', name: 'foods.search', params: { query: 'bread', pageSize: 2 }, has: { foods: [{}, {}] } },
  { provider: 'quotes', name: 'quotes.list', params: { limit: 2 }, has: { results: [{}, {}] } },
];

let sandbox: Sandbox;
const folder = mkdtempSync(join(tmpdir(), 'x-openapi-'));
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Returns an API's base URL, and the headers with which its document says that programs authenticate. */
function accessOf(provider: Provider): { baseUrl: string; headers: Record<string, string> } {
  const { stream, music, bank, food, quotes } = sandbox.options;
  const { controls } = sandbox;
  const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` });
  return {
    stream: {
      baseUrl: stream.baseUrl,
      headers: { 'Client-Id': stream.clientId, ...bearer(controls.stream.issueUserToken({ scopes: [] })) },
    },
    music: {
      baseUrl: music.baseUrl,
      headers: bearer(controls.music.issueUserToken({ userId: `${controls.music.users()[0]?.id}`, scopes: [] })),
    },
    bank: {
      baseUrl: bank.baseUrl,
      headers: { 'PLAID-CLIENT-ID': bank.clientId, 'PLAID-SECRET': bank.clientSecret },
    },
    food: { baseUrl: food.baseUrl, headers: { 'X-Api-Key': food.apiKey } },
    quotes: { baseUrl: `${quotes.baseUrl}/api`, headers: {} },
  }[provider];
}

const documentOf = (provider: Provider) => openApiOf(catalogOf(provider));

describe.each(calls)('$provider, from its OpenAPI document', ({ provider, name, params, has }) => {
  it('openapi-typescript generates types with which openapi-fetch calls the sandbox', async () => {
    const document = documentOf(provider);
    const types = astToString(await openapiTS(document as never));
    const [path = ''] = Object.entries(document.paths).find(([, item]) =>
      Object.values(item).some(({ operationId }) => operationId === name),
    ) ?? [''];
    const isPost = document.paths[path]?.post?.operationId === name;
    const given = isPost ? { body: params } : { params: { query: params } };
    const method = isPost ? 'POST' : 'GET';
    // In the folder of this package, so that the compiler finds openapi-fetch.
    const generated = fileURLToPath(new URL(`../../.generated/${provider}/`, import.meta.url));
    mkdirSync(generated, { recursive: true });
    writeFileSync(`${generated}types.ts`, types);
    writeFileSync(
      `${generated}program.ts`,
      `import createClient from 'openapi-fetch';\nimport type { paths } from './types.ts';\nconst client = createClient<paths>({ baseUrl: '' });\nexport const call = () => client.${method}(${JSON.stringify(path)}, ${JSON.stringify(given)});\n// @ts-expect-error the document has no such route\nexport const wrong = () => client.${method}('/no-such-route', {});\n`,
    );
    const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
    // Do not block this process: its sandbox would not notice that connections end.
    await promisify(execFile)(process.execPath, [
      compiler,
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--allowImportingTsExtensions',
      '--ignoreConfig',
      `${generated}program.ts`,
    ]);

    const { baseUrl, headers } = accessOf(provider);
    const comma = catalogOf(provider).lists === 'comma';
    const client = createFetchClient<Record<string, never>>({
      baseUrl,
      headers,
      querySerializer: { array: { style: 'form', explode: !comma } },
    }) as unknown as Record<string, (path: string, given: object) => Promise<{ data?: unknown; error?: unknown }>>;
    const { data, error } = (await client[method]?.(path, given)) ?? {};
    expect(error).toBeUndefined();
    expect(data).toMatchObject(has);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.runIf(hasPython)('a Python program calls the sandbox', async () => {
    const file = join(folder, `${provider}.json`);
    writeFileSync(file, JSON.stringify(documentOf(provider)));
    const { baseUrl, headers } = accessOf(provider);
    const program = fileURLToPath(new URL('./client.py', import.meta.url));
    const running = promisify(execFile)('python3', [program, file, baseUrl]);
    running.child.stdin?.end(JSON.stringify({ name, params, headers }));
    const { stdout, stderr } = await running;
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject(has);
  });
});
