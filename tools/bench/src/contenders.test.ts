import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, startBench } from './bench.ts';
import { startChild } from './child.ts';
import type { Cold } from './cold.ts';
import { contender, contenders, speakersOf } from './contenders.ts';
import { scenarioNames, scenarios, type WalkName, walks } from './scenarios.ts';
import { check } from './sections/check.ts';
import { sync } from './sections/sync.ts';
import { walkers } from './sections/walks.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench(() => {}, ['--conditions=@x/source']);
});
afterAll(() => bench.close());

const calls = scenarioNames.flatMap((scenario) =>
  speakersOf(scenarios[scenario].provider).map(({ name }) => ({ name, scenario })),
);

it.each(calls)('$name returns the records of $scenario, one call at a time and several at once', async (row) => {
  const { name, scenario } = row;
  const worker = await bench.worker(name);
  for (const atOnce of [1, 3]) {
    const { records } = await worker.ask('calls', scenario, 5, atOnce);
    expect(records).toBe(scenarios[scenario].records);
  }
});

it.each(contenders)('$name makes its first call with at most one token request', async ({ name, first }) => {
  const { target, stub } = bench;
  const worker = await bench.worker(name);
  await worker.ask('open', target);
  await stub.ask('counts');
  const { records } = await worker.ask('calls', first, 1);
  expect(records).toBeGreaterThan(0);
  const { requests, tokens } = await stub.ask('counts');
  expect(tokens).toBeLessThanOrEqual(1);
  expect(requests - tokens).toBe(1);
});

it('a restarted contender requests a new token', async () => {
  const tokensOfCall = async () => {
    const worker = await bench.worker('@x/stream');
    await bench.stub.ask('counts');
    await worker.ask('calls', 'streams-20', 1);
    return (await bench.stub.ask('counts')).tokens;
  };
  await tokensOfCall();
  expect(await tokensOfCall()).toBe(0);
  bench.restart();
  expect(await tokensOfCall()).toBe(1);
});

it('every call to a process that has ended rejects', async () => {
  const child = startChild<Cold>('cold.ts', ['no such contender']);
  for (const _ of ['once', 'again']) await expect(child.ask('start', bench.target)).rejects.toThrow('ended early (1)');
});

const lists = Object.entries(walkers).flatMap(([walk, names]) =>
  names.map((name) => ({ name, walk: walk as WalkName })),
);

it.each(lists)('$name reads the whole list by $walk, requesting each page once', async ({ name, walk }) => {
  const { pages, size } = walks[walk];
  const worker = await bench.worker(name);
  await worker.ask('calls', contender(name).first, 1);
  await bench.stub.ask('counts');
  const { records, heaps } = await worker.ask('walk', walk, pages / 4);
  expect(records).toBe(pages * size);
  expect(heaps).toHaveLength(4);
  const { requests } = await bench.stub.ask('counts');
  expect(requests).toBe(pages);
});

describe('the stub', () => {
  it("gives each client only addresses and credentials, and none of the sandbox's settings for tests", () => {
    const { stream, music, bank, food, quotes } = bench.target;
    const settings = [stream, music, bank, food, quotes].flatMap((options) => Object.keys(options));
    const own = ['apiKey', 'authUrl', 'baseUrl', 'clientId', 'clientSecret'];
    expect([...new Set(settings)].sort()).toEqual(own);
  });

  it('counts requests and token requests since it was last asked', async () => {
    await bench.stub.ask('counts');
    const { target } = bench;
    await fetch(`${target.stream.authUrl}/oauth2/token`, { method: 'POST' });
    await fetch(`${target.stream.baseUrl}/streams?first=20`);
    expect(await bench.stub.ask('counts')).toEqual({ requests: 2, tokens: 1 });
    expect(await bench.stub.ask('counts')).toEqual({ requests: 0, tokens: 0 });
  });

  it('responds with an error to requests that the sandbox refuses', async () => {
    const response = await fetch(`${bench.target.stream.baseUrl}/streams?first=101`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('the sandbox responded 400');
  });
});

it('our check and valibot both accept the page that the check section measures', async () => {
  const { tables } = await check.measure(bench, { rounds: 2, seconds: 0 });
  expect(tables[0]?.rows).toHaveLength(3);
});

it('both ways to sync store every row in each database', { timeout: 600_000 }, async () => {
  const { tables } = await sync.measure(bench, { rounds: 1, seconds: 0 });
  expect(tables[0]?.rows).toHaveLength(6);
});
