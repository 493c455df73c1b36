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

  test.each([
    ['2026-01-31', '2026-01-26', '2026-01-01', '2026-02-26', 1, '2022-01-31', '2034-01-31'],
    ['2026-11-26', '2026-10-26', '2026-11-01', '2026-11-26', 10, '2022-11-26', '2034-11-26'],
    ['2026-12-31', '2026-12-26', '2026-12-01', '2027-01-26', 12, '2022-12-31', '2034-12-31'],
    ['2027-01-01', '2026-12-26', '2027-01-01', '2027-01-26', 0, '2023-01-01', '2035-01-01'],
    ['2028-02-29', '2028-02-26', '2028-02-01', '2028-03-26', 2, '2024-02-29', '2036-02-29'],
  ])('are paid each month, as of %s', async (now, paid, issued, due, paidThisYear, began, end) => {
    const { ask, token, clock } = startBank({}, { startedAt: Date.parse(now) });
    const read = async () => (await ask<Debts>('/liabilities/get', { access_token: token })).liabilities;
    const { credit, student } = await read();
    const bill = { last_payment_date: paid, last_statement_issue_date: issued, next_payment_due_date: due };
    expect(credit?.[0]).toMatchObject(bill);
    const loan = { origination_date: began, expected_payoff_date: end };
    const [debt] = student ?? [];
    expect(debt).toMatchObject({ ...bill, ...loan });
    expect(debt?.ytd_principal_paid).toBeCloseTo(0.8 * paidThisYear * Number(debt?.last_payment_amount), 1);
    await clock.advance(86_400_000);
    expect((await read()).student?.[0]).toMatchObject(loan);
  });
});
