import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock, createScope } from './clock.ts';
import type { Fault } from './faults.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

const open: Sandbox[] = [];
async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  return sandbox;
}
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

const count = '/quotes/api/info/count';

describe('a sandbox', () => {
  it('gives the option names that the clients take', async () => {
    const { options, url } = await start();
    const names = Object.entries(options).map(([name, values]) => [name, Object.keys(values).sort()]);
    expect(Object.fromEntries(names)).toEqual({
      stream: ['authUrl', 'baseUrl', 'clientId', 'clientSecret', 'extension'],
      music: ['authUrl', 'baseUrl', 'clientId', 'clientSecret'],
      bank: ['baseUrl', 'clientId', 'secret'],
      food: ['apiKey', 'baseUrl'],
      quotes: ['baseUrl'],
    });
    for (const { baseUrl } of Object.values(options)) expect(baseUrl.startsWith(`${url}/`)).toBe(true);
  });

  it('answers over its socket and in process alike, and remembers what it was asked', async () => {
    const sandbox = await start();
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

  it('opens no socket when told so', async () => {
    const sandbox = await start({ listen: false });
    expect(sandbox.url).toBe('http://sandbox.invalid');
    const { baseUrl, fetch } = sandbox.options.quotes;
    expect((await fetch?.(`${baseUrl}/api/info/count`))?.status).toBe(200);
  });

  it('refuses quirks other than off and real', async () => {
    const started = createSandbox({ quirks: 'odd' as 'real', listen: false });
    await expect(started).rejects.toThrow("quirks must be 'off' or 'real', got \"odd\"");
  });

  it('gives the same data for the same seed, other data for another', async () => {
    const read = async (seed: number) => {
      const { fetch, url } = await start({ seed, listen: false });
      return (await fetch(`${url}/quotes/api/quotes/random?limit=5`)).text();
    };
    expect(await read(7)).toBe(await read(7));
    expect(await read(7)).not.toBe(await read(8));
  });

  it('shows a start page, and says what it serves where there is nothing', async () => {
    const { url } = await start();
    expect(await (await fetch(url)).text()).toContain(`${url}/music`);
    const nothing = await fetch(`${url}/nothing`);
    expect([nothing.status, await nothing.text()]).toEqual([404, expect.stringContaining('/food')]);
  });

  it('says that a port is taken', async () => {
    const { url } = await start();
    await expect(createSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});

describe('reset', () => {
  it('gives the first data again, forgets what came since, and keeps credentials, time and requests', async () => {
    const sandbox = await start({ listen: false });
    const { bank, stream } = sandbox.options;
    const [access_token] = sandbox.controls.bank.accessTokens;
    const ask = async (path: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ client_id: bank.clientId, secret: bank.secret, access_token });
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

  it('takes other settings and keeps those not named, or changes nothing', async () => {
    const sandbox = await start({ listen: false, quotes: { quotes: 20, basePaths: ['/api'] } });
    const read = async () => (await sandbox.fetch(sandbox.url + count)).json();
    sandbox.reset({ quotes: { quotes: 9 } });
    expect((await read()).quotes).toBe(9);
    expect((await sandbox.fetch(`${sandbox.url}/quotes/info/count`)).status).toBe(404);
    sandbox.reset({ food: { brandedFoods: 1 } });
    expect((await read()).quotes).toBe(9);
    expect(() => sandbox.reset({ quotes: { quotes: 3 }, bank: { institutions: 1 } })).toThrow(RangeError);
    expect((await read()).quotes).toBe(9);
  });

  it('calls off what the former providers had scheduled', async () => {
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
    const sandbox = await start({ listen: false, clock: { ...clock, schedule } });
    const [linked = ''] = sandbox.controls.bank.accessTokens;
    sandbox.controls.bank.repairItem(linked); // it will want a login again, in 30 days
    expect(scheduled.size).toBeGreaterThan(0);
    sandbox.reset();
    expect(scheduled.size).toBe(0);
  });
});

describe('a scope of a clock', () => {
  it('runs its jobs, and once stopped neither those nor new ones', async () => {
    const clock = createClock(0, false);
    const scope = createScope(clock);
    const ran: string[] = [];
    scope.schedule(10, () => void ran.push('scope'));
    scope.schedule(10, () => void ran.push('called off'))();
    await scope.advance(10);
    clock.schedule(10, () => void ran.push('clock'));
    scope.schedule(10, () => void ran.push('stopped'));
    scope.stop();
    scope.schedule(10, () => void ran.push('too late'));
    await clock.advance(10);
    expect([ran, scope.now()]).toEqual([['scope', 'clock'], 20]);
  });
});

describe.each(['socket', 'process'])('faults over the %s', (way) => {
  async function ask(fault: Fault) {
    const sandbox = await start({ listen: way === 'socket' });
    sandbox.faults.add(fault);
    const get = () => (way === 'socket' ? fetch : sandbox.fetch)(`${sandbox.url}${count}`);
    return { sandbox, get };
  }

  it.each<[string, Fault, object]>([
    ['status and body', { status: 503, body: { down: true } }, { status: 503, text: '{"down":true}' }],
    [
      'HTML',
      { status: 502, body: '<h1>no</h1>', headers: { 'content-type': 'text/html' } },
      { status: 502, text: '<h1>no</h1>' },
    ],
    ['empty body', { body: '' }, { status: 200, text: '' }],
    ['truncated', { truncateBytes: 5 }, { status: 200, text: expect.stringMatching(/^.{5}$/) }],
    ['padded', { padToBytes: 5000 }, { status: 200, text: expect.stringMatching(/^\{.{4999}$/) }],
  ])('%s, once', async (_, fault, expected) => {
    const { get } = await ask(fault);
    const response = await get();
    expect({ status: response.status, text: await response.text() }).toEqual(expected);
    expect((await get()).status).toBe(200);
  });

  it.each<Fault['drop'] & string>(['before', 'after'])('connection dropped %s', async (drop) => {
    const { sandbox, get } = await ask({ drop });
    await expect(get()).rejects.toThrow();
    expect(sandbox.requests).toHaveLength(1);
    expect((await get()).status).toBe(200);
  });

  it('connection dropped in the middle of the body', async () => {
    const { get } = await ask({ drop: 'mid-body' });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('is told of the request that it hits', async () => {
    const { sandbox, get } = await ask({ drop: 'before' });
    await expect(get()).rejects.toThrow();
    await get();
    expect(sandbox.requests.map(({ fault, durationMs }) => [fault, typeof durationMs])).toEqual([
      [{ drop: 'before' }, 'number'],
      [undefined, 'number'],
    ]);
  });

  it('hits only what matches, as often as told, and can be removed', async () => {
    const { sandbox, get } = await ask({ provider: 'food', status: 500, times: 9 });
    expect((await get()).status).toBe(200);
    const remove = sandbox.faults.add({
      path: /count/,
      method: 'get',
      status: 500,
      times: Number.POSITIVE_INFINITY,
      after: 1,
    });
    expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([200, 500, 500]);
    remove();
    expect((await get()).status).toBe(200);
  });
});

it('leaves nothing behind that keeps a program running', async () => {
  const program = `
    import { createSandbox } from './src/sandbox.ts';
    const sandbox = await createSandbox();
    const open = async () => (await fetch(sandbox.url + '/events')).body.getReader();
    const pages = [await open(), await open(), (await sandbox.fetch(sandbox.url + '/events')).body.getReader()];
    for (const page of pages) await page.read();
    await sandbox.close();
    console.log((await pages[2].read()).done);`;
  const child = spawn(process.execPath, ['--conditions=@x/source', '--input-type=module', '--eval', program]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([output, code]).toEqual(['true\n', 0]);
});

it('ends what is delayed when it closes', async () => {
  const sandbox = await createSandbox({ listen: false });
  sandbox.faults.add({ delayMs: 600_000 });
  const delayed = sandbox.fetch(`${sandbox.url}${count}`);
  await sandbox.close();
  expect((await delayed).status).toBe(200);
});

describe('the clock', () => {
  it('runs what falls due when it is moved ahead, in order, and calls off', async () => {
    const { clock } = await start({ listen: false, clock: createClock(0, false) });
    const ran: string[] = [];
    clock.schedule(2000, () => void ran.push('second'));
    clock.schedule(1000, () => void ran.push('first'));
    clock.schedule(1500, () => void ran.push('called off'))();
    const before = clock.now();
    await clock.advance(999);
    expect(ran).toEqual([]);
    await clock.advance(5000);
    expect(ran).toEqual(['first', 'second']);
    expect(clock.now() - before).toBe(5999);
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
  });
});

describe('the command', () => {
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ['--conditions=@x/source', 'src/cli.ts', ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, output })),
    );
    return { child, ended, output: () => output };
  };

  it('serves until it is told to stop', async () => {
    const { child, ended, output } = run('--port', '0', '--json');
    await expect.poll(output, { timeout: 10_000 }).toContain('\n');
    const { url } = JSON.parse(output());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    expect((await fetch(`${url}${count}`)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    socket.destroy();
  });

  it.each([
    [[], false],
    [['--host', 'localhost'], false],
    [['--host', '0.0.0.0'], true],
  ])('%j warns of other machines: %s', async (args, expected) => {
    const { child, ended } = run('--port', '0', '--json', ...args);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    const { output, code } = await ended;
    expect([output.includes('Warning: listening on 0.0.0.0'), code]).toEqual([expected, 0]);
  });

  it.each([
    [['--port', 'x'], 2, '--port takes a whole number'],
    [['--quirks', 'odd'], 2, "--quirks must be off or real, got 'odd'"],
    [['--nonsense'], 2, 'Usage: sandbox'],
    [['--help'], 0, 'Usage: sandbox'],
  ])('%j', async (args, code, text) => {
    const result = await run(...args).ended;
    expect(result.code).toBe(code);
    expect(result.output).toContain(text);
  });
});
