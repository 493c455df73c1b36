import type * as sandboxes from '@x/sandbox';
import { type Curve, cpuOf } from './curve.ts';

type Sandbox = Awaited<ReturnType<typeof sandboxes.createSandbox>>;
type Request = () => Promise<Response>;

/** The clock is an internal module of the sandbox. */
interface ClockModule {
  createClock(startAt: number, running: boolean): { schedule(ms: number, job: () => void): () => void };
}

export const clockJobs: Curve = {
  title: "A job of the sandbox's clock, of which every second is canceled",
  of: 'jobs',
  unit: 'µs',
  sizes: [1000, 10_000, 30_000],
  async open({ load }) {
    const { createClock } = await load<ClockModule>('packages/sandbox/src/clock.ts');
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

/** What a request to the sandbox costs, by how much data it has. */
function requestCurve(
  title: string,
  of: string,
  sizes: readonly number[],
  optionsOf: (size: number) => sandboxes.SandboxOptions,
  requestOf: (sandbox: Sandbox) => Promise<Request>,
): Curve {
  return {
    title,
    of,
    unit: 'µs',
    sizes,
    async open({ load }) {
      const { createSandbox } = await load<typeof sandboxes>('packages/sandbox/src/index.ts');
      const opened = new Map<number, Promise<{ sandbox: Sandbox; request: Request }>>();
      const open = async (size: number) => {
        const sandbox = await createSandbox({ listen: false, ...optionsOf(size) });
        return { sandbox, request: await requestOf(sandbox) };
      };
      return async (size) => {
        const opening = opened.get(size) ?? open(size);
        opened.set(size, opening);
        const { sandbox, request } = await opening;
        await sandbox.clock.advance(3_600_000); // earlier releases limit every request
        const readOnce = async () => {
          const response = await request();
          if (response.status !== 200) throw new Error(`${title}: ${response.status} ${await response.text()}`);
          await response.text();
        };
        await readOnce(); // creates data and indexes
        const times = 10;
        const took = await cpuOf(async () => {
          for (let time = 0; time < times; time += 1) await readOnce();
        });
        return took / times;
      };
    },
  };
}

const dataSizes = [300, 3000, 30_000];

/** Headers with a token of the application. */
async function signIn(
  { fetch }: Sandbox,
  path: string,
  app: { authUrl: string; clientId: string; clientSecret: string },
) {
  const { authUrl, clientId: client_id, clientSecret: client_secret } = app;
  const body = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' });
  const response = await fetch(`${authUrl}${path}`, { method: 'POST', body });
  const { access_token } = (await response.json()) as { access_token: string };
  return { 'client-id': client_id, authorization: `Bearer ${access_token}` };
}

async function read<Body>(response: Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}

export const sandboxRequests: readonly Curve[] = [
  requestCurve(
    "A sandbox's list of streams by login",
    'users',
    dataSizes,
    (users) => ({ stream: { users, streams: Math.floor(users / 2) } }),
    async (sandbox) => {
      const { stream } = sandbox.options;
      const address = `${stream.baseUrl}/streams`;
      const headers = async () => ({ headers: await signIn(sandbox, '/oauth2/token', stream) });
      type Page = { data: { user_login: string }[] };
      const { data } = await read<Page>(sandbox.fetch(`${address}?first=20`, await headers()));
      return async () => sandbox.fetch(`${address}?user_login=${data[7]?.user_login}`, await headers());
    },
  ),
  requestCurve(
    "A sandbox's search for a track",
    'artists',
    [30, 300, 1000],
    (artists) => ({ music: { artists } }),
    async (sandbox) => {
      const { music } = sandbox.options;
      const headers = async () => ({ headers: await signIn(sandbox, '/api/token', music) });
      type Releases = { albums: { items: { id: string }[] } };
      type Tracks = { items: { name: string }[] };
      const { albums } = await read<Releases>(
        sandbox.fetch(`${music.baseUrl}/v1/browse/new-releases?limit=1`, await headers()),
      );
      const { items } = await read<Tracks>(
        sandbox.fetch(`${music.baseUrl}/v1/albums/${albums.items[0]?.id}/tracks`, await headers()),
      );
      const query = encodeURIComponent(items[0]?.name ?? '');
      return async () => sandbox.fetch(`${music.baseUrl}/v1/search?q=${query}&type=track&limit=10`, await headers());
    },
  ),
  requestCurve(
    "A sandbox's page of transactions",
    'transactions',
    dataSizes,
    (transactionsPerItem) => ({ bank: { transactionsPerItem } }),
    async (sandbox) => {
      const { baseUrl, clientId: client_id, secret } = sandbox.options.bank;
      const [access_token] = sandbox.controls.bank.accessTokens;
      const period = { start_date: '2000-01-01', end_date: '2100-01-01', options: { count: 20 } };
      const body = JSON.stringify({ client_id, secret, access_token, ...period });
      const headers = { 'content-type': 'application/json' };
      return () => sandbox.fetch(`${baseUrl}/transactions/get`, { method: 'POST', headers, body });
    },
  ),
  requestCurve(
    "A sandbox's search for a food",
    'foods',
    dataSizes,
    (brandedFoods) => ({ food: { brandedFoods } }),
    async (sandbox) => {
      const { baseUrl, apiKey } = sandbox.options.food;
      const key = `api_key=${apiKey}`;
      const foods = await read<{ gtinUpc: string }[]>(
        sandbox.fetch(`${baseUrl}/fdc/v1/foods/list?dataType=Branded&pageSize=20&${key}`),
      );
      return () => sandbox.fetch(`${baseUrl}/fdc/v1/foods/search?query=${foods[7]?.gtinUpc}&pageSize=20&${key}`);
    },
  ),
  requestCurve(
    "A sandbox's random quote of some length",
    'quotes',
    dataSizes,
    (quotes) => ({ quotes: { quotes } }),
    async (sandbox) => () => sandbox.fetch(`${sandbox.options.quotes.baseUrl}/quotes/random?minLength=60&maxLength=90`),
  ),
];
