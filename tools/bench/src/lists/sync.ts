import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BankOptions, createBankClient, type SyncPage } from '@x/bank';

// How much the heap grows while `for await` reads 100,000 transactions: after each 10,000, garbage aside. It must not
// grow with what was read, only by the pages that are in hand.

const total = 100_000;
const step = 10_000;
/** Pages that may be in memory at once: the one in hand, the one read ahead, and the one that is being parsed. */
const pagesHeld = 3;

const { gc } = globalThis;
if (!gc) throw new Error('run it with --expose-gc');
const heap = () => {
  gc();
  return process.memoryUsage().heapUsed;
};
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0).padStart(7)} kB`;

const server = fork(fileURLToPath(new URL('sandbox.ts', import.meta.url)), [String(total)]);
const [{ options, accessToken }] = (await once(server, 'message')) as [{ options: BankOptions; accessToken: string }];

// The budget of 50 pages a minute is real; its minutes are not.
let time = Date.now();
const bank = createBankClient({ ...options, clock: { now: () => time } });

/** Heap that a page takes: of several copies, since one alone drowns in what else moves. */
function sizeOf(page: SyncPage): number {
  const text = JSON.stringify(page);
  const before = heap();
  const copies = Array.from({ length: 20 }, () => JSON.parse(text));
  return (heap() - before) / copies.length;
}

let read = 0;
let pages = 0;
let largest = 0;
let largestText = 0;
/** Heap at the first mark, when all code has run. */
let start: number | undefined;
let most = 0;
for await (const page of bank.transactions.sync({ access_token: accessToken, count: 500 })) {
  time += 2000;
  read += page.added.length;
  pages += 1;
  const text = JSON.stringify(page).length;
  if (text > largestText) [largest, largestText] = [sizeOf(page), text];
  if (read % step > 0) continue;
  start ??= heap();
  const growth = heap() - start;
  most = Math.max(most, growth);
  console.log(`${String(read).padStart(7)} transactions, heap grown by ${kilobytes(growth)}`);
}
server.disconnect();

console.log(`${pages} pages; the largest takes ${kilobytes(largest)} of heap, ${kilobytes(largestText)} as JSON`);
if (read !== total) throw new Error(`read ${read} transactions instead of ${total}`);
if (most > pagesHeld * largest)
  throw new Error(
    `the heap grew by ${kilobytes(most)}, which is more than ${pagesHeld} pages: what was read stays in memory`,
  );
