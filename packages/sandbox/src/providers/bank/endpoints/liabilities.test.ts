import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

interface Debts {
  accounts: { account_id: string; subtype: string; balances: { current: number; limit: number | null } }[];
  liabilities: {
    credit: { account_id: string; last_statement_balance: number; [member: string]: unknown }[] | null;
    student: { account_id: string; [member: string]: unknown }[] | null;
    mortgage: { account_id: string; [member: string]: unknown }[] | null;
  };
}

describe('liabilities', () => {
  test('match their accounts', async () => {
    const { ask, token } = startBank();
    const { accounts, liabilities } = await ask<Debts>('/liabilities/get', { access_token: token });
    const of = (subtype: string) => accounts.find((account) => account.subtype === subtype);
    const [card, student, home] = [of('credit card'), of('student'), of('mortgage')];
    const business = accounts.findLast((account) => account.subtype === 'credit card');
    expect(liabilities).toMatchObject({
      credit: [{ account_id: card?.account_id }, { account_id: business?.account_id }],
      student: [{ account_id: student?.account_id, last_statement_balance: student?.balances.current }],
      mortgage: [{ account_id: home?.account_id }],
    });
    const owed = liabilities.credit?.[0]?.last_statement_balance ?? Number.NaN;
    expect(owed).toBeGreaterThan(0);
    expect(owed).toBeLessThanOrEqual(card?.balances.current ?? 0);
    for (const [loan, account] of [
      [liabilities.student?.[0], student],
      [liabilities.mortgage?.[0], home],
    ] as const) {
      expect(loan?.origination_principal_amount).toBeGreaterThan(account?.balances.current ?? 0);
      expect(String(loan?.account_number)).toMatch(/^\d{12}$/);
    }
    expect(liabilities.mortgage?.[0]?.property_address).toMatchObject({ city: expect.any(String), country: 'US' });
  });

  test('are due again each month', async () => {
    const { ask, token, clock } = startBank({ loginRequiredAfterMs: Number.POSITIVE_INFINITY });
    const read = async () => (await ask<Debts>('/liabilities/get', { access_token: token })).liabilities.credit?.[0];
    const due = [];
    for (let month = 0; month < 3; month += 1) {
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      const card = await read();
      expect([String(card?.last_statement_issue_date) <= today, String(card?.next_payment_due_date) >= today]).toEqual([
        true,
        true,
      ]);
      due.push(card?.last_statement_issue_date);
      await clock.advance(31 * 86_400_000);
    }
    expect(new Set(due).size).toBe(3);
  });
});
