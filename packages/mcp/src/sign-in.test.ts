import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, createSandbox, type Sandbox } from '@x/sandbox';
import { catalogOf } from '@x/testing/catalogs';
import { environmentOf } from '@x/testing/programs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectHost, errorIn, type Mode, type Visit } from '../test/host.ts';
import { openAccounts, openExistingAccounts } from './accounts.ts';
import { type OpenOptions, openApis } from './open-apis.ts';
import { Secrets } from './secrets.ts';
import type { McpServerOptions } from './server.ts';

let sandbox: Sandbox;
const clock = createClock({ frozen: true });
beforeAll(async () => {
  const redirectUris = ['http://127.0.0.1/callback'];
  sandbox = await createSandbox({ clock, music: { consent: 'approve', redirectUris }, bank: { readyAtOnce: true } });
});
afterAll(() => sandbox.close());

/** Prepares the home of a person with apps of their own, and connects hosts to servers that they start. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'x-sign-in-'));
  const { BANK_ACCESS_TOKEN: _, ...variables } = environmentOf(sandbox); // nobody has signed in
  const env = { ...variables, XDG_CONFIG_HOME: folder };
  const secrets = new Secrets();
  const store = () => openExistingAccounts(env);
  // A client that waits for a device code moves the time on.
  const clientOptions = { clock: { now: () => clock.now(), sleep: (ms: number) => clock.advance(ms).then(() => {}) } };
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    /** Opens the store of accounts, whose key is in a file because tests have no keychain. */
    accounts: () => openAccounts(env, 'file'),
    async connect(
      { policy, ...options }: Partial<OpenOptions> & { policy?: Partial<McpServerOptions> } = {},
      ...host: [visit?: Visit | false, mode?: Mode]
    ) {
      const names = ['stream', 'music', 'bank'];
      const { apis, close } = openApis({ names, env, secrets, store, catalogOf, clientOptions, ...options });
      onTestFinished(close);
      return connectHost({ apis, secrets, allowPersonal: true, ...policy }, ...host);
    },
  };
}

const read = (operation: string, more: object = {}) => ['call_read_operation', { operation, ...more }] as const;

describe('a call that needs a user who has not signed in', () => {
  it.each([
    ['music.users.me', {}, 'npx @x/mcp login music'],
    ['music.users.me', { accounts: ['ann'] }, 'npx @x/mcp login music --account ann'],
    ['stream.channels.followed', { accounts: ['Ann B'] }, 'npx @x/mcp login stream --account "Ann B"'],
    ['music.users.me', { allowWrite: ['music.*'] }, "npx @x/mcp login music --allow-write 'music.*'"],
    ['bank.accounts.get', { items: ['checking'] }, 'npx @x/mcp login bank --item checking'],
  ])('to %s names the command: with %j', async (operation, options, command) => {
    const { connect } = await start();
    const host = await connect(options);
    const params = operation.startsWith('stream') ? { user_id: '1' } : {};
    const { code, remedy } = errorIn(await host.call(...read(operation, { params })));
    expect([code, remedy]).toEqual(['unauthenticated', `Ask the user to run: ${command}. Then call again`]);
  });

  it('works once the user has signed in elsewhere, while the server runs', async () => {
    const { connect, accounts } = await start();
    const host = await connect();
    expect((await host.call(...read('bank.accounts.get'))).isError).toBe(true);
    const [accessToken = ''] = sandbox.controls.bank.accessTokens;
    await (await accounts()).secrets('bank').set('checking', accessToken);
    expect((await host.call(...read('bank.accounts.get'))).text).toContain('"account_id"');
    await (await accounts()).secrets('bank').set('savings', accessToken);
    expect(errorIn(await host.call(...read('bank.accounts.get')))).toMatchObject({
      message: 'bank has several logins: checking, savings',
      remedy: 'Ask the user to start the server with --item and the names to use',
    });
  });
});

describe.each<[Mode, string]>([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
])('a host that shows pages, in the mode %s', (mode, version) => {
  /** Visits a page as the user's browser does. */
  const visit: Visit = async ({ url, message }) => {
    const [, code] = /Approve the code (\w+)/.exec(message) ?? [];
    if (code !== undefined) sandbox.controls.stream.approveDevice(code);
    const page = await (await fetch(url)).text();
    const [, token] = /data-token="([^"]+)"/.exec(page) ?? [];
    if (token !== undefined) sandbox.controls.bank.completeLink(token);
  };

  it.each([
    ['stream.users.update', { params: { description: 'hello' } }, 'Sign in to Twitch'],
    ['music.users.me', {}, 'Sign in to Spotify'],
  ])('is sent to the page for %s, and the call continues after the sign-in', async (operation, more, message) => {
    const { connect, accounts } = await start();
    await accounts();
    const host = await connect({ accounts: ['ann'], allowWrite: ['*'], policy: { allowWrite: ['*'] } }, visit, mode);
    expect(host.client.getNegotiatedProtocolVersion()).toBe(version);
    const tool = operation.endsWith('update') ? 'call_write_operation' : 'call_read_operation';
    const { text, isError } = await host.call(tool, { operation, ...more });
    expect(isError, text).toBe(false);
    expect(host.asked).toEqual([expect.stringContaining(message)]);
    const [provider] = operation.split('.');
    expect(await (await accounts()).list()).toEqual([{ provider, name: 'ann' }]);
    expect(`${host.asked}${text}`).not.toMatch(/state=|code_challenge/);
  });

  it('learns the command when the user declines, and nothing is left', async () => {
    const { connect, accounts } = await start();
    await accounts();
    const host = await connect({ accounts: ['ann'] }, false, mode);
    const { remedy } = errorIn(await host.call(...read('music.users.me')));
    expect(remedy).toContain('npx @x/mcp login music --account ann');
    expect(await (await accounts()).list()).toEqual([]);
  });
});

it('an agent chooses among several accounts and bank logins, and each is refused where it does not exist', async () => {
  const { connect } = await start();
  const [first, second] = sandbox.controls.music.users();
  const host = await connect({ accounts: ['ann', 'bob'], env: {} });
  const { tools } = await host.client.listTools();
  expect(tools.at(-1)?.inputSchema.properties?.account).toMatchObject({ enum: ['ann', 'bob'] });
  const me = async (account?: string) => (await host.call(...read('music.users.me', { account, fields: ['id'] }))).text;
  expect(await me()).toContain(first?.id);
  expect(await me('bob')).toContain(second?.id);
  const { code, remedy } = errorIn(await host.call(...read('bank.accounts.get', { account: 'bob' })));
  expect([code, remedy]).toEqual(['invalid_params', 'Leave account out']);
});
