import type { Contender } from '../contender.ts';
import { walks } from '../scenarios.ts';

const common = { provider: 'bank', first: 'balances' } as const;

const ours: Contender = {
  ...common,
  name: '@x/bank',
  kind: 'ours',
  imports: { '@x/bank': 'createBankClient' },
  async open({ bank, bankToken: access_token }) {
    const { createBankClient } = await import('@x/bank');
    // The limit of 50 calls a minute is counted as usual, but every time the client reads the clock, it is a minute
    // later.
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
        balances: async () => (await client.accounts.balance.get({ access_token })).accounts.length,
        'transactions-100': () => transactions(100),
        'transactions-500': () => transactions(500),
      },
      walks: {
        async *sync() {
          const pages = client.transactions.sync({ access_token, count: walks.sync.size });
          for await (const { added } of pages) yield added.length;
        },
      },
    };
  },
};

export const bank: readonly Contender[] = [
  ours,
  {
    ...ours,
    name: "@x/bank, validation: 'strict'",
    isVariant: true,
    imports: {},
    open: (target) => ours.open({ ...target, bank: { ...target.bank, validation: 'strict' } }),
  },
  {
    ...common,
    name: 'plaid',
    kind: 'peer',
    imports: { plaid: 'Configuration, PlaidApi' },
    async open({ bank: { baseUrl, clientId, clientSecret }, bankToken: access_token }) {
      const { Configuration, PlaidApi } = await import('plaid');
      const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': clientSecret };
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
          async *sync() {
            for (let cursor = '', more = true; more; ) {
              const { data } = await client.transactionsSync({ access_token, cursor, count: walks.sync.size });
              yield data.added.length;
              ({ has_more: more, next_cursor: cursor } = data);
            }
          },
        },
      };
    },
  },
];
