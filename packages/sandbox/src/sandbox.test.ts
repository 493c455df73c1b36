import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
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
    [['--port', 'x'], 2, '--port takes a whole number'],
    [['--nonsense'], 2, 'Usage: sandbox'],
    [['--help'], 0, 'Usage: sandbox'],
  ])('%j', async (args, code, text) => {
    const result = await run(...args).ended;
    expect(result.code).toBe(code);
    expect(result.output).toContain(text);
  });
});
