import { createBankClient } from '@x/bank';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';

export const open: Open = ({ bank, bankToken: access_token }) => {
  // The budget of 50 calls a minute is counted as ever, but each look at the clock is a minute later.
  let time = Date.now();
  const now = () => {
    time += 60_000;
    return time;
  };
  const client = createBankClient({ ...bank, clock: { now } });
  const transactions = async (count: number) => {
    const { items } = await client.transactions.sync({ access_token, count });
    return items[0]?.added.length ?? 0;
  };
  return {
    calls: {
      balances: async () => (await client.accounts.balance({ access_token })).accounts.length,
      'transactions-100': () => transactions(100),
      'transactions-500': () => transactions(500),
    },
    walks: {
      async sync(consume) {
        let records = 0;
        for await (const { added } of client.transactions.sync({ access_token, count: walks.sync.size })) {
          records += added.length;
          await consume();
        }
        return records;
      },
    },
  };
};
