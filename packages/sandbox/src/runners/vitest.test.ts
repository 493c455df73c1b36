import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Sandbox, SandboxClientOptions } from '../sandbox.ts';
import { sandboxTest, test } from './vitest.ts';

const seen: Sandbox[] = [];
let ran = 0;

describe('test', () => {
  for (const turn of ['first', 'second'])
    test(`has a sandbox of its own without a socket: the ${turn}`, async ({ sandbox }) => {
      expectTypeOf(sandbox).toEqualTypeOf<Sandbox>();
      expect(sandbox.url).toBe('http://sandbox.invalid');
      expect(sandbox.requests).toEqual([]);
      expect(seen).not.toContain(sandbox);
      seen.push(sandbox);
      sandbox.clock.schedule(1000, () => {
        ran += 1;
      });
      await sandbox.fetch(`${sandbox.url}/quotes/api/random`);
      expect(sandbox.requests).toHaveLength(1);
    });

  it('closes each sandbox, which cancels the jobs of its clock', async () => {
    expect(seen).toHaveLength(2);
    for (const { clock } of seen) await clock.advance(2000);
    expect(ran).toBe(0);
  });
});

/** Creates a minimal client from the options. */
const createBank = (options: SandboxClientOptions['bank']) => ({ of: 'bank' as const, options });

describe('clients', () => {
  const withClients = sandboxTest({
    seed: 7,
    listen: true,
    clients: { bank: createBank, food: (options) => ({ key: options.apiKey }) },
  });
  let closed = '';

  withClients('are created from the options for the sandbox of the test', ({ sandbox, bank, food }) => {
    expectTypeOf(bank.of).toEqualTypeOf<'bank'>();
    expectTypeOf(food).toEqualTypeOf<{ key: string }>();
    expect(food.key).toBe(sandbox.options.food.apiKey);
    expect(bank.options.clientSecret).toBe(sandbox.options.bank.clientSecret);
    expect(bank.options.baseUrl).toBe(`${sandbox.url}/bank`);
    closed = sandbox.url;
  });

  withClients('are for a sandbox that closes after the test', async () => {
    await expect(fetch(closed)).rejects.toThrow(TypeError);
  });
});

describe('timers of vi', () => {
  const withTimers = sandboxTest({ timers: 'vi' });

  withTimers('move the time of the sandbox and of Date together', async ({ sandbox }) => {
    const { accessToken } = sandbox.controls.stream.issueUserToken({ expiresInSeconds: 3600 });
    const headers = { authorization: `OAuth ${accessToken}` };
    const validate = async () => (await sandbox.fetch(`${sandbox.url}/stream/id/oauth2/validate`, { headers })).status;
    expect(await validate()).toBe(200);
    const [before, date] = [sandbox.clock.now(), Date.now()]; // fake
    await vi.advanceTimersByTimeAsync(3_600_000);
    const now = Date.now(); // fake
    expect([sandbox.clock.now() - before, now - date]).toEqual([3_600_000, 3_600_000]);
    expect(await validate()).toBe(401);
  });

  withTimers('end the waits of clients', async ({ sandbox }) => {
    const waited = sandbox.options.music.clock.sleep(60_000).then(() => 'over');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await Promise.race([waited, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await waited).toBe('over');
  });

  it('are off after the test', () => {
    expect(vi.isFakeTimers()).toBe(false);
  });

  it('need a sandbox per test', () => {
    expect(() => sandboxTest({ scope: 'worker', timers: 'vi' })).toThrow(/timers 'vi' need a sandbox per test/);
  });
});

// Vitest accepts worker fixtures only outside `describe`.
const shared = sandboxTest({ scope: 'worker' });

describe('scope worker', () => {
  const sandboxes = new Set<Sandbox>();

  for (const turn of ['first', 'second'])
    shared(`shares a sandbox, without faults and requests of other tests: the ${turn}`, async ({ sandbox }) => {
      sandboxes.add(sandbox);
      expect(sandboxes.size).toBe(1);
      expect(sandbox.requests).toEqual([]);
      expect((await sandbox.fetch(`${sandbox.url}/quotes/api/random`)).status).toBe(200);
      sandbox.faults.add({ provider: 'quotes', status: 503, times: 9 });
    });
});

it.each([
  [{ scope: 'file' }, 'sandboxTest: scope must be one of test, worker; got "file"'],
  [{ clients: { banks: createBank } }, 'sandboxTest: unknown option clients.banks; did you mean clients.bank?'],
  [{ clients: { bank: {} } }, 'sandboxTest: clients.bank must be a function; got an object'],
])('options %j are refused', (options, message) => {
  expect(() => sandboxTest(options as object)).toThrow(message);
});

describe('tests that fail', () => {
  const folder = fileURLToPath(new URL('../../.generated/', import.meta.url));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a test file in a separate Vitest, and returns its output. */
  async function run(code: string): Promise<string> {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'fails.fixture.ts'), code);
    const config = { ssr: { resolve: { conditions: ['@x/source'] } }, test: { include: ['*.fixture.ts'] } };
    writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)};\n`);
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
    return new Promise((resolve) => {
      const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
      execFile(process.execPath, [vitest, 'run', '--root', folder], { env }, (_, out, error) => resolve(out + error));
    });
  }

  it('print their last requests once, without secrets', async () => {
    const printed = await run(`
      import { sandboxTest } from '@x/sandbox/vitest';
      const test = sandboxTest({ scope: 'worker' });
      test('fails', async ({ sandbox, expect }) => {
        const { baseUrl, apiKey } = sandbox.options.food;
        for (let turn = 0; turn < 20; turn += 1) await sandbox.fetch(sandbox.url + '/quotes/api/random');
        await sandbox.fetch(baseUrl + '/fdc/v1/foods/search?query=cheddar&api_key=' + apiKey);
        sandbox.faults.add({ provider: 'quotes', drop: 'before' });
        await sandbox.fetch(sandbox.url + '/quotes/quotes').catch(() => {});
        expect(apiKey.length).toBe(0);
      });
      test('passes', async ({ sandbox }) => void (await sandbox.fetch(sandbox.url + '/quotes/authors')));
      test('fails without a request', ({ sandbox, expect }) => expect(sandbox).toBe(1));`);
    const [, list = ''] = /^(Requests to the sandbox[^\n]*(?:\n {2}\S[^\n]*)*)/m.exec(printed) ?? [];
    expect(list.split('\n')).toEqual([
      'Requests to the sandbox (last 20 of 22):',
      ...Array(18).fill('  GET /quotes/api/random 200'),
      '  GET /food/fdc/v1/foods/search 200',
      '  GET /quotes/quotes no response (fault)',
    ]);
    expect(printed.match(/Requests to the sandbox/g)).toHaveLength(2);
    expect(printed).toContain('Requests to the sandbox: none');
    expect(printed).not.toContain('cheddar');
  });
});
