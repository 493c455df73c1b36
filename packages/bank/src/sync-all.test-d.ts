import { expectTypeOf } from 'vitest';
import type { ApiCall, AppliedChanges, BankClient, PageOfChanges, Transaction, TransactionsDelta } from './index.ts';

declare const bank: BankClient;
const params = { access_token: 'access-sandbox-1' };
const restart = () => {};

expectTypeOf(bank.transactions.syncAll(params)).toEqualTypeOf<ApiCall<TransactionsDelta>>();
// The delta belongs to the caller, who may change its arrays.
expectTypeOf<TransactionsDelta['added']>().toEqualTypeOf<Transaction[]>();
expectTypeOf(bank.transactions.syncAll(params)).resolves.toEqualTypeOf<TransactionsDelta>();
expectTypeOf(bank.transactions.syncAll(params, { checkpoint() {} })).resolves.toEqualTypeOf<TransactionsDelta>();
expectTypeOf(
  bank.transactions.syncAll(params, {
    apply(page) {
      expectTypeOf(page).toEqualTypeOf<PageOfChanges>();
    },
    restart,
  }),
).resolves.toEqualTypeOf<AppliedChanges>();
expectTypeOf<AppliedChanges>().not.toHaveProperty('added');

// @ts-expect-error: without restart, pages of an abandoned run would stay applied
bank.transactions.syncAll(params, { apply() {} });
// @ts-expect-error: there is no whole delta to pass to checkpoint
bank.transactions.syncAll(params, { apply() {}, restart, checkpoint() {} });
