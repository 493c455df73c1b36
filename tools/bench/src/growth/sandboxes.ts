import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createClock, createSandbox, type Sandbox, type SandboxOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { type Curve, cpuOf } from './curve.ts';

export const clockJobs: Curve = {
  title: 'A job on the sandbox clock, with every second one canceled',
  of: 'jobs',
  unit: 'µs',
  sizes: [1000, 10_000, 30_000],
  async measure(size) {
    const clock = createClock(0, false);
    const took = await cpuOf(() => {
      for (let job = 0; job < size; job += 1) {
        const cancel = clock.schedule(1000 + ((job * 7919) % size), () => {});
        if (job % 2) cancel();
      }
    });
    return took / size;
  },
};

type Call = () => PromiseLike<unknown>;

/** Creates a curve of the cost of a call to a sandbox, including the client's, by the amount of data in the sandbox. */
function callCurve(
  title: string,
  of: string,
  sizes: readonly number[],
  optionsOf: (size: number) => SandboxOptions,
  callOf: (sandbox: Sandbox) => Promise<Call>,
): Curve {
  const calls = new Map<number, Call>();
  async function open(size: number): Promise<Call> {
    const call = await callOf(await createSandbox({ listen: false, ...optionsOf(size) }));
    await call(); // creates data and indexes, and gets a token
    calls.set(size, call);
    return call;
  }
  return {
    title,
    of,
    unit: 'µs',
    sizes,
    async measure(size) {
      const call = calls.get(size) ?? (await open(size));
      const times = 10;
      const took = await cpuOf(async () => {
        for (let time = 0; time < times; time += 1) await call();
      });
      return took / times;
    },
  };
}

const dataSizes = [300, 3000, 30_000];

export const sandboxCalls: readonly Curve[] = [
  callCurve(
    "A sandbox's list of streams by login",
    'users',
    dataSizes,
    (users) => ({ stream: { users, streams: Math.floor(users / 2) } }),
    async ({ options }) => {
      const client = createStreamClient(options.stream);
      const { items } = await client.streams.list({ first: 20 });
      const user_login = [items[7]?.user_login ?? ''];
      return () => client.streams.list({ user_login });
    },
  ),
  callCurve(
    "A sandbox's search for a track",
    'artists',
    [30, 300, 1000],
    (artists) => ({ music: { artists } }),
    async ({ options }) => {
      const client = createMusicClient(options.music);
      const { items } = await client.search({ q: 'the', type: 'track', limit: 1 });
      const q = items[0]?.name ?? '';
      return () => client.search({ q, type: 'track', limit: 10 });
    },
  ),
  callCurve(
    "A sandbox's page of transactions",
    'transactions',
    dataSizes,
    (transactionsPerItem) => ({ bank: { transactionsPerItem } }),
    async ({ options, controls }) => {
      const client = createBankClient(options.bank);
      const [access_token = ''] = controls.bank.accessTokens;
      const period = { start_date: '2000-01-01', end_date: '2100-01-01', count: 20 };
      return () => client.transactions.get({ access_token, ...period });
    },
  ),
  callCurve(
    "A sandbox's search for a food",
    'foods',
    dataSizes,
    (brandedFoods) => ({ food: { brandedFoods } }),
    async ({ options }) => {
      const client = createFoodClient(options.food);
      const { items } = await client.foods.list({ dataType: ['Branded'], pageSize: 20 });
      const query = items[7]?.gtinUpc ?? '';
      return () => client.foods.search({ query, pageSize: 20 });
    },
  ),
  callCurve(
    "A sandbox's random quote within a length range",
    'quotes',
    dataSizes,
    (quotes) => ({ quotes: { quotes } }),
    async ({ options }) => {
      const client = createQuotesClient(options.quotes);
      return () => client.quotes.random({ minLength: 60, maxLength: 90 });
    },
  ),
];
