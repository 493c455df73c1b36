import { describe, expect, it } from 'vitest';
import { withToken } from '../test/sandbox.ts';
import { createSandbox as createBankSandbox } from './bank.ts';
import { createClock } from './clock/clock.ts';
import { createSandbox } from './create-sandbox.ts';
import { createSandbox as createFoodSandbox } from './food.ts';
import { createSandbox as createMusicSandbox } from './music.ts';
import { bankProvider } from './providers/bank/provider.ts';
import { quotesProvider } from './providers/quotes/provider.ts';
import { providers } from './providers.ts';
import { createSandbox as createQuotesSandbox } from './quotes.ts';
import type { SandboxProvider } from './shared/provider.ts';
import { startSandbox } from './start-sandbox.ts';
import { createSandbox as createStreamSandbox } from './stream.ts';

/** Wraps a provider to add its name to `made` when its servers are created. */
const noted = (provider: SandboxProvider, made: string[]): SandboxProvider => ({
  ...provider,
  plan(context, options) {
    const planned = provider.plan(context, options);
    let isMade = false;
    const servers = () => {
      if (!isMade) made.push(provider.name);
      isMade = true;
      return planned.servers();
    };
    return { ...planned, servers };
  },
});

const bankCall = (sandbox: { options: { bank: { clientId: string; clientSecret: string } } }, access_token = '') => {
  const { clientId: client_id, clientSecret: secret } = sandbox.options.bank;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, secret, access_token }),
  };
};

describe('a sandbox', () => {
  it('creates the servers of a provider on first use, and not for its options', async () => {
    const made: string[] = [];
    const served = [noted(bankProvider, made), noted(quotesProvider, made)];
    const sandbox = await startSandbox<'bank' | 'quotes'>(served, { listen: false });
    expect(Object.keys(sandbox.options)).toEqual(['bank', 'quotes']);
    expect(made).toEqual([]);
    const ask = async () => (await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`)).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(made).toEqual(['quotes']);
    expect(sandbox.controls.bank.accessTokens).toHaveLength(2);
    expect(made).toEqual(['quotes', 'bank']);
    sandbox.reset();
    expect(made).toEqual(['quotes', 'bank']);
    expect(await ask()).toBe(200);
    expect(made).toEqual(['quotes', 'bank', 'quotes']);
  });

  it('has the same data whether a provider is first used at the start or days later', async () => {
    const start = Date.UTC(2026, 5, 1);
    const read = async (daysUntilFirstUse: number) => {
      const sandbox = await createSandbox({ listen: false, clock: createClock(start, false) });
      const { bank, music, stream } = sandbox.controls;
      if (daysUntilFirstUse === 0) expect([bank, music.users(), stream.users()]).toHaveLength(3);
      await sandbox.clock.advance(5 * 86_400_000);
      const ask = async (path: string, init?: RequestInit) => (await sandbox.fetch(sandbox.url + path, init)).json();
      const { clientId, clientSecret } = sandbox.options.music;
      const { access_token } = await ask('/music/accounts/api/token', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const authorization = `Bearer ${access_token}`;
      const { request_id: _, ...item } = await ask('/bank/item/get', bankCall(sandbox, bank.accessTokens[0]));
      return [item, await ask('/music/v1/search?q=tag:new&type=album', { headers: { authorization } })];
    };
    expect(await read(5)).toEqual(await read(0));
  });
});

describe('a sandbox of one provider', () => {
  it.each([
    ['stream', createStreamSandbox],
    ['music', createMusicSandbox],
    ['bank', createBankSandbox],
    ['food', createFoodSandbox],
    ['quotes', createQuotesSandbox],
  ] as const)('of %s has the options of that client only, and serves nothing else', async (name, create) => {
    const clock = createClock();
    const sandbox = await create({ listen: false, clock });
    const all = await createSandbox({ listen: false, clock });
    expect(Object.keys(sandbox.options)).toEqual([name]);
    const { fetch: own, ...options } = (sandbox.options as Record<string, object>)[name] as { fetch: unknown };
    const { fetch: other, ...expected } = all.options[name];
    expect([typeof own, typeof other, options]).toEqual(['function', 'function', expected]);
    const ask = (path: string) => sandbox.fetch(sandbox.url + path);
    for (const prefix of Object.keys(providers).filter((each) => each !== name)) {
      const response = await ask(`/${prefix}/`);
      expect([response.status, (await response.json()).error.message]).toEqual([
        404,
        `the sandbox serves /${name}, and /__sandbox for control`,
      ]);
    }
    const page = await (await sandbox.fetch(`${sandbox.controlApi.url}/`, withToken(sandbox))).text();
    expect([...page.matchAll(/data-copy="snippet-(\w+)"/g)].map(([, each]) => each)).toEqual([name]);
  });

  it('refuses the settings of other providers', async () => {
    const other = { listen: false, music: { artists: 3 } };
    await expect(createBankSandbox(other)).rejects.toThrow('unknown option music');
    const sandbox = await createBankSandbox({ listen: false });
    sandbox.reset({ bank: { transactionsPerItem: 5 }, limits: 'real' });
    const changes = { quotes: { quotes: 3 } };
    expect(() => sandbox.reset(changes as object)).toThrow('sandbox.reset: unknown option quotes');
  });
});
