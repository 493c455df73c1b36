import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { catalogOf } from '@x/testing/catalogs';
import { bareEnvironment, environmentOf } from '@x/testing/programs';
import { expect, it, onTestFinished } from 'vitest';
import { openAccounts } from './accounts.ts';
import { serveHttp } from './http.ts';
import { createMcpServer } from './server.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
const source = ['--conditions=@x/source', '--disable-warning=ExperimentalWarning'];

async function start(args: readonly string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...source, cli, ...args],
    env: { ...bareEnvironment, ...env },
    stderr: 'pipe',
  });
  let talk = '';
  transport.stderr?.on('data', (chunk) => {
    talk += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, talk: () => talk };
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

it('over standard input and output, a host calls the sandbox without any credentials, and the result says so', async () => {
  const { client, talk } = await start(['food', 'quotes']);
  expect(client.getInstructions()).toContain('food (FoodData Central, sandbox)');
  const given = { operation: 'food.foods.search', params: { query: 'bread' }, fields: ['description'] };
  const text = textOf(await client.callTool({ name: 'call_read_operation', arguments: given }));
  expect(text).toMatch(/^Untrusted data from the sandbox of FoodData Central/);
  expect(talk()).toContain('no credentials for food, quotes: using a sandbox');
});

it('acts for the account and the bank login in the store of accounts, and shows none of their tokens', async () => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const folder = mkdtempSync(join(tmpdir(), 'x-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { music, bank } = sandbox.options;
  const { BANK_ACCESS_TOKEN: _, ...variables } = environmentOf(sandbox);
  const env = { ...variables, XDG_CONFIG_HOME: folder };
  const login = ['login', 'bank', '--item', 'checking', '--store', 'file', '--institution', 'ins_109508'];
  const { stderr } = await promisify(execFile)(process.execPath, [...source, cli, ...login], { env });
  expect(stderr).toBe(
    `mcp: signed in to bank as checking. Stored encrypted in ${join(folder, 'x')}; the key is in a file there that only you can read\n`,
  );
  const store = await openAccounts(env);
  const [, user] = sandbox.controls.music.users();
  const scopes = ['user-read-private'];
  const issued = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
  const app = createMusicClient({ ...music, tokens: store.tokens });
  await app.accounts.set('ann', { ...issued, scopes });
  const accessToken = (await store.secrets('bank').get('checking')) ?? '';
  const options = ['--account', 'ann', '--item', 'checking', '--allow-personal'];
  const { client, talk } = await start(['music', 'bank', ...options], env);
  const call = async (given: object) =>
    textOf(await client.callTool({ name: 'call_read_operation', arguments: { ...given } }));
  const me = await call({ operation: 'music.users.me', fields: ['id'] });
  expect(me).toMatch(/^Untrusted data from Spotify Web API/);
  expect(me).toContain(`{"id":"${user?.id}"}`);
  const accounts = await call({ operation: 'bank.accounts.get' });
  expect(accounts).toContain('"account_id"');
  const shown = me + accounts + talk();
  for (const secret of [issued.accessToken, issued.refreshToken, accessToken, music.clientSecret, bank.clientSecret])
    expect(shown).not.toContain(secret);
});

it('with invalid credentials, no output shows them', async () => {
  const canary = 'canary-of-the-environment';
  const env = {
    MUSIC_CLIENT_ID: 'id',
    MUSIC_CLIENT_SECRET: canary,
    MUSIC_URL: 'http://127.0.0.1:1',
    MUSIC_AUTH_URL: 'http://127.0.0.1:1',
  };
  const { client, talk } = await start(['music'], env);
  const given = { operation: 'music.search', params: { q: 'a', type: ['album'] } };
  const result = await client.callTool({ name: 'call_read_operation', arguments: given });
  expect(result.isError).toBe(true);
  expect(JSON.parse(textOf(result).split('\n')[0] ?? '')).toMatchObject({
    code: expect.any(String),
    remedy: expect.any(String),
  });
  expect(textOf(result) + talk()).not.toContain(canary);
});

it("the inspector's command line lists the tools and calls one", async () => {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: string | Record<string, string> };
  const inspector = join(dirname(manifest), typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
  const inspect = async (...args: string[]) =>
    JSON.parse(
      (
        await promisify(execFile)(process.execPath, [
          inspector,
          '--cli',
          process.execPath,
          ...source,
          cli,
          'quotes',
          ...args,
        ])
      ).stdout,
    );
  const { tools } = await inspect('--method', 'tools/list');
  expect(tools.map(({ name }: { name: string }) => name)).toContain('search_operations');
  const found = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'search_operations',
    '--tool-arg',
    'query=authors',
  );
  expect(textOf(found)).toContain('quotes.authors.list [read]');
});

it('prints its help for mcp login as well, and refuses unknown arguments before it starts', async () => {
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [...source, cli, ...args]);
  expect((await run('login', 'music', '--store', 'file', '--help')).stdout).toMatch(/^Usage: mcp /);
  await expect(run('musik')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no API musik'),
  });
  await expect(run('--max-tokens', 'x')).rejects.toMatchObject({
    stderr: expect.stringContaining('--max-tokens must be'),
  });
  await expect(run('quotes', '--tools', 'quotes.none')).rejects.toMatchObject({
    stderr: expect.stringContaining('there is no operation quotes.none'),
  });
});

it('over streamable HTTP, only programs with the token can call the server, and nothing is created for others', async () => {
  const client = { authors: { get: async () => ({ name: 'Ann' }) } };
  let created = 0;
  const create = () => {
    created += 1;
    return createMcpServer({ apis: [{ catalog: catalogOf('quotes'), client }] });
  };
  const served = await serveHttp(create, 0, 'token-of-this-server');
  onTestFinished(() => served.close());
  const authorization = 'Bearer token-of-this-server';
  const send = async (method: string, headers: Record<string, string>, body: object = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    return (await fetch(served.url, method === 'GET' ? init : { ...init, body: JSON.stringify(body) })).status;
  };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  expect(await send('GET', {})).toBe(401); // as an image on a page does
  expect(await send('POST', {}, initialize)).toBe(401);
  expect(await send('POST', { authorization: 'Bearer another' }, initialize)).toBe(401);
  expect(await send('POST', { authorization, origin: 'https://example.com' }, initialize)).toBe(403);
  expect(await send('POST', { authorization, 'mcp-session-id': 'unknown' })).toBe(404);
  expect(await send('GET', { authorization })).toBe(400);
  expect(await send('POST', { authorization }, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(400);
  expect(created).toBe(0);
  const host = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization } };
  await host.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit }));
  const given = { operation: 'quotes.authors.get', params: { id: 'a' } };
  expect(textOf(await host.callTool({ name: 'call_read_operation', arguments: given }))).toContain('{"name":"Ann"}');
  await host.close();
  expect(created).toBe(1);
});

it.each([
  ['prints a new token', {}, /Authorization: Bearer (\S{32})\n/],
  [
    'takes its token from the environment, and does not print it',
    { MCP_TOKEN: 'token-from-the-environment' },
    undefined,
  ],
])('with --http, the program %s', async (_, env, printed) => {
  const program = spawn(process.execPath, [...source, cli, 'quotes', '--http', '0'], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void program.kill());
  let talk = '';
  while (!/Bearer .+\n/.test(talk)) talk += (await once(program.stderr, 'data'))[0];
  const [, url = ''] = /serving (\S+)/.exec(talk) ?? [];
  const token = printed ? printed.exec(talk)?.[1] : 'token-from-the-environment';
  const statusWith = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(400);
  if (!printed) expect(talk).not.toContain(token);
});
