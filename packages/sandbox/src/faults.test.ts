import { ApiError } from '@x/core';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Fault } from './fault.ts';
import { createFaults } from './faults.ts';
import { openSandbox } from './testing.ts';

describe.each(['socket', 'process'])('over the %s', (way) => {
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

  it('hits only what matches, as often as configured, and can be removed', async () => {
    const { sandbox, get } = await ask({ provider: 'food', status: 500, times: 9 });
    expect((await get()).status).toBe(200);
    const conditions = { path: /count/, method: 'get', times: Number.POSITIVE_INFINITY, after: 1 };
    const remove = sandbox.faults.add({ ...conditions, status: 500 });
    expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([200, 500, 500]);
    remove();
    expect((await get()).status).toBe(200);
  });
});

it('sends what unpacks to more than it is', async () => {
  const sandbox = await openSandbox();
  const body = gzipSync(Buffer.alloc(1_000_000, ' '));
  sandbox.faults.add({ body, headers: { 'content-encoding': 'gzip' } });
  const response = await fetch(`${sandbox.url}/quotes/api/info/count`);
  expect(body.length).toBeLessThan(10_000);
  expect((await response.arrayBuffer()).byteLength).toBe(1_000_000);
});

describe('a fault is refused', () => {
  it('whose body is nested too deep, or without end', () => {
    const nested = (depth: number) => JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);
    const round = { one: {}, other: {} };
    round.one = round.other = round;
    for (const body of [nested(102), nested(100_000), round])
      expect(() => createFaults().add({ body })).toThrow(
        /^faults\.add: fault\.body must be a string, bytes, or a value for JSON that is nested at most 100 deep; got an /,
      );
    createFaults().add({ body: nested(100) });
  });

  const cases: [given: unknown, message: string][] = [
    [{ provider: 'fod', status: 503 }, 'fault.provider must be one of stream, music, bank, food, quotes; got "fod"'],
    [{ provider: 'spotify' }, 'fault.provider must be one of stream, music, bank, food, quotes; got "spotify"'],
    [{ provider: '' }, 'got ""'],
    [{ delay: 5 }, 'unknown field fault.delay; did you mean fault.delayMs?'],
    [{ Status: 503 }, 'unknown field fault.Status; did you mean fault.status?'],
    [{ statusCode: 503 }, 'unknown field fault.statusCode; the fields are provider, path, method, times'],
    [{ constructor: 1 }, 'unknown field fault.constructor'],
    [{ drop: 'body' }, 'fault.drop must be one of before, after, headers, mid-body; got "body"'],
    [{ drop: 'midbody' }, 'got "midbody"'],
    [{ stall: 'after' }, 'fault.stall must be one of before, mid-body; got "after"'],
    [{ status: 1 }, 'fault.status must be a whole number from 200 to 599; got 1'],
    [{ status: '503' }, 'got "503"'],
    [{ path: 'v1/search' }, 'fault.path must be a path below the prefix of the provider that begins with /'],
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

  it('not for fields that are undefined', async () => {
    const sandbox = await openSandbox({ listen: false });
    sandbox.faults.add({ provider: undefined, delayMs: undefined, status: 503 } as object);
    expect((await sandbox.fetch(`${sandbox.url}/quotes/api/info/count`)).status).toBe(503);
  });
});
