import { inspect } from 'node:util';
import { nockOnly } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { type BankOptions, createBankClient, isApiError } from './index.ts';

const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const linkParams = { client_name: 'App', language: 'en', country_codes: ['US' as const] };
const sandboxTransaction = {
  date_transacted: '2026-01-01',
  date_posted: '2026-01-02',
  amount: 1.2345678,
  description: 'Tea',
};

const client = (options: Partial<BankOptions> = {}) =>
  createBankClient({ clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0, ...options });
// The client is strict, because other clients send undocumented values whenever they can be sent.
const bank = client({ validation: 'strict' });

nockOnly();

describe('a strict client refuses before any request', () => {
  it.each([
    [
      'a webhook address that is not HTTP',
      () => bank.item.updateWebhook({ access_token, webhook: 'ftp://example.com/hook' }),
      /webhook must start with https:\/\/ or http:\/\//,
    ],
    ['an empty access token', () => bank.accounts.get({ access_token: '' }), /access_token/],
    [
      'a count of 501',
      () => bank.transactions.sync({ access_token, count: 501 }),
      /count must be a whole number from 1 to 500; got 501/,
    ],
    ['a cursor of 257 characters', () => bank.transactions.sync({ access_token, cursor: 'x'.repeat(257) }), /cursor/],
    ['null options', () => bank.transactions.sync({ access_token, options: null as never }), /options/],
    [
      'count inside options',
      () =>
        bank.transactions.get({
          access_token,
          start_date: '2026-01-01',
          end_date: '2026-01-31',
          options: { count: 3 } as never,
        }),
      /options/,
    ],
    [
      'an invalid date',
      () => bank.transactions.get({ access_token, start_date: '1.1.2026', end_date: '2026-01-31' }),
      /start_date/,
    ],
    [
      'an unsupported country',
      () => bank.institutions.search({ query: 'x', country_codes: ['XX'] as never }),
      /country_codes\[0\]/,
    ],
    [
      'a product that an Item cannot start with',
      () => bank.link.createToken({ ...linkParams, user_id: 'u', products: ['balance' as never] }),
      /products\[0\]/,
    ],
    ['a Link session without a user', () => bank.link.createToken(linkParams), /at least one of user, user_id/],
    [
      'a client name of 31 characters',
      () => bank.link.createToken({ ...linkParams, user_id: 'u', client_name: 'x'.repeat(31) }),
      /client_name/,
    ],
    [
      '731 days of transactions',
      () => bank.link.createToken({ ...linkParams, user_id: 'u', transactions: { days_requested: 731 } }),
      /days_requested/,
    ],
    [
      'eleven transactions',
      () => bank.sandbox.createTransactions({ access_token, transactions: Array(11).fill(sandboxTransaction) }),
      /transactions/,
    ],
    ['a note of 513 characters', () => bank.item.remove({ access_token, reason_note: 'x'.repeat(513) }), /reason_note/],
    [
      'a webhook address that is not a URL',
      () => bank.item.updateWebhook({ access_token, webhook: 'here' }),
      /webhook/,
    ],
    ['an unknown parameter', () => bank.accounts.get({ access_token, id: 1 } as never), /unknown parameter id/],
  ])('%s', async (_, call, message) => {
    const error = await Promise.resolve(call()).catch((reason) => reason);
    expect(isApiError(error) && error.code).toBe('invalid_params');
    expect(error.message).toMatch(message);
    expect(inspect(error)).not.toContain(access_token);
  });

  it.each(['clientId', 'clientSecret'])('a missing %s', (name) => {
    expect(() => client({ [name]: '' })).toThrow(new RegExp(`the option ${name} is missing.*dashboard`));
  });

  it('a client in a browser, unless allowed explicitly', () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => client()).toThrow(/must not reach a browser/);
      expect(() => client({ allowBrowser: true })).not.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});
