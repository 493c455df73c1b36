import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

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

  test('show earlier returns', async () => {
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
  ])('%j get the status %s and the format %s', async (ach, verification_status, account_number_format) => {
    const { verify } = await start();
    const answer = await verify(ach, { legal_name: 'Ada' });
    expect(answer).toMatchObject({ verification_status, verification_insights: { account_number_format } });
    expect(answer.item_id === null).toBe(verification_status === 'database_insights_fail');
    expect(answer.verification_insights).not.toHaveProperty('name_match_score');
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

  test('gives a merchant the same ID as in the transactions of Items', async () => {
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
