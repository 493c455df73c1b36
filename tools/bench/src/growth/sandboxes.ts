import type * as bank from '@x/bank';
import type * as food from '@x/food';
import type * as music from '@x/music';
import type * as quotes from '@x/quotes';
import type * as sandboxes from '@x/sandbox';
import type * as stream from '@x/stream';
import { type Checkout, type Curve, cpuOf } from './curve.ts';

type Sandbox = Awaited<ReturnType<typeof sandboxes.createSandbox>>;
type Call = () => PromiseLike<unknown>;

/** How the clock is made, with the two parameters that only this measurement sets. */
interface ClockModule {
  createClock(startAt: number, running: boolean): { schedule(ms: number, job: () => void): () => void };
}

export const clockJobs: Curve = {
  title: 'A job on the sandbox clock, with every second one canceled',
  of: 'jobs',
  unit: 'µs',
  sizes: [1000, 10_000, 30_000],
  async open({ load }) {
    const { createClock } = await load<ClockModule>('packages/sandbox/src/index.ts');
    return async (size) => {
      const clock = createClock(0, false);
      const took = await cpuOf(() => {
        for (let job = 0; job < size; job += 1) {
          const cancel = clock.schedule(1000 + ((job * 7919) % size), () => {});
          if (job % 2) cancel();
        }
      });
      return took / size;
    };
  },
};

/** Cost of a call to a sandbox, including its client, by the amount of data in the sandbox. */
function callCurve(
  title: string,
  of: string,
  sizes: readonly number[],
  optionsOf: (size: number) => sandboxes.SandboxOptions,
  callOf: (sandbox: Sandbox, load: Checkout['load']) => Promise<Call>,
): Curve {
  return {
    title,
    of,
    unit: 'µs',
    sizes,
    async open({ load }) {
      const { createSandbox } = await load<typeof sandboxes>('packages/sandbox/src/index.ts');
      const opened = new Map<number, Promise<{ sandbox: Sandbox; call: Call }>>();
      const open = async (size: number) => {
        const sandbox = await createSandbox({ listen: false, ...optionsOf(size) });
        return { sandbox, call: await callOf(sandbox, load) };
      };
      return async (size) => {
        const opening = opened.get(size) ?? open(size);
        opened.set(size, opening);
        const { sandbox, call } = await opening;
        await sandbox.clock.advance(3_600_000); // earlier releases limit every request
        await call(); // creates data and indexes, and gets a token
        const times = 10;
        const took = await cpuOf(async () => {
          for (let time = 0; time < times; time += 1) await call();
        });
        return took / times;
      };
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
    async ({ options }, load) => {
      const { createStreamClient } = await load<typeof stream>('packages/stream/src/index.ts');
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
    async ({ options }, load) => {
      const { createMusicClient } = await load<typeof music>('packages/music/src/index.ts');
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
    async ({ options, controls }, load) => {
      const { createBankClient } = await load<typeof bank>('packages/bank/src/index.ts');
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
    async ({ options }, load) => {
      const { createFoodClient } = await load<typeof food>('packages/food/src/index.ts');
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
    async ({ options }, load) => {
      const { createQuotesClient } = await load<typeof quotes>('packages/quotes/src/index.ts');
      const client = createQuotesClient(options.quotes);
      return () => client.quotes.random({ minLength: 60, maxLength: 90 });
    },
  ),
];
