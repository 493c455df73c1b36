import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

interface Verification {
  item_id: string | null;
  verification_status: string;
  verification_insights: {
    name_match_score?: number;
    network_status: object;
    previous_returns: { has_previous_administrative_return: boolean };
    account_number_format: string;
  };
}

describe('account numbers', () => {
  async function start() {
    const bank = startBank();
    const access_token = bank.token;
    const { numbers } = await bank.ask<{
      numbers: { ach: { account_id: string; account: string; routing: string }[] };
    }>('/auth/get', { access_token });
    const known = numbers.ach[0] ?? { account_id: '', account: '', routing: '' };
    const { account, routing } = known;
    const verify = (ach: object, rest: object = {}) =>
      bank.ask<Verification>('/auth/verify', { numbers: { ach }, ...rest });
    return { ...bank, account_id: known.account_id, ach: { account, routing }, verify };
  }

  test('of an Item pass, with the score of the holder’s name', async () => {
    const { ask, verify, ach, token } = await start();
    const { accounts } = await ask<{ accounts: { owners: { names: string[] }[] }[] }>('/identity/get', {
      access_token: token,
    });
    const answer = await verify(ach, { legal_name: accounts[0]?.owners[0]?.names[0] });
    expect(answer).toMatchObject({
      item_id: expect.stringMatching(/^\w{37}$/),
      verification_status: 'database_insights_pass',
      verification_insights: {
        name_match_score: 100,
        network_status: { has_numbers_match: true, is_numbers_match_verified: true },
        previous_returns: { has_previous_administrative_return: false },
        account_number_format: 'valid',
      },
    });
    const stranger = await verify(ach, { legal_name: 'Xerxes Qualm' });
    expect(stranger.verification_insights.name_match_score).toBeLessThan(70);
  });

  test('show what came back before', async () => {
    const { ask, verify, ach, account_id, token } = await start();
    const debit = { access_token: token, account_id, client_transaction_id: 'a', amount: 5 };
    await ask('/signal/evaluate', debit);
    await ask('/signal/return/report', { client_transaction_id: 'a', return_code: 'R03' });
    const { verification_insights } = await verify(ach);
    expect(verification_insights.previous_returns).toEqual({ has_previous_administrative_return: true });
    expect(verification_insights).not.toHaveProperty('name_match_score');
  });

  test.each<[object, string, string]>([
    [{ account: '12345678', routing: '021000021' }, 'database_insights_pass_with_caution', 'valid'],
    [{ account: '12345678', routing: '021000022' }, 'database_insights_fail', 'unknown'],
    [{ account: 'x1', routing: '021000021' }, 'database_insights_fail', 'invalid'],
  ])('%j: %s, format %s', async (ach, verification_status, account_number_format) => {
    const { verify } = await start();
    const answer = await verify(ach, { legal_name: 'Ada' });
    expect(answer).toMatchObject({ verification_status, verification_insights: { account_number_format } });
    expect(answer.item_id === null).toBe(verification_status === 'database_insights_fail');
    expect(answer.verification_insights).not.toHaveProperty('name_match_score');
  });
});

describe('network status', () => {
  test('holders and users are known by their phone', async () => {
    const { ask, token } = startBank();
    const status = (phone_number: string, rest: object = {}) =>
      ask('/network/status/get', { user: { phone_number }, ...rest });
    const { accounts } = await ask<{ accounts: { owners: { phone_numbers: { data: string }[] }[] }[] }>(
      '/identity/get',
      {
        access_token: token,
      },
    );
    const phone = `+1${accounts[0]?.owners[0]?.phone_numbers[0]?.data}`;
    expect(await status(phone)).toMatchObject({ network_status: 'RETURNING_USER', layer: null });
    expect(await status(phone, { template_id: 't' })).toMatchObject({ layer: { eligible: true } });
    const other = '+442079460000';
    expect(await status(other, { template_id: 't' })).toMatchObject({
      network_status: 'UNKNOWN',
      layer: { eligible: false },
    });
    const identity = { phone_numbers: [{ data: other, primary: true }] };
    await ask('/user/create', { client_user_id: 'me', identity });
    expect(await status(other)).toMatchObject({ network_status: 'RETURNING_USER' });
  });
});

describe('enrich', () => {
  interface Enriched {
    enriched_transactions: { id: string; enrichments: Record<string, unknown> }[];
  }
  const row = {
    id: '1',
    description: 'KILN & CRUMB #221',
    amount: 4.5,
    direction: 'OUTFLOW',
    iso_currency_code: 'USD',
  };
  const body = (...transactions: object[]) => ({ account_type: 'depository', transactions });

  test('finds merchants it knows in what a client returns, and guesses about the rest', async () => {
    const { ask } = startBank();
    const refund = { ...row, id: '2', description: 'ODDMENTS ONLINE REFUND', direction: 'INFLOW' };
    const strange = { ...row, id: '3', description: 'ZZTOP 99', location: { city: 'Quillton' } };
    const { enriched_transactions: found } = await ask<Enriched>('/transactions/enrich', {
      ...body(row, refund, strange),
      options: { include_legacy_category: true, personal_finance_category_version: 'v2' },
    });
    expect(found).toMatchObject([
      {
        ...row,
        enrichments: {
          merchant_name: 'Kiln & Crumb',
          payment_channel: 'in store',
          personal_finance_category: { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_COFFEE', version: 'v2' },
          legacy_category: ['Food and Drink'],
          counterparties: [{ name: 'Kiln & Crumb', type: 'merchant' }],
        },
      },
      { id: '2', enrichments: { merchant_name: 'Oddments Online Refund' } },
      {
        id: '3',
        enrichments: {
          merchant_name: null,
          counterparties: [],
          personal_finance_category: { primary: 'GENERAL_MERCHANDISE', confidence_level: 'LOW' },
          location: { city: 'Quillton', region: null },
        },
      },
    ]);
  });

  test('a merchant has the id it has in the transactions of Items', async () => {
    const { ask, token, syncAll } = startBank();
    const rows = (await syncAll(token)).pages.flatMap(({ added }) => added) as unknown as {
      name: string;
      merchant_entity_id?: string;
    }[];
    const shop = rows.find(({ merchant_entity_id }) => merchant_entity_id);
    const { enriched_transactions } = await ask<Enriched>(
      '/transactions/enrich',
      body({ ...row, description: shop?.name }),
    );
    expect(enriched_transactions[0]?.enrichments.entity_id).toBe(shop?.merchant_entity_id);
  });
});

describe('redirects of Link', () => {
  test('lead back to the link token, for ten minutes', async () => {
    const { ask, fail, bank, clock } = startBank();
    const request = { client_name: 'App', language: 'en', country_codes: ['US'], user: { client_user_id: '1' } };
    const plain = await ask('/link/token/create', { ...request, products: ['auth'] });
    expect(() => bank.controls.redirectLink(plain.link_token)).toThrow(RangeError);
    const redirect_uri = 'https://app.example/back';
    const { link_token } = await ask('/link/token/create', { ...request, products: ['auth'], redirect_uri });
    const link_correlation_id = bank.controls.redirectLink(link_token);
    const path = '/link/oauth/correlation_id/exchange';
    expect(await ask(path, { link_correlation_id })).toMatchObject({ link_token });
    expect(await fail(path, { link_correlation_id: 'x' })).toBe('400 INVALID_FIELD');
    await clock.advance(600_000);
    expect(await fail(path, { link_correlation_id })).toBe('400 INVALID_FIELD');
  });
});
