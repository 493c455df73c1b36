import { context } from '@opentelemetry/api';
import { UndiciInstrumentation, type UndiciInstrumentationConfig } from '@opentelemetry/instrumentation-undici';
import { createFoodClient } from '@x/food';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { collectSpans, treeText } from '../test/collect.ts';
import { refreshAndRetries } from '../test/story.ts';
import { otel, redactUrl } from './index.ts';

let sandbox: Sandbox;
let collected: ReturnType<typeof collectSpans>;
let onEvent: ReturnType<typeof otel>;

beforeEach(async () => {
  sandbox = await createSandbox();
  collected = collectSpans();
  onEvent = otel({ tracerProvider: collected.tracerProvider });
});
afterEach(async () => {
  context.disable();
  await sandbox.close();
});

function instrument(config: UndiciInstrumentationConfig): void {
  const instrumentation = new UndiciInstrumentation(config);
  instrumentation.setTracerProvider(collected.tracerProvider);
  onTestFinished(() => instrumentation.disable());
}

const spans = () => collected.exporter.getFinishedSpans();
/** Returns the spans as they would be exported, in one string. */
const shown = () => JSON.stringify(spans().map(({ name, attributes, events }) => ({ name, attributes, events })));

describe.each([
  ["Node's HTTP agent", () => undefined],
  ['the fetch option', () => globalThis.fetch],
])('with @opentelemetry/instrumentation-undici and %s', (_, fetchOf) => {
  it('the span of each HTTP request is a child of the span of its request', async () => {
    instrument({ startSpanHook: redactUrl });
    await refreshAndRetries(sandbox, onEvent, { fetch: fetchOf() });
    expect(treeText(spans())).toBe(
      [
        'music.library.tracks.list 200 (retry: rate_limited) (wait) (retry: unavailable)',
        '  music.accounts.refresh 200',
        '    POST /api/token 200',
        '      POST 200',
        '  GET /v1/me/tracks 429',
        '    GET 429',
        '  GET /v1/me/tracks 503 resend 1',
        '    GET 503',
        '  GET /v1/me/tracks 200 resend 2',
        '    GET 200',
      ].join('\n'),
    );
  });

  it('url.full and url.query have no query values with redactUrl', async () => {
    instrument({ startSpanHook: redactUrl });
    await createFoodClient({ ...sandbox.options.food, fetch: fetchOf(), credentialsIn: 'query', onEvent }).foods.search({
      query: 'a query',
    });
    const { attributes } = spans().find(({ name }) => name === 'GET') ?? {};
    const url = attributes?.['url.full'];
    expect(url).toBe(`${sandbox.url}/food/fdc/v1/foods/search?query=REDACTED&api_key=REDACTED`);
    expect(attributes?.['url.query']).toBe('query=REDACTED&api_key=REDACTED');
    for (const secret of [sandbox.options.food.apiKey, 'a query', 'a%20query', 'a+query'])
      expect(shown()).not.toContain(secret);
  });
});

it("redactUrl leaves the application's own requests unchanged", async () => {
  instrument({ startSpanHook: redactUrl });
  const url = `${sandbox.url}/other?page=2`;
  await fetch(url).then((response) => response.text());
  expect(spans().map(({ attributes }) => attributes['url.full'])).toEqual([url]);
});

it("without redactUrl, food's key appears only with credentialsIn: 'query'", async () => {
  instrument({});
  const { apiKey } = sandbox.options.food;
  await createFoodClient({ ...sandbox.options.food, onEvent }).foods.search({ query: 'apple' });
  expect(spans().map(({ name }) => name)).toContain('GET');
  expect(shown()).not.toContain(apiKey);
  await createFoodClient({ ...sandbox.options.food, onEvent, credentialsIn: 'query' }).foods.search({ query: 'apple' });
  expect(shown()).toContain(apiKey);
});
