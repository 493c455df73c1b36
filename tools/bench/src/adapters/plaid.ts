import { Configuration, PlaidApi } from 'plaid';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';

export const open: Open = ({ bank: { baseUrl, clientId, secret }, bankToken: access_token }) => {
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  const client = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
  const transactions = async (count: number) =>
    (await client.transactionsSync({ access_token, count })).data.added.length;
  return {
    calls: {
      balances: async () => (await client.accountsBalanceGet({ access_token })).data.accounts.length,
      'transactions-100': () => transactions(100),
      'transactions-500': () => transactions(500),
    },
    walks: {
      async sync(consume) {
        let records = 0;
        for (let cursor = ''; ; ) {
          const { data } = await client.transactionsSync({ access_token, cursor, count: walks.sync.size });
          records += data.added.length;
          await consume();
          if (!data.has_more) return records;
          cursor = data.next_cursor;
        }
      },
    },
  };
};
