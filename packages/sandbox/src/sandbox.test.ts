import { request as sendRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { askAs, openSandbox, runNode } from '../test/sandbox.ts';
import { createClock } from './clock/clock.ts';
import { createSandbox } from './create-sandbox.ts';
import { providers } from './providers.ts';
import type { Sandbox } from './sandbox.ts';

const count = '/quotes/api/info/count';

describe('a sandbox', () => {
  it('has the options that the clients take, with strict validation', async () => {
    const { options, url } = await openSandbox();
    const ofAll = ['clock', 'random', 'rateLimiter', 'validation'];
    const own = Object.entries(options).map(([name, values]) => [
      name,
      Object.keys(values).filter((each) => !ofAll.includes(each)),
    ]);
    expect(Object.fromEntries(own)).toMatchObject({
      stream: ['baseUrl', 'authUrl', 'clientId', 'clientSecret', 'extension'],
      music: ['baseUrl', 'authUrl', 'clientId', 'clientSecret'],
      bank: ['baseUrl', 'clientId', 'clientSecret'],
      food: ['baseUrl', 'apiKey'],
      quotes: ['baseUrl'],
    });
    for (const values of Object.values(options)) expect(Object.keys(values)).toEqual(expect.arrayContaining(ofAll));
    for (const { baseUrl } of Object.values(options)) expect(baseUrl.startsWith(`${url}/`)).toBe(true);
  });

  it('refuses a body of more than 1 MB before it is read', async () => {
    const sandbox = await openSandbox();
    const { port } = new URL(sandbox.url);
    const announced = await new Promise((resolve, reject) => {
      const headers = { 'content-length': 100 * 1024 ** 2, 'content-type': 'application/json' };
      const request = sendRequest({ port, method: 'POST', path: '/bank/accounts/get', headers }, (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject).write('{');
    });
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        if (pieces > 1000) controller.close();
        else controller.enqueue(new Uint8Array(100_000));
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as const;
    const streamed = await sandbox.fetch(`${sandbox.url}/bank/accounts/get`, init);
    expect([announced, streamed.status, await streamed.json()]).toEqual([
      413,
      413,
      { error: { code: 'too_large', message: 'the body must be at most 1 MB' } },
    ]);
    expect(pieces).toBeLessThan(20);
    expect(sandbox.requests.map(({ path, body, status }) => [path, body, status])).toEqual(
      Array(2).fill(['/accounts/get', '', 413]),
    );
    const whole = JSON.stringify({ text: 'a'.repeat(1024 ** 2 - 11) });
    expect((await fetch(`${sandbox.url}/bank/accounts/get`, { method: 'POST', body: whole })).status).toBe(400);
  });

  it('responds the same over its socket and in process, and logs the requests', async () => {
    const sandbox = await openSandbox();
    const overSocket = await fetch(`${sandbox.url}${count}?x=1`, { headers: { 'x-test': 'yes' } });
    const inProcess = await sandbox.fetch(`${sandbox.url}${count}`);
    expect(await overSocket.json()).toEqual(await inProcess.json());
    expect(sandbox.requests).toMatchObject([
      { id: 1, provider: 'quotes', method: 'GET', path: '/api/info/count', status: 200 },
      { id: 2, status: 200 },
    ]);
    expect(sandbox.requests[0]?.query.get('x')).toBe('1');
    expect(sandbox.requests[0]?.headers.get('x-test')).toBe('yes');
  });

  it('allows plain http in its options if it listens beyond this machine', async () => {
    const { options } = await openSandbox({ host: '0.0.0.0' });
    expect(options.music).toMatchObject({ allowInsecureHttp: true });
  });

  it('dates its responses by its own clock, over its socket and in process', async () => {
    const clock = createClock(Date.UTC(2031, 4, 6, 7, 8, 9, 500), false);
    const sandbox = await openSandbox({ clock });
    for (const ask of [fetch, sandbox.fetch]) {
      const { headers } = await ask(`${sandbox.url}${count}`);
      expect(headers.get('date')).toBe('Tue, 06 May 2031 07:08:09 GMT');
    }
  });

  it('opens no socket with `listen: false`', async () => {
    const sandbox = await openSandbox({ listen: false });
    expect(sandbox.url).toBe('http://sandbox.invalid');
    const { baseUrl, fetch } = sandbox.options.quotes;
    expect((await fetch?.(`${baseUrl}/api/info/count`))?.status).toBe(200);
  });

  it('limits nothing by default, and otherwise only what it is configured to limit', async () => {
    const ask = async (sandbox: Sandbox, times: number) => {
      const asked = Array.from({ length: times }, () => sandbox.fetch(`${sandbox.url}${count}`));
      return (await Promise.all(asked)).filter(({ status }) => status === 429).length;
    };
    const off = await openSandbox({ listen: false });
    const real = await openSandbox({ listen: false, limits: 'real' });
    const own = await openSandbox({ listen: false, limits: { quotes: { requests: 3 }, music: 'real' } });
    expect([await ask(off, 200), await ask(real, 200), await ask(own, 5)]).toEqual([0, 20, 2]);
    const counting = ({ options }: Sandbox) =>
      Object.entries(options).flatMap(([name, { rateLimiter }]) => (rateLimiter === 'off' ? [] : [name]));
    expect([off, real, own].map(counting)).toEqual([[], Object.keys(providers), ['music', 'quotes']]);
    own.reset({ quotes: { quotes: 10 } });
    expect(await ask(own, 5)).toBe(2);
    own.reset({ limits: 'off' });
    expect(await ask(own, 5)).toBe(0);
  });

  it('returns the same data for the same seed, other data for another', async () => {
    const read = async (seed: number) => {
      const { fetch, url } = await openSandbox({ seed, listen: false });
      return (await fetch(`${url}/quotes/api/quotes/random?limit=5`)).text();
    };
    expect(await read(7)).toBe(await read(7));
    expect(await read(7)).not.toBe(await read(8));
  });

  it('reports that a port is taken', async () => {
    const { url } = await openSandbox();
    await expect(createSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('is in use by another program');
  });
});

describe('the host of a request', () => {
  it('must not be the name of another site on any path, and such requests are not logged', async () => {
    const sandbox = await openSandbox({ allowedHosts: ['Sandbox'] });
    for (const path of ['/stream/helix/streams', '/bank/accounts/get', count, '/', '/__sandbox/health']) {
      const { status, text } = await askAs(sandbox.url + path, 'rebound.example:4010');
      expect(status).toBe(403);
      expect(text).toMatch(/does not serve the host "rebound\.example"/);
      expect(text).toContain(`createSandbox({ allowedHosts: ["rebound.example"] }), or --allowed-hosts`);
      expect(text).toContain(`Use ${sandbox.url},`);
    }
    expect(sandbox.requests).toEqual([]);
    for (const host of ['localhost', 'sandbox:4010']) expect((await askAs(sandbox.url + count, host)).status).toBe(200);
  });

  it('does not matter in process', async () => {
    const sandbox = await openSandbox({ listen: false });
    const headers = { host: 'rebound.example' };
    expect((await sandbox.fetch(`http://anything.example${count}`, { headers })).status).toBe(200);
    expect((await sandbox.fetch('http://anything.example/__sandbox/health')).status).toBe(200);
  });
});

describe('the request log', () => {
  it('stores the first 65,536 bytes of a body, without a partial character at the end', async () => {
    const sandbox = await openSandbox({ listen: false });
    const post = (body: string | Uint8Array<ArrayBuffer>) =>
      sandbox.fetch(sandbox.url + count, { method: 'POST', body });
    await post('short');
    await post('a'.repeat(65_536));
    await post(`${'a'.repeat(65_535)}ä`);
    await post(`${'ä'.repeat(65_536)}`);
    await post(Uint8Array.of(0x61, 0xff, 0xc3));
    expect(sandbox.requests.map(({ body }) => [body.slice(-1), Buffer.byteLength(body)])).toEqual([
      ['t', 5],
      ['a', 65_536],
      ['a', 65_535],
      ['ä', 65_536],
      ['\ufffd', 7],
    ]);
  });

  it('does not keep large bodies in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const sandbox = await openSandbox({ listen: false });
    const used = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const post = async () => {
      const response = await sandbox.fetch(sandbox.url + count, { method: 'POST', body: 'a'.repeat(1_000_000) });
      await response.text();
    };
    await post();
    await new Promise(setImmediate);
    const before = used();
    for (let times = 0; times < 240; times += 1) await post();
    // The bodies would be 240 MB. Garbage may take a few turns of the event loop to be collected.
    await expect.poll(() => used() - before, { timeout: 10_000 }).toBeLessThan(120_000_000);
    expect(sandbox.requests.map(({ body }) => body.length)).toEqual(Array(241).fill(65_536));
  });
});

describe('reset', () => {
  it('restores the initial data, forgets all changes, and keeps credentials, time and requests', async () => {
    const sandbox = await openSandbox({ listen: false });
    const { bank, stream } = sandbox.options;
    const [access_token] = sandbox.controls.bank.accessTokens;
    const ask = async (path: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ client_id: bank.clientId, secret: bank.clientSecret, access_token });
      return (await sandbox.fetch(bank.baseUrl + path, { ...init, body })).json();
    };
    const before = await ask('/accounts/get');
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    await ask('/item/remove');
    expect((await ask('/accounts/get')).error_code).toBe('ITEM_NOT_FOUND');

    sandbox.reset();
    expect((await ask('/accounts/get')).accounts).toEqual(before.accounts);
    expect(sandbox.options).toEqual(expect.objectContaining({ bank, stream }));
    const validate = { headers: { authorization: `OAuth ${accessToken}` } };
    expect((await sandbox.fetch(`${stream.authUrl}/oauth2/validate`, validate)).status).toBe(401);
    expect(sandbox.requests).toHaveLength(5);
  });

  it('applies the given settings and keeps the others, or changes nothing if one is not valid', async () => {
    const sandbox = await openSandbox({ listen: false, quotes: { quotes: 20, basePath: '/api' } });
    const read = async () => (await sandbox.fetch(sandbox.url + count)).json();
    sandbox.reset({ quotes: { quotes: 9 } });
    expect((await read()).quotes).toBe(9);
    expect((await sandbox.fetch(`${sandbox.url}/quotes/info/count`)).status).toBe(404);
    sandbox.reset({ food: { brandedFoods: 1 } });
    expect((await read()).quotes).toBe(9);
    expect(() => sandbox.reset({ quotes: { quotes: 3 }, bank: { institutions: 1 } })).toThrow(
      'bank.institutions must be',
    );
    expect((await read()).quotes).toBe(9);
  });

  it('cancels what the former providers had scheduled', async () => {
    const scheduled = new Set<() => void>();
    const clock = createClock(0, false);
    const schedule: typeof clock.schedule = (ms, job) => {
      const cancel = clock.schedule(ms, job);
      scheduled.add(cancel);
      return () => {
        scheduled.delete(cancel);
        cancel();
      };
    };
    const sandbox = await openSandbox({ listen: false, clock: { ...clock, schedule } });
    const [linked = ''] = sandbox.controls.bank.accessTokens;
    sandbox.controls.bank.repairItem(linked); // it will want a login again, in 30 days
    expect(scheduled.size).toBeGreaterThan(0);
    sandbox.reset();
    expect(scheduled.size).toBe(0);
  });
});

it('a closed sandbox leaves nothing behind that keeps a program running', async () => {
  const program = `
    import { createSandbox } from './src/create-sandbox.ts';
    const sandbox = await createSandbox();
    const headers = { authorization: 'Bearer ' + sandbox.controlApi.token };
    const open = async (send) => (await send(sandbox.controlApi.url + '/events', { headers })).body.getReader();
    const pages = [await open(fetch), await open(fetch), await open(sandbox.fetch)];
    for (const page of pages) await page.read();
    await sandbox.close();
    console.log((await pages[2].read()).done);`;
  expect(await runNode(['--conditions=@x/source', '--input-type=module', '--eval', program]).ended).toEqual({
    output: 'true\n',
    code: 0,
  });
});

it('a sandbox ends delayed responses when it closes', async () => {
  const sandbox = await createSandbox({ listen: false });
  sandbox.faults.add({ delayMs: 600_000 });
  const delayed = sandbox.fetch(`${sandbox.url}${count}`);
  await sandbox.close();
  expect((await delayed).status).toBe(200);
});
