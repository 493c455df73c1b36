import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type BankClient, createBankClient } from '@x/bank';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { startPostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { startRedis } from '../../../packages/redis/test/redis-server.ts';
import { linkItem } from '../link.ts';
import { openServices, type Services } from '../services.ts';
import { createTables } from '../sync.ts';
import { compare } from './compare.ts';
import { type FleetProcess, start } from './processes.ts';

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

export interface FleetOptions {
  /** Limit that the sandbox enforces, and that the fleet has agreed on. */
  readonly syncsPerMinute: number;
  /** Milliseconds until another worker may take over the jobs of a killed one. */
  readonly lockMs: number;
}

/**
 * Starts Redis, PostgreSQL, a sandbox in place of Plaid, and the fleet's server. `startWorker` starts workers.
 */
export async function startFleet({ syncsPerMinute: client, lockMs }: FleetOptions) {
  const limits = { bank: { '/transactions/sync': { item: 50, client }, '/transactions/get': {} } };
  const bank = { readyAtOnce: true, loginRequiredAfterMs: Number.POSITIVE_INFINITY };
  const [redis, postgres, sandbox] = await Promise.all([
    startRedis(),
    startPostgres(),
    createSandbox({ bank, limits, clock: { offsetMs: 0 } }), // the servers verify webhooks in real time
  ]);
  const env = {
    REDIS_URL: redis.url,
    POSTGRES_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString('base64'),
    BANK: JSON.stringify(sandbox.options.bank),
    SYNCS_PER_MINUTE: String(client),
    LOCK_MS: String(lockMs),
    PORT: '0',
  };
  const services = openServices(env);
  await createTables(services);
  const server = await start('server', /listening/, env);
  const { port } = JSON.parse(server.line);
  const workers = new Set<FleetProcess>();
  const others = [server];

  return {
    ...services,
    ...provideItems(services, sandbox, `http://127.0.0.1:${port}/`),
    sandbox,
    workers,
    async startDashboard(): Promise<FleetProcess> {
      const dashboard = await start('dashboard', /jobs/, env);
      others.push(dashboard);
      return dashboard;
    },
    async startWorker(): Promise<FleetProcess> {
      const worker = await start('worker', /started/, env);
      workers.add(worker);
      return worker;
    },
    /** Returns the worker with a process ID, or any worker. */
    workerOf(pid?: number): FleetProcess {
      const worker = [...workers].find(({ child }) => pid === undefined || child.pid === pid);
      if (!worker) throw new Error(`no worker has the process ID ${pid}`);
      return worker;
    },
    /** Ends a worker like a crash. */
    async killWorker(worker: FleetProcess): Promise<void> {
      workers.delete(worker);
      worker.child.kill('SIGKILL');
      await worker.ended;
    },
    async stop(): Promise<void> {
      const processes = [...others, ...workers];
      for (const { child } of processes) child.kill('SIGKILL');
      await Promise.all(processes.map(({ ended }) => ended));
      await Promise.all([services.queue.close(), services.redis.quit(), services.pool.end(), sandbox.close()]);
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

/** Changes of an Item's transactions. */
const usual = { added: 2, modified: 1, removed: 1 };

/** Links and changes Items, and remembers the removals that the fleet has to apply. */
function provideItems(services: Services, sandbox: Sandbox, webhook: string) {
  /** Client that calls the sandbox without rate limits and without a socket. */
  const inspector: BankClient = createBankClient({
    ...sandbox.options.bank,
    rateLimiter: 'off',
    fetch: sandbox.fetch,
  });
  const removals = new Map<string, number>();
  const tokens = new Map<string, string>();
  const tokenOf = (item: string): string => tokens.get(item) ?? '';

  async function link(options: { webhook?: string }): Promise<string> {
    const login = { institution_id: 'ins_109508', initial_products: ['transactions' as const], options };
    const { public_token } = await inspector.sandbox.createPublicToken(login);
    const item = await linkItem(services, public_token, public_token);
    tokens.set(item, (await services.items.get(item)) ?? '');
    return item;
  }

  /** Changes an Item's transactions. The Item must have been synced since the last change. */
  function change(item: string, kinds: { added: number; modified?: number; removed?: number } = usual): void {
    const { removed } = sandbox.controls.bank.changeTransactions(tokenOf(item), kinds);
    removals.set(item, (removals.get(item) ?? 0) + removed.length);
  }
  /** Whether all webhooks have arrived. */
  const isNotified = () => sandbox.controls.bank.webhooks.every(({ state }) => state === 'delivered');

  return {
    webhook,
    /** Links Items. Their webhooks go to the server or, with `{}`, nowhere. */
    async linkItems(count: number, options: { webhook?: string } = { webhook }): Promise<string[]> {
      const linked: string[] = [];
      while (linked.length < count) {
        const links = Array.from({ length: Math.min(50, count - linked.length) }, () => link(options));
        linked.push(...(await Promise.all(links)));
      }
      return linked;
    },
    tokenOf,
    change,
    /** Changes many Items, as fast as the server accepts their webhooks. */
    async changeAll(items: readonly string[], pause: () => Promise<unknown> = setImmediate): Promise<void> {
      for (let index = 0; index < items.length; index += 50) {
        for (const item of items.slice(index, index + 50)) change(item);
        while (!isNotified()) await pause();
      }
    },
    /** Compares the database with the sandbox. */
    differences: () => compare(services.pool, tokens, inspector, removals),
    isNotified,
    /** Whether no job is left, except the schedule's next one. */
    async isIdle(): Promise<boolean> {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
      } = await services.queue.getJobCounts('waiting', 'active', 'delayed');
      return waiting + active === 0 && delayed <= 1;
    },
  };
}
