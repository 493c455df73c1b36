import { createBankClient } from '@x/bank';
import { expect, it } from 'vitest';
import { heapInUse } from '../../bench/src/heap.ts';

// The cost of objects that an app creates for each user must not grow with a package's number of endpoints. Tests in
// core guard `withAccount` and `with`.

const fetch = async () => Response.json({});
const bank = createBankClient({
  clientId: 'client-id',
  clientSecret: 'secret',
  fetch,
  items: { get: async () => 'access' },
});

it('a client from bank.withItem takes less than 3 kB of memory, including one method', async () => {
  const held: unknown[] = [];
  const hold = (count: number) => {
    for (let made = 0; made < count; made += 1) {
      const item = bank.withItem('home');
      held.push(item, item.transactions.syncAll);
    }
    return heapInUse();
  };
  const before = await hold(100); // compiles the code
  expect(((await hold(2000)) - before) / 2000).toBeLessThan(3000);
});

it('clients from bank.withItem inherit their methods from one shared object', () => {
  const [one, other] = [bank.withItem('home'), bank.withItem('home')].map(Object.getPrototypeOf);
  expect(one).toBe(other);
  expect(one).not.toBe(Object.prototype);
});
