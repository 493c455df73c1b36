import { createBankClient } from '@x/bank';
import { syncItems } from '../src/index.ts';
import { connect, type Kind } from './databases.ts';
import { mortal } from './mortal.ts';

/** Work of a process that may kill itself at any statement. */
export interface WorkerOrder {
  readonly kind: Kind;
  readonly place: string;
  readonly bank: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly items: readonly { readonly access_token: string }[];
  /** Number of statements after which the process is killed, in or between transactions. */
  readonly killAt: number;
  /** Number of syncs at the same time. Two in one process stand for two processes, which DuckDB does not allow. */
  readonly syncs: number;
  /** Difference between the sandbox's clock and the real one, in milliseconds. */
  readonly aheadMs: number;
}

const order: WorkerOrder = JSON.parse(process.argv[2] ?? '');
const { database, close } = connect(order.kind, order.place);
const bank = createBankClient({ ...order.bank, retries: 0 });
const clock = { now: () => Date.now() + order.aheadMs }; // runs beside the sandbox's
const options = {
  bank,
  database: mortal(database, order.killAt, () => process.kill(process.pid, 'SIGKILL')),
  clock,
  waitForLock: true,
  leaseMs: 500,
};

/** Syncs until nothing is left to do. */
async function work(items: WorkerOrder['items']): Promise<void> {
  for (;;) {
    const { items: results } = await syncItems({ ...options, items, concurrency: 2 });
    const failed = results.find(({ status }) => status === 'failed');
    if (failed) throw failed.error;
    if (results.every(({ status }) => status === 'synced')) return;
  }
}

await Promise.all(Array.from({ length: order.syncs }, () => work(order.items)));
await close();
