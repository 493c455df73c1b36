import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { ApiError } from '@x/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSandbox } from '../../test/sandbox.ts';
import { providers } from '../providers.ts';
import { createRandom } from '../shared/random.ts';
import type { Fault } from './fault.ts';
import { createFaults, drawDelay } from './faults.ts';

describe.each(['socket', 'process'])('a fault (%s)', (way) => {
  async function ask(fault: Fault, signal?: AbortSignal) {
    const sandbox = await openSandbox({ listen: way === 'socket' });
    sandbox.faults.add(fault);
    const url = `${sandbox.url}/quotes/api/info/count`;
    const get = () => (way === 'socket' ? fetch : sandbox.fetch)(url, { redirect: 'manual', signal: signal ?? null });
    return { sandbox, get };
  }

  it.each<[Fault, status: number, text: unknown]>([
    [{ status: 503, body: { down: true } }, 503, '{"down":true}'],
    [{ body: '' }, 200, ''],
    [{ truncateBytes: 5 }, 200, expect.stringMatching(/^.{5}$/)],
    [{ padToBytes: 5000 }, 200, expect.stringMatching(/^\{.{4999}$/)],
  ])('changes one response by %j', async (fault, status, text) => {
    const { get } = await ask(fault);
    const response = await get();
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect((await get()).status).toBe(200);
  });

  it.each(['before', 'after'] as const)('drops the connection %s the request is handled', async (drop) => {
    const { sandbox, get } = await ask({ drop });
    await expect(get()).rejects.toThrow();
    expect((await get()).status).toBe(200);
    expect(sandbox.requests.map(({ fault, durationMs }) => [fault, typeof durationMs])).toEqual([
      [{ drop }, 'number'],
      [undefined, 'number'],
    ]);
  });

  it.each(['headers', 'mid-body'] as const)('drops the connection after a part of the response: %s', async (drop) => {
    const { get } = await ask({ drop });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await get()).status).toBe(200);
  });

  it('never responds to a request that stalls, and responds to others in the meantime', async () => {
    const stop = new AbortController();
    const { sandbox, get } = await ask({ stall: 'before' }, stop.signal);
    const stalled = get().then(
      () => 'answered',
      (error: Error) => error.name,
    );
    await expect.poll(() => sandbox.requests.length, { interval: 1 }).toBe(1);
    expect((await get()).status).toBe(200);
    expect(sandbox.requests.map(({ status }) => status)).toEqual([undefined, 200]);
    stop.abort();
    expect(await stalled).toBe('AbortError');
  });

  it('falls silent in the middle of a body', async () => {
    const stop = new AbortController();
    const { get } = await ask({ body: '0123456789', stall: 'mid-body' }, stop.signal);
    const reader = (await get()).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('01234');
    let more = false;
    const rest = reader?.read().then(
      () => {
        more = true;
      },
      () => {},
    );
    await new Promise(setImmediate);
    expect(more).toBe(false);
    if (way === 'socket') {
      stop.abort();
      await rest;
    }
  });

  it('returns a body piece by piece, whole in the end', async () => {
    const { get } = await ask({ body: 'a'.repeat(95), dripMs: 1 });
    const sizes: number[] = [];
    for await (const piece of (await get()).body ?? []) sizes.push(piece.length);
    expect([sizes.reduce((sum, size) => sum + size), sizes.length > 1]).toEqual([95, true]);
  });

  it('rewrites the response of the provider', async () => {
    const { get } = await ask({ rewrite: (text) => text.replace('{', '{"__proto__":{"x":1},') });
    const body = await (await get()).text();
    expect(body).toMatch(/^\{"__proto__":\{"x":1\},"\w+"/);
  });

  it('redirects to the address it is configured with', async () => {
    const { get } = await ask({ status: 307, headers: { location: 'http://elsewhere.invalid/' } });
    const response = await get();
    expect([response.status, response.headers.get('location')]).toEqual([307, 'http://elsewhere.invalid/']);
  });

  it('hits only matching requests, as often as configured, and can be removed', async () => {
    const { sandbox, get } = await ask({ provider: 'food', status: 500, times: 9 });
    expect((await get()).status).toBe(200);
    sandbox.faults.clear();
    const conditions = { path: /count/, method: 'get', times: Number.POSITIVE_INFINITY, after: 1 };
    const remove = sandbox.faults.add({ ...conditions, status: 500 });
    expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([200, 500, 500]);
    remove();
    expect((await get()).status).toBe(200);
  });
});

it('a dropped connection prints no error in a process where a Hono server has replaced the global Response', () => {
  const program = `
    import { getRequestListener } from '@hono/node-server';
    getRequestListener(() => new Response());
    const { createSandbox } = await import('@x/sandbox');
    const errors = [];
    console.error = (error) => errors.push(String(error));
    const sandbox = await createSandbox();
    for (const drop of ['before', 'after', 'headers', 'mid-body']) {
      sandbox.faults.add({ drop });
      const response = fetch(sandbox.url + '/quotes/api/info/count').then((response) => response.text());
      errors.push(await response.then(() => 'a response to ' + drop, () => 'no response'));
    }
    await sandbox.close();
    console.log(JSON.stringify(errors));
  `;
  const flags = ['--conditions=@x/source', '--input-type=module', '--eval'];
  const output = execFileSync(process.execPath, [...flags, program], { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(Array(4).fill('no response'));
});

it('a fault can send a compressed body that is much larger when decompressed', async () => {
  const sandbox = await openSandbox();
  const body = gzipSync(Buffer.alloc(1_000_000, ' '));
  sandbox.faults.add({ body, headers: { 'content-encoding': 'gzip' } });
  const response = await fetch(`${sandbox.url}/quotes/api/info/count`);
  expect(body.length).toBeLessThan(10_000);
  expect((await response.arrayBuffer()).byteLength).toBe(1_000_000);
});

describe('a random fault', () => {
  /** Returns which of 200 requests each fault hits, and the delays. */
  function draw(seed: number) {
    const faults = createFaults(seed, ['food', 'bank']);
    faults.add({ provider: 'food', times: 'always', probability: 0.3, delay: { medianMs: 100, sigma: 0.5 } });
    faults.add({ provider: 'bank', times: 'always', probability: 0.3, status: 503 });
    return Array.from({ length: 200 }, () => [
      faults.take('food', 'GET', '/')?.delayMs,
      faults.take('bank', 'GET', '/') !== undefined,
    ]);
  }

  it('behaves the same in each run, and differently with another seed and for each fault', () => {
    const drawn = draw(1);
    expect(draw(1)).toEqual(drawn);
    expect(draw(2)).not.toEqual(drawn);
    expect(drawn.map(([delay]) => delay !== undefined)).not.toEqual(drawn.map(([, isHit]) => isHit));
  });

  it('hits with the given probability, with delays around the median', () => {
    const delays = Array.from({ length: 10 }, (_, seed) => draw(seed))
      .flat()
      .flatMap(([delay]) => (typeof delay === 'number' ? [Math.log(delay / 100)] : []));
    expect(delays.length / 2000).toBeCloseTo(0.3, 1);
    const mean = delays.reduce((sum, each) => sum + each) / delays.length;
    const deviation = Math.sqrt(delays.reduce((sum, each) => sum + (each - mean) ** 2, 0) / delays.length);
    expect(Math.abs(mean)).toBeLessThan(0.07);
    expect(Math.abs(deviation - 0.5)).toBeLessThan(0.05);
  });

  it('continues where it was when a state is restored', () => {
    const faults = createFaults(1, ['food', 'bank']);
    faults.add({ times: 'always', probability: 0.5, status: 503 });
    const take = (from = faults) => from.take('food', 'GET', '/') !== undefined;
    for (let request = 0; request < 10; request += 1) take();
    const restored = createFaults(1, ['food', 'bank']);
    restored.add({ status: 500 });
    restored.restore(faults.save());
    const next = (from: typeof faults) => Array.from({ length: 50 }, () => take(from));
    expect(next(restored)).toEqual(next(faults));
  });

  it('does not count a request that it spares as let through or hit', () => {
    const faults = createFaults(1, ['food', 'bank']);
    faults.add({ probability: 0.2, times: 3, status: 503 });
    const hits = Array.from({ length: 100 }, () => faults.take('food', 'GET', '/')).filter(Boolean);
    expect([hits.length, faults.list()]).toEqual([3, []]);
    faults.add({ probability: 0, status: 503 });
    expect(faults.take('food', 'GET', '/')).toBeUndefined();
  });

  it('has the delays that latencyMs adds to every response', async () => {
    const waited = async (seed: number) => {
      const sandbox = await openSandbox({ listen: false, seed, latencyMs: { medianMs: 2, sigma: 1 } });
      const all = [];
      for (let request = 0; request < 5; request += 1) {
        await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`);
        all.push(sandbox.requests.at(-1)?.durationMs ?? 0);
      }
      return all;
    };
    const random = createRandom(1, 'latency');
    for (const ms of await waited(1)) expect(ms).toBeGreaterThan(drawDelay(random, { medianMs: 2, sigma: 1 }) - 2);
  });
});

describe('a fault that never hit is reported when the sandbox closes', () => {
  it('with its conditions, but without its body', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const sandbox = await openSandbox({ listen: false });
    sandbox.faults.add({ provider: 'quotes', status: 503, times: 'always' });
    sandbox.faults.add({ provider: 'food', path: '/fdc/v1/fods', status: 503, body: { secret: 'x' } });
    sandbox.faults.add({ provider: 'bank', path: /^\/item/ })();
    await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`);
    expect(sandbox.faults.unused()).toEqual([expect.objectContaining({ provider: 'food' })]);
    await sandbox.close();
    await sandbox.close();
    expect(warn.mock.calls).toEqual([
      [
        'sandbox: 1 fault never hit a request: {"provider":"food","status":503,"path":"/fdc/v1/fods"}. Check provider, path and method, or remove faults that are not needed',
      ],
    ]);
  });
});

describe('a fault is refused', () => {
  it('when its body is nested too deep, or endlessly', () => {
    const nested = (depth: number) => JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);
    const round = { one: {}, other: {} };
    round.one = round.other = round;
    for (const body of [nested(102), nested(100_000), round])
      expect(() => createFaults(1, ['food', 'bank']).add({ body })).toThrow(
        /^faults\.add: fault\.body must be a string, bytes, or a value for JSON that is nested at most 100 deep; got an /,
      );
    createFaults(1, ['food', 'bank']).add({ body: nested(100) });
  });

  const cases: [given: unknown, message: string][] = [
    [
      { provider: 'fod', statuss: 503 },
      `fault.provider must be one of ${Object.keys(providers).join(', ')}; got "fod"; did you mean "food"?; unknown field fault.statuss; did you mean fault.status?`,
    ],
    [{ provider: 'spotify' }, `fault.provider must be one of ${Object.keys(providers).join(', ')}; got "spotify"`],
    [{ provider: '' }, 'got ""'],
    [{ delays: 5 }, 'unknown field fault.delays; did you mean fault.delayMs?'],
    [{ delay: 5 }, 'fault.delay must be an object'],
    [{ delay: { medianMs: 5, sigma: 0.5 }, delayMs: 5 }, 'fault.delay and fault.delayMs both set the delay'],
    [{ delay: { medianMs: 5 } }, 'fault.delay.sigma is required'],
    [{ probability: 2 }, 'fault.probability must be a number from 0 to 1; got 2'],
    [{ Status: 503 }, 'unknown field fault.Status; did you mean fault.status?'],
    [{ statusCode: 503 }, 'unknown field fault.statusCode; the fields are provider, path, method, times'],
    [{ constructor: 1 }, 'unknown field fault.constructor'],
    [{ drop: 'body' }, 'fault.drop must be one of before, after, headers, mid-body; got "body"'],
    [{ drop: 'midbody' }, 'got "midbody"'],
    [{ stall: 'after' }, 'fault.stall must be one of before, mid-body; got "after"'],
    [{ status: 1 }, 'fault.status must be a whole number from 200 to 599; got 1'],
    [{ status: '503' }, 'got "503"'],
    [{ path: 'v1/search' }, "fault.path must be a path below the provider's prefix that begins with /"],
    [{ times: -1 }, 'fault.times must be a number of requests, at least 0, or always; got -1'],
    [{ delayMs: '1' }, 'fault.delayMs must be milliseconds, at least 0; got "1"'],
    [{ rewrite: 'text' }, 'fault.rewrite must be a function'],
    [{ headers: ['x'] }, 'fault.headers must be an object'],
    [{ method: 7 }, 'fault.method must be an HTTP method, such as "POST"; got a number'],
    [undefined, 'a fault must be an object such as'],
  ];
  it.each(cases)('when it is %j', async (given, message) => {
    const sandbox = await openSandbox({ listen: false });
    expect(() => sandbox.faults.add(given as Fault)).toThrow(ApiError);
    expect(() => sandbox.faults.add(given as Fault)).toThrow(message);
    expect((await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`)).status).toBe(200);
  });

  it('but not for fields that are undefined', async () => {
    const sandbox = await openSandbox({ listen: false });
    sandbox.faults.add({ provider: undefined, delayMs: undefined, status: 503 } as object);
    expect((await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`)).status).toBe(503);
  });
});
