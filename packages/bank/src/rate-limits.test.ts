import type { RateLimitRule } from '@x/core';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { expect, it } from 'vitest';
import { createBankClient } from './index.ts';
import { rateRules } from './rate-limits.ts';

const one = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const two = 'access-sandbox-00000000-0000-4000-8000-000000000002';

nockOnly();

/** Returns the rule of the narrowest bucket for a call. */
const rateRule = (...call: Parameters<typeof rateRules>) => rateRules(...call).at(-1) as RateLimitRule;

it.each([
  ['/accounts/balance/get', 25, 5],
  ['/transactions/sync', 50, 50],
  ['/institutions/get', 10, 50],
  ['/asset_report/create', 100, 50],
  ['/link/token/create', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%s: %d a minute in the sandbox, %d in production', (path, sandbox, production) => {
  expect(rateRule(path, one, false)).toMatchObject({ limit: sandbox, intervalMs: 60_000 });
  expect(rateRule(path, one, true)).toMatchObject({ limit: production });
});

it('has a bucket for each endpoint and Item, without the token in its name', () => {
  const keys = [one, two, undefined].flatMap((token) => [
    rateRule('/item/get', token, false).key,
    rateRule('/auth/get', token, false).key,
  ]);
  expect(new Set(keys).size).toBe(6);
  expect(rateRule('/item/get', one, true).key).toBe(keys[0]);
  for (const key of keys) expect(key).toMatch(/^\/(item|auth)\/get(#[0-9a-z]{1,7})?$/);
});

it('has one bucket for all Items when the limit is per client', () => {
  expect(rateRule('/processor/token/create', one, true)).toMatchObject({ key: '/processor/token/create', limit: 500 });
});

it("refuses calls at an Item's limit before the provider does, and lets other Items continue", async () => {
  let now = 1_700_000_000_000;
  const options = { clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0, maxWaitMs: 0 };
  const bank = createBankClient({ ...options, clock: { now: () => now } });
  nock('https://sandbox.plaid.com').post('/transactions/refresh').times(4).reply(200, { request_id: 'r' });
  await bank.transactions.refresh({ access_token: one });
  await bank.transactions.refresh({ access_token: one });
  await expect(bank.transactions.refresh({ access_token: one })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 62_000, // a minute, and the reserve of a used-up window
    retryable: true,
  });
  await bank.transactions.refresh({ access_token: two });
  now += 62_000;
  await bank.transactions.refresh({ access_token: one });
  expect(bank.rateLimit).toMatchObject({ limit: 2, remaining: 1 });
});

it('makes no more requests for an Item for a minute after a refusal', async () => {
  let now = 1_700_000_000_000;
  const options = { clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0, maxWaitMs: 0 };
  const bank = createBankClient({ ...options, clock: { now: () => now } });
  const refused = { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'RATE_LIMIT', error_message: 'too many' };
  nock('https://sandbox.plaid.com').post('/item/public_token/create').reply(429, refused);
  await expect(bank.item.createPublicToken({ access_token: one })).rejects.toMatchObject({ status: 429 });
  const again = await bank.item.createPublicToken({ access_token: one }).catch((reason) => reason);
  expect([again.code, again.status]).toEqual(['rate_limited', undefined]);
  now += 60_000;
  nock('https://sandbox.plaid.com')
    .post('/item/public_token/create')
    .reply(200, { public_token: 'p', request_id: 'r' });
  expect(await bank.item.createPublicToken({ access_token: one })).toMatchObject({ public_token: 'p' });
});

it.each([
  ['/accounts/balance/get', 100, 1200],
  ['/transactions/sync', 1000, 2500],
  ['/link/token/create', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])(
  '%s: all Items of a client together have %d a minute in the sandbox, %d in production',
  (path, sandbox, production) => {
    const [client, item] = rateRules(path, one, false);
    expect([client, item]).toMatchObject([
      { key: path, per: 'app', limit: sandbox },
      { key: expect.stringContaining('#'), per: 'item' },
    ]);
    expect(rateRules(path, two, true)[0]).toMatchObject({ key: path, per: 'app', limit: production });
  },
);

it.each([
  ['item', 'rate limit exceeded for attempts to access this item. please try again later', 'worked'],
  ['client', 'rate limit exceeded for attempts to access this client. please try again later', 'rate_limited'],
])('after a refusal that names the %s (%s), a call for another Item: %s', async (_, error_message, expected) => {
  const options = { clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0, maxWaitMs: 0 };
  const bank = createBankClient(options);
  const path = '/item/get';
  const refused = { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'ITEM_GET_LIMIT', error_message };
  nock('https://sandbox.plaid.com').post(path).reply(429, refused).post(path).reply(200, { request_id: 'r' });
  const outcome = (access_token: string) =>
    bank.item.get({ access_token }).then(
      () => 'worked',
      ({ code }) => code,
    );
  expect(await outcome(one)).toBe('rate_limited');
  expect(await outcome(two)).toBe(expected);
  nock.cleanAll();
});
