import type { RequestOptions } from '@x/core';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type ApiError, type BankOptions, createBankClient } from './index.ts';

const host = 'https://sandbox.plaid.com';
const credentials = { client_id: 'client-id-1234', secret: 'client-secret-1234' };
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const request_id = 'm8MDnv9okwxFNBV';

const client = (options: Partial<BankOptions> = {}) =>
  createBankClient({
    clientId: credentials.client_id,
    clientSecret: credentials.secret,
    retries: 0,
    validation: 'strict',
    random: () => 0,
    ...options,
  });
const bank = client();

nockOnly();

describe('request', () => {
  it.each([
    ['a body', { user_id: 'u', options: { days: [1, 2] } }],
    ['an empty object when no body is given', undefined],
  ])('posts %s with the credentials', async (_, body) => {
    nock(host, { reqheaders: { 'content-type': 'application/json', 'plaid-version': '2020-09-14' } })
      .post('/income/get', { ...body, ...credentials })
      .reply(200, { answer: 1, request_id });
    expect(await bank.request('/income/get', body)).toEqual({ answer: 1, request_id });
  });

  it('accepts another method, a query and path values, as on every client', async () => {
    nock(host, { reqheaders: { 'plaid-client-id': credentials.client_id } })
      .get('/income/a%2Fb?days=2')
      .reply(200, { answer: 1, request_id });
    const params = { id: 'a/b', days: 2 };
    expect(await client({ credentialsIn: 'headers' }).request('GET /income/{id}', params)).toEqual({
      answer: 1,
      request_id,
    });
  });

  it('sends no credentials with auth: none', async () => {
    nock(host).post('/income/get', {}).reply(200, { answer: 1, request_id });
    expect(await bank.request('/income/get', {}, { auth: 'none' })).toEqual({ answer: 1, request_id });
  });

  it('refuses a path without a leading slash before any request', async () => {
    await expect(bank.request('income/get')).rejects.toMatchObject({ code: 'invalid_params' });
  });

  it('posts an empty object if the credentials are in headers', async () => {
    nock(host, {
      reqheaders: {
        'content-type': 'application/json',
        'plaid-client-id': credentials.client_id,
        'plaid-secret': credentials.secret,
      },
    })
      .post('/categories/get', {})
      .reply(200, { categories: [], request_id });
    expect(await client({ credentialsIn: 'headers' }).request('/categories/get')).toMatchObject({
      categories: [],
    });
  });

  it('checks the response against the schema in the option response, which defines its type', async () => {
    const response = v.object({ count: v.number() });
    nock(host).post('/a').reply(200, { count: 3, more: true });
    const answer = await bank.request('/a', {}, { response });
    expectTypeOf(answer).toEqualTypeOf<{ count: number }>();
    expect(answer).toEqual({ count: 3, more: true });
    nock(host).post('/a').reply(200, { count: 'three' });
    await expect(bank.request('/a', {}, { response })).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it('returns the bytes of a file', async () => {
    nock(host).post('/report/pdf/get').reply(200, Buffer.from('%PDF-\xff', 'latin1'));
    const bytes = await bank.request<string, Uint8Array>('/report/pdf/get', {}, { as: 'bytes' });
    expect([...bytes]).toEqual([...Buffer.from('%PDF-\xff', 'latin1')]);
  });

  it.each([
    [undefined, 1],
    [false, 1],
    [true, 3],
  ])('with idempotent %s is sent %i times when the server fails', async (idempotent, times) => {
    const attempts: number[] = [];
    const counting = client({
      retries: 2,
      onEvent: (event) => event.type === 'request' && attempts.push(event.attempt),
    });
    nock(host).post('/a').times(times).reply(500, { error_code: 'INTERNAL_SERVER_ERROR', error_message: '' });
    const call = counting.request('/a', {}, { idempotent });
    await expect(call).rejects.toMatchObject({ code: 'unavailable', providerCode: 'INTERNAL_SERVER_ERROR' });
    expect(attempts).toHaveLength(times);
  });

  it('fails with the same errors as methods, and shows no token', async () => {
    nock(host)
      .post('/a')
      .reply(400, { error_code: 'ITEM_LOGIN_REQUIRED', error_message: `not ${access_token}`, request_id });
    const error = (await bank.request('/a', { access_token }).catch((reason) => reason)) as ApiError;
    expect(error).toMatchObject({
      code: 'reauthorization_required',
      operation: 'request POST /a',
      requestId: request_id,
    });
    expect(error.message).not.toContain(access_token);
    expect(error.stack).toContain('wire-request.test.ts');
  });

  it('accepts call options', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    caller.abort(reason);
    await expect(bank.request('/a', {}, { signal: caller.signal })).rejects.toBe(reason);
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const waiting = client({ fetch: silent }).request('/a', {}, { timeoutMs: 1 });
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
  });

  it('counts against the rate limit of a route that has a method', async () => {
    const limited = client({ maxWaitMs: 0, clock: { now: () => 1_700_000_000_000 } });
    nock(host).post('/transactions/refresh').times(2).reply(200, { request_id });
    await limited.transactions.refresh({ access_token });
    await limited.request('/transactions/refresh', { access_token });
    await expect(limited.request('/transactions/refresh', { access_token })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(limited.rateLimit).toMatchObject({ limit: 2, remaining: 0 });
  });
});

describe('request by the path of an operation', () => {
  const failOnce = (path: string) => nock(host).post(path).reply(500, {}).post(path).reply(200, { request_id });
  const retrying = () => client({ retries: 1, clock: { now: () => 0, sleep: async () => {} } });

  it('posts the params with the credentials', async () => {
    nock(host)
      .post('/transfer/cancel', { transfer_id: 't', ...credentials })
      .reply(200, { request_id });
    expect(await bank.request('/transfer/cancel', { transfer_id: 't' })).toEqual({ request_id });
  });

  it('posts an empty object if there are no params', async () => {
    nock(host).post('/categories/get', credentials).reply(200, { categories: [], request_id });
    expect(await bank.request('/categories/get')).toEqual({ categories: [], request_id });
  });

  it('sends another method, with path params in the path and the others in the query', async () => {
    nock(host, { reqheaders: { 'plaid-client-id': credentials.client_id } })
      .get('/fdx/consents/a%2Fb?days=2')
      .reply(200, { id: 'a/b' });
    const params = { consentId: 'a/b', days: 2 };
    const byHeader = client({ credentialsIn: 'headers' });
    expect(await byHeader.request('GET /fdx/consents/{consentId}', params)).toEqual({ id: 'a/b' });
  });

  it('refuses a missing path param before any request', async () => {
    const missing = bank.request('GET /fdx/consents/{consentId}' as string, {});
    await expect(missing).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('consentId'),
    });
  });

  it.each(['/transfer/get', '/transfer/list', '/transfer/event/sync', '/institutions/search'])(
    'retries the read %s after a failure',
    async (path) => {
      failOnce(path);
      expect(await retrying().request(path, {})).toEqual({ request_id });
    },
  );

  it.each<[string, Record<string, unknown> & { path?: string }, RequestOptions, boolean]>([
    ['a write', {}, {}, false],
    ['a write with an idempotency_key', { idempotency_key: 'k' }, {}, true],
    ['a write whose idempotency_key is undefined', { idempotency_key: undefined }, {}, false],
    ['a write whose idempotency_key is null', { idempotency_key: null }, {}, false],
    ['a write whose idempotency_key is empty', { idempotency_key: '' }, {}, false],
    ['a write whose idempotency_key is a number', { idempotency_key: 7 }, {}, false],
    ['a write that the caller marks as idempotent', {}, { idempotent: true }, true],
    ['a read that the caller marks as not idempotent', { path: '/a/get' }, { idempotent: false }, false],
  ])('decides whether to retry %s', async (_, { path = '/a/create', ...params }, options, repeats) => {
    failOnce(path);
    const sent = retrying().request(path, params, options);
    if (repeats) expect(await sent).toEqual({ request_id });
    else await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
    nock.cleanAll();
  });

  it.each<[string, (client: typeof bank) => unknown, string]>([
    ['null params', (client) => client.request('/transfer/create', null as never), 'params must be an object'],
    ['params that are a string', (client) => client.request('/a/get', 'id' as never), 'params must be an object'],
    ['params that are a list', (client) => client.request('/a/get', [1] as never), 'params must be an object'],
    ['null options', (client) => client.request('/a/get', {}, null as never), 'options must be an object'],
    ['a null path', (client) => client.request(null as never, {} as never), 'path must be a string'],
    ['a null body', (client) => client.request('/a', {}, { body: null as never }), 'body must be an object'],
    [
      'a query that is a string',
      (client) => client.request('/a', {}, { query: 'a' as never }),
      'query must be an object',
    ],
  ])('rejects with invalid_params for %s, and sends nothing', async (_, call, message) => {
    for (const each of [bank, client({ items: { get: async () => 'access' } }).withItem('item') as never])
      await expect(call(each)).rejects.toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining(message),
      });
  });

  it.each(['/cra/check_report/pdf/get', '/income/verification/documents/download'])(
    'returns %s as bytes',
    async (path) => {
      nock(host)
        .post(path)
        .reply(200, Buffer.from([37, 80, 68, 70]), { 'content-type': 'application/pdf' });
      expect(await bank.request(path, { access_token })).toEqual(new Uint8Array([37, 80, 68, 70]));
    },
  );

  it('passes on the call options', async () => {
    const reason = new Error('enough');
    await expect(bank.request('/a/get', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("adds the stored access token on an Item's client", async () => {
    nock(host)
      .post('/some/get', { access_token, days: 1, ...credentials })
      .reply(200, { request_id });
    const items = { get: async () => access_token };
    expect(
      await client({ items: items as never })
        .withItem('item')
        .request('/some/get', { days: 1 }),
    ).toEqual({ request_id });
  });
});
