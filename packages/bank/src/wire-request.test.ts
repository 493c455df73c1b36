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
    secret: credentials.secret,
    retries: 0,
    validation: 'strict',
    random: () => 0,
    ...options,
  });
const bank = client();

nockOnly();

describe('request', () => {
  it.each([
    ['a body', '/income/get', { user_id: 'u', options: { days: [1, 2] } }],
    ['no body', '/income/get', undefined],
    ['to a path without its slash, which is no other host', 'income/get', {}],
  ])('posts %s with the credentials', async (_, path, body) => {
    nock(host, { reqheaders: { 'content-type': 'application/json', 'plaid-version': '2020-09-14' } })
      .post('/income/get', { ...body, ...credentials })
      .reply(200, { answer: 1, request_id });
    expect(await bank.request(path, body)).toEqual({ answer: 1, request_id });
  });

  it('posts an empty object where the credentials are in headers', async () => {
    nock(host, {
      reqheaders: {
        'content-type': 'application/json',
        'plaid-client-id': credentials.client_id,
        'plaid-secret': credentials.secret,
      },
    })
      .post('/categories/get', {})
      .reply(200, { categories: [], request_id });
    expect(await client({ credentialsIn: 'headers' }).request('/categories/get')).toMatchObject({ categories: [] });
  });

  it('checks the answer against response, which is its type', async () => {
    const response = v.object({ count: v.number() });
    nock(host).post('/a').reply(200, { count: 3, more: true });
    const answer = await bank.request('/a', {}, { response });
    expectTypeOf(answer).toEqualTypeOf<{ count: number }>();
    expect(answer).toEqual({ count: 3, more: true });
    nock(host).post('/a').reply(200, { count: 'three' });
    await expect(bank.request('/a', {}, { response })).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it('gives the bytes of a file', async () => {
    nock(host).post('/report/pdf/get').reply(200, Buffer.from('%PDF-\xff', 'latin1'));
    const bytes = await bank.request<Uint8Array>('/report/pdf/get', {}, { as: 'bytes' });
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
    const call = counting.request('/a', {}, idempotent === undefined ? {} : { idempotent });
    await expect(call).rejects.toMatchObject({ code: 'unavailable', providerCode: 'INTERNAL_SERVER_ERROR' });
    expect(attempts).toHaveLength(times);
  });

  it('fails with the same errors, and shows no token', async () => {
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

  it('takes the options of a call', async () => {
    const caller = new AbortController();
    caller.abort('enough');
    await expect(bank.request('/a', {}, { signal: caller.signal })).rejects.toBe('enough');
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const waiting = client({ fetch: silent }).request('/a', {}, { timeoutMs: 1 });
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
  });

  it('draws from the budget of a route that has a method', async () => {
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
