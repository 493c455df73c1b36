import { type Clock, memoryStore } from '@x/core';
import { createClock, createSandbox } from '@x/sandbox/bank';
import { secretStore } from '@x/stores';
import { expect, it } from 'vitest';
import { createBankClient } from './index.ts';
import { type LinkBankOptions, linkBank } from './link-bank.ts';

/** Starts a sandbox whose clock moves on while somebody waits. */
async function start() {
  const clock = createClock({ frozen: true });
  const sandbox = await createSandbox({ listen: false, clock, bank: { readyAtOnce: true } });
  const items = secretStore(memoryStore());
  const bank = createBankClient({ ...sandbox.options.bank, items, retries: 0 });
  const waiting: Clock = { now: () => clock.now(), sleep: (ms) => clock.advance(ms).then(() => {}) };
  const tokenOf = async (address: string) =>
    /data-token="([^"]+)"/.exec(await (await sandbox.fetch(address)).text())?.[1] ?? '';
  return {
    sandbox,
    bank,
    items,
    link: (options: Partial<LinkBankOptions> = {}) =>
      linkBank(bank, { name: 'checking', items, show: () => {}, clock: waiting, ...options }),
    /** Connects a bank on the page. */
    connect: async (address: string) => void sandbox.controls.bank.completeLink(await tokenOf(address)),
    /** Leaves the page. */
    async leave(address: string): Promise<void> {
      const url = new URL('../link-pages/session', address);
      const send = async (fields: Record<string, string>) => {
        const headers = { origin: url.origin, host: url.host };
        return (await sandbox.fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers })).json();
      };
      const { session } = await send({ action: 'open', token: await tokenOf(address) });
      await send({ action: 'exit', session });
    },
  };
}

it('a person connects a bank on the page of Hosted Link, and its access token is stored by name', async () => {
  const { bank, link, connect, sandbox } = await start();
  const show = async (address: string) => {
    expect(address).toMatch(/\/hl\/[\w-]+$/);
    await connect(address);
  };
  const linked = await link({ show, settings: { client_name: 'My budget' } });
  expect(linked).toEqual({ name: 'checking', item_id: expect.any(String), institution: 'First Platypus Bank' });
  expect((await bank.withItem('checking').accounts.get()).accounts.length).toBeGreaterThan(0);
  sandbox.requests.expectReceived({
    path: '/link/token/create',
    body: {
      client_name: 'My budget',
      user: { client_user_id: 'checking' },
      hosted_link: { url_lifetime_seconds: 1800 },
    },
  });
});

it('a login is repaired in update mode, and keeps its access token', async () => {
  const { bank, items, link, connect } = await start();
  await link({ institution: 'ins_109508' });
  const access_token = (await items.get('checking')) ?? '';
  await bank.sandbox.resetLogin({ access_token });
  await expect(bank.withItem('checking').accounts.get()).rejects.toMatchObject({ code: 'reauthorization_required' });
  expect(await link({ repair: true, show: connect })).toMatchObject({ name: 'checking', item_id: undefined });
  expect(await items.get('checking')).toBe(access_token);
  expect((await bank.withItem('checking').accounts.get()).accounts.length).toBeGreaterThan(0);
});

it('a test logs in to an institution of the sandbox without a page, and several logins have names of their own', async () => {
  const { bank, link } = await start();
  await link({ institution: 'ins_109508', show: undefined });
  await link({ institution: 'ins_109511', show: undefined, name: 'savings' });
  const of = async (name: string) => (await bank.withItem(name).item.get()).item.institution_id;
  expect([await of('checking'), await of('savings')]).toEqual(['ins_109508', 'ins_109511']);
});

it('a person who leaves the page connects nothing', async () => {
  const { link, leave, items } = await start();
  await expect(link({ show: leave })).rejects.toMatchObject({
    code: 'permission_denied',
    message: 'linkBank: the person left Link without connecting a bank. Start again',
  });
  expect(await items.get('checking')).toBeUndefined();
});

it('the wait ends after timeoutMs, at the same time as the page', async () => {
  const { link, sandbox } = await start();
  let address = '';
  const show = (shown: string) => {
    address = shown;
  };
  const before = sandbox.clock.now();
  await expect(link({ show, timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'timeout' });
  expect(sandbox.clock.now() - before).toBe(60_000);
  expect((await sandbox.fetch(address)).status).toBe(404);
});

it('the wait ends with its signal', async () => {
  const { link } = await start();
  const ended = new AbortController();
  const reason = new Error('Ctrl-C');
  await expect(link({ show: () => ended.abort(reason), signal: ended.signal })).rejects.toBe(reason);
  await expect(link({ signal: ended.signal })).rejects.toBe(reason);
});

it('the wait continues while the API does not respond', async () => {
  const { link, connect, sandbox } = await start();
  sandbox.faults.add({ path: '/link/token/get', status: 503, times: 3 });
  expect(await link({ show: connect })).toMatchObject({ institution: 'First Platypus Bank' });
  sandbox.faults.add({ path: '/link/token/get', status: 400 });
  await expect(link({ name: 'other', show: connect })).rejects.toMatchObject({ operation: 'link.getToken' });
});

it('an Item whose access token cannot be stored is removed', async () => {
  const { link, items, sandbox } = await start();
  const before = sandbox.controls.bank.accessTokens.length;
  const set = () => Promise.reject(new Error('the disk is full'));
  await expect(link({ institution: 'ins_109508', items: { ...items, set } })).rejects.toThrow('the disk is full');
  sandbox.requests.expectReceived({ path: '/item/remove', status: 200, times: 1 });
  expect(sandbox.controls.bank.accessTokens).toHaveLength(before);
});

it.each<[string, Partial<LinkBankOptions>, string, string]>([
  ['a name that is taken', { name: 'taken' }, 'conflict', 'a login "taken" exists. Choose another name'],
  ['nothing to repair', { repair: true }, 'not_found', 'there is no login "checking" to repair'],
  ['no page and no institution', { show: undefined }, 'invalid_params', 'show is required'],
  ['an empty name', { name: '' }, 'invalid_params', 'name must not be empty'],
  ['22 days', { timeoutMs: 22 * 86_400_000 }, 'invalid_params', 'timeoutMs must be at most 21 days'],
  [
    'a repair without a browser',
    { repair: true, institution: 'ins_109508' },
    'invalid_params',
    'institution and repair contradict each other',
  ],
])('refuses %s before any request', async (_, options, code, message) => {
  const { link, items, sandbox } = await start();
  await items.set('taken', 'access-sandbox-other');
  await expect(link(options)).rejects.toMatchObject({ code, message: expect.stringContaining(`linkBank: ${message}`) });
  expect(sandbox.requests).toEqual([]);
});
