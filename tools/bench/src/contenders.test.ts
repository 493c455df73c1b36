import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, startBench } from './bench.ts';
import { contender, contenders, speakersOf } from './contenders.ts';
import { scenarioNames, scenarios, type WalkName, walks } from './scenarios.ts';
import { checkPage } from './sections/check.ts';
import { walkers } from './sections/walks.ts';
import type { CallsTook, WalkTook } from './worker.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench(() => {}, ['--conditions=@x/source']);
});
afterAll(() => bench.close());

const calls = scenarioNames.flatMap((scenario) =>
  speakersOf(scenarios[scenario].provider).map(({ name }) => ({ name, scenario })),
);

it.each(calls)('$name returns the records of $scenario, one call at a time and several at once', async (row) => {
  const { name, scenario: call } = row;
  for (const atOnce of [1, 3]) {
    const took = await bench.ask<CallsTook>(name, { task: 'calls', call, times: 5, atOnce });
    expect(took.records).toBe(scenarios[call].records);
  }
});

it.each(contenders)('$name makes its first call with one token request at most', async ({ name, first }) => {
  const { target } = bench;
  await bench.ask(name, { task: 'open', target });
  await bench.order({});
  const { records } = await bench.ask<CallsTook>(name, { task: 'calls', call: first, times: 1 });
  expect(records).toBeGreaterThan(0);
  const { requests, tokens } = await bench.order({});
  expect(tokens).toBeLessThanOrEqual(1);
  expect(requests - tokens).toBe(1);
});

it('a restarted contender has no earlier token', async () => {
  const call = { task: 'calls', call: 'streams-20', times: 1 } as const;
  const tokensOf = async () => {
    await bench.order({});
    await bench.ask('@x/stream', call);
    return (await bench.order({})).tokens;
  };
  await tokensOf();
  expect(await tokensOf()).toBe(0);
  bench.restart();
  expect(await tokensOf()).toBe(1);
});

const lists = Object.entries(walkers).flatMap(([walk, names]) =>
  names.map((name) => ({ name, walk: walk as WalkName })),
);

it.each(lists)('$name reads the whole list by $walk, each page once', async ({ name, walk }) => {
  const { pages, size } = walks[walk];
  await bench.ask(name, { task: 'calls', call: contender(name).first, times: 1 });
  await bench.order({});
  const { records, heaps } = await bench.ask<WalkTook>(name, { task: 'walk', walk, heapEvery: pages / 4 });
  expect(records).toBe(pages * size);
  expect(heaps).toHaveLength(4);
  const { requests } = await bench.order({});
  expect(requests).toBe(pages);
});

describe('the stub', () => {
  it("sets only the addresses and credentials of each client, and none of the sandbox's settings for tests", () => {
    const { stream, music, bank, food, quotes } = bench.target;
    const settings = [stream, music, bank, food, quotes].flatMap((options) => Object.keys(options));
    const own = ['apiKey', 'authUrl', 'baseUrl', 'clientId', 'clientSecret'];
    expect([...new Set(settings)].sort()).toEqual(own);
  });

  it('counts requests and token requests since the last question', async () => {
    await bench.order({});
    const { target } = bench;
    await fetch(`${target.stream.authUrl}/oauth2/token`, { method: 'POST' });
    await fetch(`${target.stream.baseUrl}/streams?first=20`);
    expect(await bench.order({})).toEqual({ requests: 2, tokens: 1 });
    expect(await bench.order({})).toEqual({ requests: 0, tokens: 0 });
  });

  it('reports what the sandbox refuses', async () => {
    const response = await fetch(`${bench.target.stream.baseUrl}/streams?first=101`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('the sandbox responded 400');
  });
});

it('the checked page matches its schema, for our check and for valibot', async () => {
  const took = await checkPage(bench.target, 2);
  for (const times of Object.values(took)) expect(times).toHaveLength(2);
});
