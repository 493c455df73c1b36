import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock, createScope } from './clock.ts';
import { createSandbox } from './create-sandbox.ts';
import type { Fault } from './fault.ts';
import { problemOfNode } from './node-version.ts';
import type { SandboxOptions } from './options.ts';
import type { Sandbox } from './sandbox.ts';
import { withToken } from './testing.ts';

const open: Sandbox[] = [];
async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  return sandbox;
}
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

const count = '/quotes/api/info/count';

describe('a sandbox', () => {
  it('has the options that the clients take, with strict validation', async () => {
    const { options, url } = await start();
    const names = Object.entries(options).map(([name, values]) => [name, Object.keys(values).sort()]);
    expect(Object.fromEntries(names)).toEqual({
      stream: [
        'authUrl',
        'baseUrl',
        'clientId',
        'clientSecret',
        'clock',
        'extension',
        'random',
        'rateLimits',
        'validation',
      ],
      music: ['authUrl', 'baseUrl', 'clientId', 'clientSecret', 'clock', 'random', 'rateLimits', 'validation'],
      bank: ['baseUrl', 'clientId', 'clock', 'random', 'rateLimits', 'secret', 'validation'],
      food: ['apiKey', 'baseUrl', 'clock', 'random', 'rateLimits', 'validation'],
      quotes: ['baseUrl', 'clock', 'random', 'rateLimits', 'validation'],
    });
    for (const { baseUrl } of Object.values(options)) expect(baseUrl.startsWith(`${url}/`)).toBe(true);
  });

  it('responds over its socket and in process alike, and remembers what it was asked', async () => {
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

  it('has options that may use plain http where it listens beyond this machine', async () => {
    const { options } = await start({ host: '0.0.0.0' });
    expect(options.music).toMatchObject({ allowInsecureHttp: true });
  });

  it('dates its responses by its own clock, over its socket and in process', async () => {
    const clock = createClock(Date.UTC(2031, 4, 6, 7, 8, 9, 500), false);
    const sandbox = await start({ clock });
    for (const ask of [fetch, sandbox.fetch]) {
      const { headers } = await ask(`${sandbox.url}${count}`);
      expect(headers.get('date')).toBe('Tue, 06 May 2031 07:08:09 GMT');
    }
  });

  it('opens no socket when asked to', async () => {
    const sandbox = await start({ listen: false });
    expect(sandbox.url).toBe('http://sandbox.invalid');
    const { baseUrl, fetch } = sandbox.options.quotes;
    expect((await fetch?.(`${baseUrl}/api/info/count`))?.status).toBe(200);
  });

  it('limits nothing by default, and otherwise what it is configured to limit', async () => {
    const ask = async (sandbox: Sandbox, times: number) => {
      const asked = Array.from({ length: times }, () => sandbox.fetch(`${sandbox.url}${count}`));
      return (await Promise.all(asked)).filter(({ status }) => status === 429).length;
    };
    const off = await start({ listen: false });
    const real = await start({ listen: false, limits: 'real' });
    const own = await start({ listen: false, limits: { quotes: { requests: 3 }, music: 'real' } });
    expect([await ask(off, 200), await ask(real, 200), await ask(own, 5)]).toEqual([0, 20, 2]);
    const counting = ({ options }: Sandbox) =>
      Object.entries(options).flatMap(([name, { rateLimits }]) => (rateLimits === 'off' ? [] : [name]));
    expect([off, real, own].map(counting)).toEqual([
      [],
      ['stream', 'music', 'bank', 'food', 'quotes'],
      ['music', 'quotes'],
    ]);
    own.reset({ quotes: { quotes: 10 } });
    expect(await ask(own, 5)).toBe(2);
    own.reset({ limits: 'off' });
    expect(await ask(own, 5)).toBe(0);
  });

  it.each<[limits: unknown, message: string]>([
    ['none', 'limits must be off, real or an object with the fields stream, music, bank, food, quotes; got "none"'],
    [
      { musik: 'real' },
      'limits has no field "musik": did you mean "music"? The fields are stream, music, bank, food, quotes',
    ],
    [{ music: 3 }, 'limits.music must be off, real or an object with the field requests; got 3'],
    [{ stream: { capacity: 0 } }, 'limits.stream.capacity must be a number of points, at least 1; got 0'],
  ])('refuses the limits %j', async (limits, message) => {
    await expect(createSandbox({ limits: limits as 'off', listen: false })).rejects.toThrow(message);
  });

  it('refuses quirks other than off and real', async () => {
    const started = createSandbox({ quirks: 'odd' as 'real', listen: false });
    await expect(started).rejects.toThrow('quirks must be one of off, real; got "odd"');
  });

  it('returns the same data for the same seed, other data for another', async () => {
    const read = async (seed: number) => {
      const { fetch, url } = await start({ seed, listen: false });
      return (await fetch(`${url}/quotes/api/quotes/random?limit=5`)).text();
    };
    expect(await read(7)).toBe(await read(7));
    expect(await read(7)).not.toBe(await read(8));
  });

  it('shows a start page, and lists what it serves where there is nothing', async () => {
    const sandbox = await start();
    const { url } = sandbox;
    expect(await (await fetch(url, withToken(sandbox))).text()).toContain(`${url}/music`);
    const nothing = await fetch(`${url}/nothing`);
    expect([nothing.status, await nothing.text()]).toEqual([404, expect.stringContaining('/food')]);
  });

  it('reports that a port is taken', async () => {
    const { url } = await start();
    await expect(createSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});

/** Sends a GET with a `Host` header of its own, which `fetch` does not allow. */
const askAs = (url: string, host: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    httpRequest(url, { headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });

describe('the host of a request', () => {
  it.each([
    '/stream/helix/streams',
    '/music/v1/search',
    '/bank/accounts/get',
    '/food/fdc/v1/foods',
    count,
    '/',
    '/__sandbox/health',
  ])('decides whether %s is served: a name of another site is refused, and the log does not have it', async (path) => {
    const sandbox = await start();
    const { status, text } = await askAs(sandbox.url + path, 'rebound.example:4010');
    expect(status).toBe(403);
    expect(text).toMatch(/does not serve the host "rebound\.example"/);
    expect(text).toContain(`createSandbox({ allowedHosts: ["rebound.example"] }), or --allowed-hosts`);
    expect(text).toContain(`Use ${sandbox.url},`);
    expect(sandbox.requests).toEqual([]);
  });

  it('may be any loopback name, and any name that is allowed, with any port', async () => {
    const { url } = await start({ allowedHosts: ['Sandbox', 'box.example'] });
    const { port } = new URL(url);
    const hosts = [
      'localhost',
      `localhost:${port}`,
      'app.localhost:1',
      '127.0.0.2:1',
      '[::1]:1',
      'sandbox:4010',
      'box.example',
    ];
    for (const host of hosts) expect([host, (await askAs(url + count, host)).status]).toEqual([host, 200]);
    expect((await askAs(url + count, 'other.example')).status).toBe(403);
  });

  it('does not matter in process', async () => {
    const sandbox = await start({ listen: false });
    const headers = { host: 'rebound.example' };
    expect((await sandbox.fetch(`http://anything.example${count}`, { headers })).status).toBe(200);
    expect((await sandbox.fetch('http://anything.example/__sandbox/health')).status).toBe(200);
  });

  it('is refused as an option when it is not a host name, before anything listens', async () => {
    await expect(createSandbox({ allowedHosts: ['http://box.example:4010/'] })).rejects.toThrow(
      'allowedHosts must list host names without scheme, port or path',
    );
  });
});

describe('the log of requests', () => {
  it('stores the first 65,536 bytes of a body, without half a character at the end', async () => {
    const sandbox = await start({ listen: false });
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
    const sandbox = await start({ listen: false });
    const used = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const post = async () => {
      const response = await sandbox.fetch(sandbox.url + count, { method: 'POST', body: 'a'.repeat(30_000_000) });
      await response.text();
    };
    await post();
    await new Promise(setImmediate);
    const before = used();
    for (let times = 0; times < 8; times += 1) await post();
    // Eight bodies would be 240 MB. Those that nothing holds may take some turns of the event loop to be collected.
    await expect.poll(() => used() - before, { timeout: 10_000 }).toBeLessThan(120_000_000);
    expect(sandbox.requests.map(({ body }) => body.length)).toEqual(Array(9).fill(65_536));
  });
});

describe('reset', () => {
  it('returns the first data again, forgets what came since, and keeps credentials, time and requests', async () => {
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

  it('is notified of the request that it hits', async () => {
    const { sandbox, get } = await ask({ drop: 'before' });
    await expect(get()).rejects.toThrow();
    await get();
    expect(sandbox.requests.map(({ fault, durationMs }) => [fault, typeof durationMs])).toEqual([
      [{ drop: 'before' }, 'number'],
      [undefined, 'number'],
    ]);
  });

  it('hits only what matches, as often as configured, and can be removed', async () => {
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
    import { createSandbox } from './src/create-sandbox.ts';
    const sandbox = await createSandbox();
    const headers = { authorization: 'Bearer ' + sandbox.control.token };
    const open = async (send) => (await send(sandbox.control.url + '/events', { headers })).body.getReader();
    const pages = [await open(fetch), await open(fetch), await open(sandbox.fetch)];
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

  it('prints commands that set the variables of the examples, an access token of a bank included', async () => {
    const { child, ended, output } = run('--port', '0');
    await expect.poll(output, { timeout: 10_000 }).toContain('QUOTES_URL');
    const variables = Object.fromEntries([...output().matchAll(/^export (\w+)=(.+)$/gm)].map(([, ...pair]) => pair));
    expect(Object.keys(variables)).toEqual([
      ...['STREAM_URL', 'STREAM_AUTH_URL', 'STREAM_CLIENT_ID', 'STREAM_CLIENT_SECRET'],
      ...['MUSIC_URL', 'MUSIC_AUTH_URL', 'MUSIC_CLIENT_ID', 'MUSIC_CLIENT_SECRET'],
      ...['BANK_URL', 'BANK_CLIENT_ID', 'BANK_SECRET', 'BANK_ACCESS_TOKEN', 'FOOD_URL', 'FOOD_API_KEY', 'QUOTES_URL'],
      ...['SANDBOX_URL', 'SANDBOX_TOKEN'],
    ]);
    const { BANK_CLIENT_ID: client_id, BANK_SECRET: secret, BANK_ACCESS_TOKEN: access_token } = variables;
    const body = JSON.stringify({ client_id, secret, access_token });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${variables.BANK_URL}/accounts/get`, { method: 'POST', headers, body })).status).toBe(200);
    for (const line of output().split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('reports in one sentence that a Node is too old', async () => {
    const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const child = spawn(process.execPath, [
      `--import=data:text/javascript,${old}`,
      '--conditions=@x/source',
      'src/cli.ts',
    ]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
    expect(output).toBe(
      '@x/sandbox needs Node.js 22 or later, but this is Node.js 20.20.2: install a newer version from https://nodejs.org.\n',
    );
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines.node).toBe('>=22');
    expect([problemOfNode({ node: '22.0.0' }), problemOfNode({ node: '20.0.0', bun: '1.3.0' })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('serves until it is asked to stop', async () => {
    const { child, ended, output } = run('--port', '0', '--json', '--allowed-hosts', 'sandbox, box.example');
    await expect.poll(output, { timeout: 10_000 }).toContain('\n');
    const { url } = JSON.parse(output());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    expect((await fetch(`${url}${count}`)).status).toBe(200);
    for (const [host, status] of [
      ['sandbox:4010', 200],
      ['box.example', 200],
      ['other.example', 403],
    ] as const)
      expect((await askAs(url + count, host)).status).toBe(status);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    socket.destroy();
  });

  it('serves the odd forms of the real hosts with --quirks real', async () => {
    const { child, ended, output } = run('--port', '0', '--json', '--quirks', 'real');
    await expect.poll(output, { timeout: 10_000 }).toContain('\n');
    const { options } = JSON.parse(output());
    const { baseUrl, authUrl, clientId, clientSecret } = options.music;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const { access_token } = (await (await fetch(`${authUrl}/api/token`, { method: 'POST', body })).json()) as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${access_token}` };
    const found = await fetch(`${baseUrl}/v1/search?q=a&type=playlist&limit=3`, { headers });
    expect(await found.json()).toMatchObject({ playlists: { items: [{}, {}, null] } });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
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
    [['--port', 'x'], 2, 'sandbox: --port must be a whole number from 0 to 65535; got "x". See sandbox --help'],
    [['--port', '-1'], 2, 'sandbox: --port needs a value. See sandbox --help'],
    [['--port=-1'], 2, 'sandbox: --port must be a whole number from 0 to 65535; got "-1"'],
    [['--port', ' '], 2, 'sandbox: --port must be a whole number from 0 to 65535; got " "'],
    [['--quirks', 'odd'], 2, 'sandbox: --quirks must be one of off, real; got "odd"'],
    [['--limits', 'odd'], 2, 'sandbox: --limits must be one of off, real; got "odd"'],
    [['--prot', '0'], 2, 'sandbox: there is no option --prot: did you mean "--port"?'],
    [['--host', '--json'], 2, 'sandbox: --host needs a value'],
    [['--seed'], 2, 'sandbox: --seed needs a value'],
    [['--json=yes'], 2, 'sandbox: --json takes no value; got "yes"'],
    [['4010'], 2, 'sandbox: there are no arguments without --; got "4010"'],
    [['--port', '0', '--allowed-hosts', 'http://box'], 1, 'sandbox: allowedHosts must list host names'],
    [['--nonsense'], 2, 'sandbox: there is no option --nonsense. The options are --port, --host, --allowed-hosts, '],
    [['--help'], 0, 'Usage: sandbox'],
  ])('%j', async (args, code, text) => {
    const result = await run(...args).ended;
    expect(result.code).toBe(code);
    expect(result.output).toContain(text);
  });
});
