import { inspect } from 'node:util';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiError, createFoodClient, type FoodClient } from './index.ts';

const host = 'https://api.nal.usda.gov';
const apiKey = 'k'.repeat(40);
const now = Date.UTC(2026, 0, 1);
const at = (path: string) => nock(host).get(`/fdc/v1${path}`).query(true);
const caught = (call: PromiseLike<unknown>): Promise<ApiError> =>
  Promise.resolve(call).then(
    () => expect.fail('the call should have failed'),
    (reason) => reason,
  );

let foods: FoodClient['foods'];

nockOnly();
beforeEach(() => {
  // Create a new client for each test, because a refused call holds back the next.
  foods = createFoodClient({ apiKey, retries: 0, clock: { now: () => now } }).foods;
});

describe('gateway errors', () => {
  const text = 'Get one at https://api.nal.usda.gov:443';
  it.each([
    [
      403,
      'API_KEY_MISSING',
      'unauthenticated',
      false,
      /the header X-Api-Key\. Let it pass, or set credentialsIn: 'query'/,
    ],
    [403, 'API_KEY_INVALID', 'unauthenticated', false, /Check apiKey/],
    [403, 'API_KEY_DISABLED', 'unauthenticated', false, /Get another key/],
    [403, 'API_KEY_UNAUTHORIZED', 'permission_denied', false, /other services/],
    [403, 'API_KEY_UNVERIFIED', 'permission_denied', false, /Confirm the email/],
    [403, 'SOMETHING_NEW', 'permission_denied', false, /Get one at/],
    [429, 'OVER_RATE_LIMIT', 'rate_limited', true, /a key of your own/],
    [400, 'HTTPS_REQUIRED', 'rejected', false, /https in baseUrl/],
    [404, 'NOT_FOUND', 'not_found', false, /Check baseUrl/],
    [500, 'INTERNAL_SERVER_ERROR', 'unavailable', true, /Get one at/],
  ] as const)('%i %s', async (status, providerCode, code, retryable, message) => {
    at('/food/1').reply(status, JSON.stringify({ error: { code: providerCode, message: text } }, null, 2));
    const error = await caught(foods.get({ fdcId: 1 }));
    expect(error).toMatchObject({ status, code, providerCode, retryable, provider: 'food', operation: 'foods.get' });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(text);
  });
});

it('the error for a key that was lost in the query advises sending it in a header', async () => {
  const client = createFoodClient({ apiKey, credentialsIn: 'query', retries: 0 });
  at('/food/1').reply(403, { error: { code: 'API_KEY_MISSING', message: 'No api_key was supplied.' } });
  const { message } = await caught(client.foods.get({ fdcId: 1 }));
  expect(message).toMatch(/the query parameter api_key\. Let it pass, or set credentialsIn: 'headers'/);
});

describe('application errors', () => {
  const spring = (status: number, error: string, message: string) => ({
    timestamp: '2026-01-01T00:00:00.000+00:00',
    status,
    error,
    message,
    path: '/portal-data/external/v1/foods/search',
  });
  const get = () => foods.get({ fdcId: 1 });
  const search = () => foods.search({ query: 'a:b' });
  const list = () => foods.list({ pageNumber: 201 });
  it.each([
    {
      title: 'an unknown ID',
      path: '/food/1',
      call: get,
      status: 404,
      body: '',
      code: 'not_found',
      message: /404 Not Found\. No food has this fdcId.*foods\.search/,
    },
    {
      title: 'an unknown ID, with a JSON body',
      path: '/food/1',
      call: get,
      status: 404,
      body: spring(404, 'Not Found', ''),
      code: 'not_found',
      message: /404 Not Found\. No food/,
    },
    {
      title: 'bad parameters',
      path: '/food/1',
      call: get,
      status: 400,
      body: spring(400, 'Bad Request', 'Invalid id'),
      code: 'rejected',
      message: /400 Invalid id\.$/,
    },
    {
      title: 'a search page beyond the first 10,000',
      path: '/foods/search',
      call: search,
      status: 400,
      body: spring(400, 'Bad Request', 'x'),
      code: 'rejected',
      message: /above 10,000/,
    },
    {
      title: 'a list page beyond the first 10,000, with status 400',
      path: '/foods/list',
      call: list,
      status: 400,
      body: spring(400, 'Bad Request', 'x'),
      code: 'rejected',
      message: /above 10,000/,
    },
    {
      title: 'a list page beyond the first 10,000, with status 500',
      path: '/foods/list',
      call: list,
      status: 500,
      body: '',
      code: 'unavailable',
      message: /above 10,000/,
    },
    {
      title: 'a wrong method',
      path: '/food/1',
      call: get,
      status: 405,
      body: spring(405, 'Method Not Allowed', ''),
      code: 'rejected',
      message: /405 Method Not Allowed/,
    },
    {
      title: 'an HTML page from the front end',
      path: '/food/1',
      call: get,
      status: 502,
      body: '<html>Bad Gateway</html>',
      code: 'unavailable',
      message: /502 Bad Gateway\. Try again later\.$/,
    },
    {
      title: 'overload',
      path: '/food/1',
      call: get,
      status: 503,
      body: '',
      code: 'unavailable',
      message: /503 Service Unavailable\. Try again later\.$/,
    },
    {
      title: 'a refusal as an HTML page',
      path: '/food/1',
      call: get,
      status: 403,
      body: '<html>API_KEY_INVALID</html>',
      code: 'permission_denied',
      message: /403 Forbidden\.$/,
    },
    {
      title: 'an unknown path',
      path: '/foods/list',
      call: list,
      status: 404,
      body: '',
      code: 'not_found',
      message: /404 Not Found\. The API itself did not respond: check baseUrl\.$/,
    },
  ])('$title', async ({ path, call, status, body, code, message }) => {
    at(path).reply(status, body as nock.Body);
    const error = await caught(call());
    expect(error).toMatchObject({ status, code, retryable: status >= 500 });
    expect(error.message).toMatch(message);
  });
});

it.each(['query', 'headers'] as const)('no error reveals the key when it is sent in the %s', async (credentialsIn) => {
  const client = createFoodClient({ apiKey, credentialsIn, retries: 0 });
  at('/food/1').reply(403, {
    error: { code: 'API_KEY_INVALID', message: `key ${apiKey} is invalid`, api_key: apiKey },
  });
  at('/food/2').replyWithError(new Error(`GET ${host}/fdc/v1/food/2?api_key=${apiKey} failed`));
  for (const fdcId of [1, 2]) {
    const error = await caught(client.foods.get({ fdcId }));
    expect(error.code).toBe(fdcId === 1 ? 'unauthenticated' : 'network');
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack).not.toContain(apiKey);
  }
});

describe('the rate limit', () => {
  it.each([
    ['of a personal key', apiKey, 1000],
    ['of DEMO_KEY', 'DEMO_KEY', 10],
  ])('%s is assumed before the gateway reports it', async (_, one, limit) => {
    const client = createFoodClient({ apiKey: one, retries: 0, clock: { now: () => now } });
    at('/food/1').reply(200, { fdcId: 1, dataType: 'Branded', description: '' });
    await client.foods.get({ fdcId: 1 });
    expect(client.rateLimit).toEqual({ limit, remaining: limit - 1, resetAt: now + 3_600_000 });
  });

  it('follows the response headers', async () => {
    const client = createFoodClient({ apiKey, retries: 0, clock: { now: () => now } });
    const headers = { 'X-Ratelimit-Limit': '3600', 'X-Ratelimit-Remaining': '3598' };
    at('/food/1').reply(200, { fdcId: 1, dataType: 'Branded', description: '' }, headers);
    await client.foods.get({ fdcId: 1 });
    expect(client.rateLimit).toMatchObject({ limit: 3600, remaining: 3598 });
  });

  it('without points left lets calls through before it resets, and the error says so', async () => {
    const client = createFoodClient({ apiKey, clock: { now: () => now } });
    at('/food/1').reply(200, { fdcId: 1, dataType: 'Branded', description: '' }, { 'X-Ratelimit-Remaining': '0' });
    await client.foods.get({ fdcId: 1 });
    expect(client.rateLimit).toEqual({ limit: 1000, remaining: 0, resetAt: now + 3_600_000 });
    expect(await caught(client.foods.get({ fdcId: 1 }))).toMatchObject({
      message: expect.stringContaining('the rate limit lets the call through in 15 minutes; maxWaitMs is 65 seconds'),
      retryAfterMs: 900_000,
    });
  });

  it.each([
    ['as long as Retry-After says', { 'Retry-After': '120' }, 120_000],
    ['a minute without Retry-After', {}, 60_000],
  ])('once exceeded, makes calls wait %s', async (_, headers, waitMs) => {
    let time = now;
    const client = createFoodClient({ apiKey, retries: 2, maxWaitMs: 0, clock: { now: () => time } });
    const refusal = { error: { code: 'OVER_RATE_LIMIT', message: 'too many' } };
    at('/food/1').reply(429, refusal, { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '0', ...headers });
    const first = await caught(client.foods.get({ fdcId: 1 }));
    expect(first).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: waitMs, retryable: true });
    time += waitMs - 1;
    const held = await caught(client.foods.get({ fdcId: 1 }));
    expect(held).toMatchObject({ code: 'rate_limited', retryAfterMs: 1 });
    expect(held.status).toBeUndefined();
    time += 1;
    at('/food/1').reply(200, { fdcId: 1, dataType: 'Branded', description: 'again' });
    expect(await client.foods.get({ fdcId: 1 })).toMatchObject({ description: 'again' });
  });
});
