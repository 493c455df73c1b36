import { context, metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { memoryStore, type TokenStore } from '@x/core';
import { createFoodClient } from '@x/food';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { beforeEach, expect, it } from 'vitest';
import { refreshAndRetries } from '../test/story.ts';
import { otel } from './index.ts';

let sandbox: Sandbox;
let exporter: InMemoryMetricExporter;
let meterProvider: MeterProvider;

beforeEach(async () => {
  context.disable();
  sandbox = await createSandbox({ listen: false });
  exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  meterProvider = new MeterProvider({ readers: [reader] });
});

/**
 * Returns the measurements: for each metric, the operation, the attributes that distinguish its points, and the count
 * or sum.
 */
async function measured(): Promise<Record<string, unknown[]>> {
  await meterProvider.forceFlush();
  const all =
    exporter
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return Object.fromEntries(
    all.map(({ descriptor, dataPoints, dataPointType }) => [
      `${descriptor.name} (${descriptor.unit})`,
      dataPoints.map(({ attributes, value }) => [
        ...['x.operation', 'http.response.status_code', 'x.outcome', 'x.wait.for', 'error.type'].flatMap(
          (name) => attributes[name] ?? [],
        ),
        dataPointType === DataPointType.HISTOGRAM ? (value as { count: number }).count : value,
      ]),
    ]),
  );
}

it('measures calls, requests and waits, and counts retries and refreshes', async () => {
  await refreshAndRetries(sandbox, otel({ meterProvider }));
  expect(await measured()).toEqual({
    'x.client.call.duration (s)': [
      ['accounts.refresh', 'success', 1],
      ['library.tracks.list', 'success', 1],
    ],
    'x.client.request.duration (s)': [
      ['accounts.refresh', 200, 1],
      ['library.tracks.list', 429, '429', 1],
      ['library.tracks.list', 503, '503', 1],
      ['library.tracks.list', 200, 1],
    ],
    'x.client.token.refreshes ({grant})': [['accounts.refresh', 1]],
    'x.client.retries ({request})': [
      ['library.tracks.list', 'rate_limited', 1],
      ['library.tracks.list', 'unavailable', 1],
    ],
    'x.client.wait.duration (s)': [['library.tracks.list', 'retry', 2]],
  });
});

it("records seconds, by the client's clock", async () => {
  const clock = { now: () => sandbox.clock.now(), sleep: (ms: number) => sandbox.clock.advance(ms) };
  sandbox.faults.add({ status: 429, headers: { 'retry-after': '2' } });
  const onEvent = otel({ meterProvider });
  await createFoodClient({ ...sandbox.options.food, clock, onEvent }).foods.search({ query: 'apple' });
  await meterProvider.forceFlush();
  const [wait] = (exporter.getMetrics().at(-1)?.scopeMetrics[0]?.metrics ?? []).filter(
    ({ descriptor }) => descriptor.name === 'x.client.wait.duration',
  );
  const value = wait?.dataPoints[0]?.value as { sum?: number } | undefined;
  expect(Math.floor(value?.sum ?? 0)).toBe(2);
});

it('counts failed calls, failed refreshes, and drift', async () => {
  const onEvent = otel({ meterProvider });
  const stream = { ...sandbox.options.stream, clientSecret: 'mistyped', onEvent };
  await createStreamClient(stream)
    .games.top({ first: 1 })
    .catch(() => {});
  const fetch = async () => Response.json([{ fdcId: 'x', description: 'y', dataType: 'z' }]);
  await createFoodClient({ apiKey: 'key', fetch, onEvent }).foods.list({});
  expect(await measured()).toMatchObject({
    'x.client.call.duration (s)': [
      ['oauth.token', 'error', 'unauthenticated', 1],
      ['games.top', 'error', 'unauthenticated', 1],
      ['foods.list', 'success', 1],
    ],
    'x.client.token.refreshes ({grant})': [['oauth.token', 'unauthenticated', 1]],
    'x.client.drift ({place})': [['foods.list', 1]],
  });
});

it('counts a refresh once if the store accepts its grant late', async () => {
  const memory = memoryStore();
  let failures = 0;
  const set: TokenStore['set'] = (...args) =>
    failures-- > 0 ? Promise.reject(new Error('away')) : memory.set(...args);
  const clock = { now: () => sandbox.clock.now(), sleep: async () => {} };
  const options = { tokens: { ...memory, set }, clock, validateTokens: false, onEvent: otel({ meterProvider }) };
  const { accounts } = createStreamClient({ ...sandbox.options.stream, ...options });
  await accounts.set('ann', sandbox.controls.stream.issueUserToken());
  failures = 3;
  await accounts.refresh('ann');
  expect((await measured())['x.client.token.refreshes ({grant})']).toEqual([['accounts.refresh', 1]]);
});

it('measures the wait for a rate limit', async () => {
  const clock = { now: () => sandbox.clock.now(), sleep: (ms: number) => sandbox.clock.advance(ms) };
  sandbox.faults.add({ status: 429, headers: { 'retry-after': '5' } });
  const { rateLimiter: _, ...options } = sandbox.options.food; // removes the option that turns rate limits off
  const food = createFoodClient({ ...options, clock, onEvent: otel({ meterProvider }), retries: 0 });
  await food.foods.search({ query: 'apple' }).catch(() => {});
  await food.foods.search({ query: 'apple' });
  expect((await measured())['x.client.wait.duration (s)']).toEqual([['foods.search', 'rate_limit', 1]]);
});

it('uses the global meter provider if it is set before the first call', async () => {
  const onEvent = otel();
  metrics.setGlobalMeterProvider(meterProvider);
  await createFoodClient({ ...sandbox.options.food, onEvent }).foods.search({ query: 'apple' });
  metrics.disable();
  expect((await measured())['x.client.call.duration (s)']).toEqual([['foods.search', 'success', 1]]);
});

it('has no attribute that differs for every call', async () => {
  await refreshAndRetries(sandbox, otel({ meterProvider }));
  await meterProvider.forceFlush();
  const points = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics[0]?.metrics ?? []);
  const names = new Set(
    points.flatMap(({ dataPoints }) => dataPoints.flatMap(({ attributes }) => Object.keys(attributes))),
  );
  expect([...names].sort()).toEqual([
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'server.address',
    'url.template',
    'x.operation',
    'x.outcome',
    'x.provider',
    'x.wait.for',
  ]);
});
