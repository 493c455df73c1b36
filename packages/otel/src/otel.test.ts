import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectSpans, treeText } from '../test/collect.ts';
import { refreshAndRetries } from '../test/story.ts';
import { otel } from './index.ts';

let sandbox: Sandbox;
let collected: ReturnType<typeof collectSpans>;
let onEvent: ReturnType<typeof otel>;

beforeEach(async () => {
  sandbox = await createSandbox({ listen: false });
  collected = collectSpans();
  onEvent = otel({ tracerProvider: collected.tracerProvider });
});
afterEach(() => context.disable());

const spans = () => collected.exporter.getFinishedSpans();
const spanOf = (name: string): ReadableSpan => {
  const found = spans().find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name} among ${spans().map((span) => span.name)}`);
  return found;
};
const foodClient = (more: object = {}) =>
  createFoodClient({ ...sandbox.options.food, retries: 2, random: () => 0, onEvent, ...more });

it('shows a call with a refresh, a 429 and two retries as one trace', async () => {
  await refreshAndRetries(sandbox, onEvent);
  expect(treeText(spans())).toMatchInlineSnapshot(`
    "music.library.tracks.list 200 (retry: rate_limited) (wait) (retry: unavailable)
      music.accounts.refresh 200
        POST /api/token 200
      GET /v1/me/tracks 429
      GET /v1/me/tracks 503 resend 1
      GET /v1/me/tracks 200 resend 2"
  `);
  expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
});

describe('a call span', () => {
  it('has the attributes of HTTP clients, and ends with the call', async () => {
    await foodClient()
      .foods.get({ fdcId: 1 })
      .catch(() => {});
    const span = spanOf('food.foods.get');
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
    expect(span.attributes).toEqual({
      'x.provider': 'food',
      'x.operation': 'foods.get',
      'x.call_id': expect.stringMatching(/^\S+$/),
      'x.outcome': 'error',
      'x.requests': 1,
      'http.request.method': 'GET',
      'url.template': '/fdc/v1/food/{fdcId}',
      'server.address': new URL(sandbox.options.food.baseUrl).hostname,
      'http.response.status_code': 404,
      'error.type': 'not_found',
    });
  });

  it('has no request below it if the params are invalid', async () => {
    await foodClient()
      .foods.get({ fdcId: 'x' as never })
      .catch(() => {});
    expect(treeText(spans())).toBe('food.foods.get error invalid_params');
  });

  it('is not an error if the caller aborts the call', async () => {
    await foodClient()
      .foods.get({ fdcId: 1 }, { signal: AbortSignal.abort() })
      .catch(() => {});
    const { attributes, status } = spanOf('food.foods.get');
    expect([attributes['x.outcome'], attributes['error.type'], status.code]).toEqual([
      'aborted',
      undefined,
      SpanStatusCode.UNSET,
    ]);
  });

  it("is a child of the caller's span, and so is each page of a list", async () => {
    const food = foodClient();
    const tracer = collected.tracerProvider.getTracer('app');
    await tracer.startActiveSpan('nightly job', async (job) => {
      await food.foods.list({ pageSize: 5 }).toArray({ limit: 12 });
      job.end();
    });
    expect(treeText(spans())).toBe(
      ['nightly job', ...Array.from({ length: 3 }, () => '  food.foods.list 200\n    GET /fdc/v1/foods/list 200')].join(
        '\n',
      ),
    );
    expect(spans().flatMap(({ attributes }) => attributes['x.page'] ?? [])).toEqual([1, 2, 3]);
  });

  it('has a request below it for each part of a list that the provider sends in parts', async () => {
    const music = createMusicClient({ ...sandbox.options.music, mode: 'development', onEvent });
    await music.search({ q: 'a', type: 'track', limit: 25 });
    expect(treeText(spans()).match(/GET \S+ \d+/g)).toEqual(Array(3).fill('GET /v1/search 200'));
  });

  it('has an event for each place where a response differs from the documentation', async () => {
    const fetch = async () => Response.json([{ fdcId: 'x' }]);
    await foodClient({ fetch, validation: 'report' }).foods.list({});
    const { events } = spanOf('food.foods.list');
    expect(events.map(({ name, attributes }) => [name, attributes?.['x.drift.place']])).toContainEqual([
      'drift',
      'fdcId',
    ]);
  });
});

describe('a request span', () => {
  it('counts how many times the request was sent again', async () => {
    sandbox.faults.add({ provider: 'food', status: 503, times: 2 });
    await foodClient().foods.search({ query: 'apple' });
    const sent = spans().filter(({ name }) => name.startsWith('GET'));
    expect(sent.map(({ kind, attributes }) => [kind, attributes['http.request.resend_count']])).toEqual([
      [SpanKind.CLIENT, undefined],
      [SpanKind.CLIENT, 1],
      [SpanKind.CLIENT, 2],
    ]);
    expect(sent.map(({ attributes }) => attributes['error.type'])).toEqual(['503', '503', undefined]);
    const { callId, attributes } = { callId: 0, ...sent[2] };
    expect([callId, attributes?.['url.template'], attributes?.['x.operation']]).toEqual([
      0,
      '/fdc/v1/foods/search',
      'foods.search',
    ]);
  });

  it('has the error code if there is no response, or an unreadable one', async () => {
    const responses = [
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') })),
      async () => new Response('<html>', { status: 200 }),
    ];
    const fetch = () => (responses.shift() as () => Promise<Response>)();
    await foodClient({ fetch, retries: 1 })
      .foods.search({ query: 'apple' })
      .catch(() => {});
    expect(treeText(spans())).toMatchInlineSnapshot(`
      "food.foods.search 200 error invalid_response (retry: network)
        GET /fdc/v1/foods/search error network
        GET /fdc/v1/foods/search 200 resend 1 error invalid_response"
    `);
  });

  it('ends without an error if the caller aborts the request', async () => {
    const aborting = new AbortController();
    const fetch = async () => {
      aborting.abort();
      return new Promise<Response>(() => {});
    };
    await foodClient({ fetch })
      .foods.search({ query: 'apple' }, { signal: aborting.signal })
      .catch(() => {});
    expect(treeText(spans())).toBe('food.foods.search\n  GET /fdc/v1/foods/search');
  });
});

it('creates one span for a refresh that 20 calls wait for, below the call that started it', async () => {
  const music = createMusicClient({ ...sandbox.options.music, onEvent });
  await Promise.all(Array.from({ length: 20 }, () => music.markets.list()));
  const tokens = spans().filter(({ name }) => name === 'music.oauth.token');
  const calls = spans().filter(({ name }) => name === 'music.markets.list');
  expect([tokens.length, calls.length]).toEqual([1, 20]);
  expect(calls.map((span) => span.spanContext().spanId)).toContain(tokens[0]?.parentSpanContext?.spanId);
});

it('shows no secret, account ID or parameter in any span', async () => {
  const { account, secrets } = await refreshAndRetries(sandbox, onEvent);
  await foodClient().foods.search({ query: 'a-private-query' });
  const shown = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  for (const secret of [...secrets, sandbox.options.food.apiKey, 'a-private-query', account])
    expect(shown).not.toContain(secret);
});

it('forgets each call once it has ended', async () => {
  const ended: string[] = [];
  await foodClient({
    onEvent: (event: Parameters<typeof onEvent>[0]) => {
      if (event.type === 'call_end') ended.push(event.callId);
      return onEvent(event);
    },
  }).foods.search({ query: 'apple' });
  const before = spans().length;
  const late = { ...fieldsOf(ended[0] ?? ''), type: 'request', attempt: 1 } as const;
  expect(onEvent(late)).toBeUndefined();
  expect(spans()).toHaveLength(before);
});

it('forgets a call whose spans cannot be ended, but tries to end each of them', () => {
  const ended: string[] = [];
  const span = (name: string) => ({
    setAttributes() {},
    setAttribute() {},
    setStatus() {},
    end() {
      ended.push(name);
      throw new Error('the exporter is gone');
    },
  });
  const observe = otel({ tracerProvider: { getTracer: () => ({ startSpan: span }) } as never });
  const fields = fieldsOf('1');
  observe({ ...fields, type: 'call_start' });
  observe({ ...fields, type: 'request', attempt: 1 });
  const end = { ...fields, type: 'call_end', outcome: 'success', status: 200, attempts: 1, durationMs: 1 } as const;
  expect(() => observe({ ...end, code: undefined, requestId: undefined, bytes: undefined })).toThrow('exporter');
  expect(ended).toEqual(['GET /', 'food.foods.search']);
  expect(observe({ ...fields, type: 'request', attempt: 2 })).toBeUndefined();
});

const fieldsOf = (callId: string) => ({
  ...{ callId, provider: 'food', operation: 'foods.search', path: '/', host: 'x' },
  ...({ method: 'GET', account: undefined, listId: undefined, page: undefined } as const),
});

describe('otel()', () => {
  it('uses the global tracer provider, even if it is set later', async () => {
    const food = foodClient({ onEvent: otel() });
    trace.setGlobalTracerProvider(collected.tracerProvider);
    await food.foods.search({ query: 'apple' });
    trace.disable();
    expect(treeText(spans())).toBe('food.foods.search 200\n  GET /fdc/v1/foods/search 200');
  });

  it.each([
    [{ tracer: 1 }, 'unknown option tracer; the options are tracerProvider, meterProvider'],
    [{ tracerProvider: {} }, 'tracerProvider must be a tracer provider (an object with the function getTracer)'],
    [{ meterProvider: 'x' }, 'meterProvider must be a meter provider (an object with the function getMeter)'],
  ])('refuses the options %j', (options, problem) => {
    expect(() => otel(options as never)).toThrow(`otel: ${problem}`);
  });
});
