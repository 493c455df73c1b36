import { ApiError } from '@x/core';
import { describe, expect, test } from 'vitest';
import { startBank } from '../../../test/bank.ts';

const json = { 'content-type': 'application/json' };

describe('routes', () => {
  test.each([
    ['GET', '/transactions/sync'],
    ['PUT', '/accounts/get'],
    ['POST', '/transactions/nothing'],
    ['POST', '/accounts/get/'],
    ['POST', '/'],
  ])('%s %s is a 404 before any other check', async (method, path) => {
    const { status, body } = await startBank().send(path, { method, body: method === 'GET' ? null : '{not json' });
    expect(status).toBe(404);
    expect(body).toEqual({
      error_type: 'INVALID_REQUEST',
      error_code: 'NOT_FOUND',
      error_message: `there is no route ${method} ${path}`,
      display_message: null,
      request_id: expect.stringMatching(/^\w{15}$/),
    });
  });
});

describe('the gate', () => {
  // Each request also has the faults of all requests below it, so this tests the order of the checks.
  const wrong = { client_id: 'x', secret: 'y' };
  const unknown = { nonsense: 1, also: 2, options: { strange: 1 }, count: 0 };
  test.each<[string, RequestInit, string, string]>([
    [
      'a request without a content type',
      { body: new TextEncoder().encode('{') },
      'INVALID_HEADERS',
      'Content-Type header must be set to application/json',
    ],
    [
      'an unknown version',
      { headers: { ...json, 'plaid-version': '1999-01-01' }, body: '{' },
      'INVALID_HEADERS',
      'Plaid-Version header must be a known version of the API',
    ],
    ['invalid JSON', { headers: json, body: '{' }, 'INVALID_BODY', 'body could not be parsed as JSON'],
    ['a body that is not an object', { headers: json, body: '[]' }, 'INVALID_BODY', 'body could not be parsed as JSON'],
    ['a request without a body', { headers: json }, 'INVALID_BODY', 'body could not be parsed as JSON'],
    [
      'a request without credentials',
      { headers: json, body: '{}' },
      'MISSING_FIELDS',
      'the following required fields are missing: client_id, secret',
    ],
    [
      'a request with only one credential',
      { headers: json, body: '{"client_id":"x"}' },
      'MISSING_FIELDS',
      'the following required fields are missing: secret',
    ],
    [
      'wrong credentials',
      { headers: json, body: JSON.stringify(wrong) },
      'INVALID_API_KEYS',
      'invalid client_id or secret provided',
    ],
  ])('refuses %s', async (_, init, error_code, error_message) => {
    const { status, body } = await startBank().send('/transactions/sync', { method: 'POST', ...init });
    expect({ status, ...body }).toMatchObject({ status: 400, error_code, error_message });
  });

  test('treats a null body as an empty object', async () => {
    const { send, bank } = startBank();
    const { clientId = '', clientSecret: secret = '' } = bank.options();
    const headers = { ...json, 'plaid-client-id': clientId, 'plaid-secret': secret };
    const { status } = await send('/categories/get', { method: 'POST', headers, body: 'null' });
    expect(status).toBe(200);
    expect((await send('/accounts/get', { method: 'POST', headers, body: 'null' })).body.error_message).toBe(
      'the following required fields are missing: access_token',
    );
  });

  test.each<[string, object, string, string]>([
    ['missing fields', unknown, 'MISSING_FIELDS', 'the following required fields are missing: access_token'],
    [
      'unknown fields',
      { access_token: 'x', ...unknown },
      'UNKNOWN_FIELDS',
      'the following fields are not recognized by this endpoint: nonsense, also, options.strange',
    ],
    ['invalid fields', { access_token: 'x', count: 501 }, 'INVALID_FIELD', 'count must be at most 500'],
    ['null options', { access_token: 'x', options: null }, 'INVALID_FIELD', 'options must be an object'],
    [
      'a cursor that is too long',
      { access_token: 'x', cursor: 'a'.repeat(257) },
      'INVALID_FIELD',
      'cursor must be no longer than 256 characters',
    ],
    ['an unknown token', { access_token: 'x' }, 'INVALID_ACCESS_TOKEN', 'could not find matching access token'],
  ])('refuses %s', async (_, body, error_code, error_message) => {
    const answer = await startBank().call('/transactions/sync', body);
    expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 400, error_code, error_message });
  });

  test('responds with the complete error body', async () => {
    const { call } = startBank();
    const { body, headers } = await call('/accounts/get', { access_token: 'access-sandbox-x' });
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toEqual({
      error_type: 'INVALID_INPUT',
      error_code: 'INVALID_ACCESS_TOKEN',
      error_message: 'could not find matching access token',
      display_message: null,
      documentation_url: expect.stringContaining('invalid_access_token'),
      suggested_action: null,
      request_id: expect.stringMatching(/^\w{15}$/),
    });
  });

  test('checks the state of the Item first, then the product, then the rate limit', async () => {
    const { ask, fail, link, bank } = startBank({ limits: { '/transactions/refresh': { item: 0 } } });
    const access_token = await link({}, ['auth']);
    await ask('/sandbox/item/reset_login', { access_token });
    expect(await fail('/transactions/refresh', { access_token })).toBe('400 ITEM_LOGIN_REQUIRED');
    bank.controls.repairItem(access_token);
    expect(await fail('/transactions/refresh', { access_token })).toBe('400 PRODUCT_NOT_ENABLED');
    expect(await fail('/transactions/refresh', { access_token: bank.accessTokens[0] })).toBe(
      '429 TRANSACTIONS_REFRESH_LIMIT',
    );
  });

  test('accepts credentials in headers, and needs none for categories', async () => {
    const { send, bank, token } = startBank();
    const { clientId, clientSecret } = bank.options();
    const headers = {
      ...json,
      'PLAID-CLIENT-ID': clientId,
      'PLAID-SECRET': clientSecret,
      'Plaid-Version': '2020-09-14',
    };
    const body = JSON.stringify({ access_token: token });
    expect((await send('/item/get', { method: 'POST', headers, body })).status).toBe(200);
    expect((await send('/categories/get', { method: 'POST', headers: json, body: '{}' })).status).toBe(200);
  });

  test.each(['null', '1', '"x"', '{"access_token":5}', '{"access_token":"x","options":[]}', '{"__proto__":{"a":1}}'])(
    'refuses the body %s without a 500',
    async (text) => {
      const { send, bank } = startBank();
      const headers = {
        ...json,
        'PLAID-CLIENT-ID': bank.options().clientId,
        'PLAID-SECRET': bank.options().clientSecret,
      };
      for (const path of ['/transactions/get', '/auth/get', '/link/token/create', '/sandbox/transactions/create'])
        expect((await send(path, { method: 'POST', headers, body: text })).status).toBe(400);
    },
  );
});

describe('rate limits', () => {
  test.each([
    ['/transactions/sync', 50, 'TRANSACTIONS_SYNC_LIMIT'],
    ['/accounts/balance/get', 25, 'ACCOUNTS_BALANCE_GET_LIMIT'],
    ['/item/get', 40, 'ITEM_GET_LIMIT'],
    ['/transactions/refresh', 2, 'TRANSACTIONS_REFRESH_LIMIT'],
    ['/transactions/recurring/get', 20, 'RATE_LIMIT'],
    ['/investments/holdings/get', 100, 'INVESTMENT_HOLDINGS_GET_LIMIT'],
    ['/liabilities/get', 10, 'RATE_LIMIT'],
  ])('of %s are %d requests per minute for each Item', async (path, limit, code) => {
    const { ask, call, bank, clock } = startBank({ transactionsPerItem: 20 });
    const [first, second] = bank.accessTokens;
    for (let count = 0; count < limit; count += 1) await ask(path, { access_token: first });
    const { status, body, headers } = await call(path, { access_token: first });
    expect({ status, ...body }).toMatchObject({ status: 429, error_type: 'RATE_LIMIT_EXCEEDED', error_code: code });
    expect(body.error_message).toBe('rate limit exceeded for attempts to access this item. please try again later');
    expect(headers.has('retry-after')).toBe(false);
    await ask(path, { access_token: second });
    await clock.advance(60_000);
    await ask(path, { access_token: first });
  });

  test('apply to the whole client for institutions', async () => {
    const { ask, fail } = startBank();
    const body = { count: 1, offset: 0, country_codes: ['US'] };
    for (let count = 0; count < 10; count += 1) await ask('/institutions/get', body);
    expect(await fail('/institutions/get', body)).toBe('429 INSTITUTIONS_GET_LIMIT');
  });

  test('can be turned off, and must not name an unknown path', async () => {
    const { ask, token } = startBank({ limits: 'off' });
    for (let count = 0; count < 60; count += 1) await ask('/transactions/sync', { access_token: token, count: 1 });
    expect(() => startBank({ limits: { '/nope': {} } })).toThrow(ApiError);
  });
});
