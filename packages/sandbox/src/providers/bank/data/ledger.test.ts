import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../shared/random.ts';
import type { Account } from './accounts.ts';
import type { Fact, History } from './history.ts';
import { createLedger } from './ledger.ts';

const accounts = ['a', 'b', 'c'].map((account_id) => ({ account_id }) as Account);

/** Creates a ledger of `count` old transactions. `looked` counts how often a transaction's day or account was read. */
function makeLedger(count: number) {
  const looked = { times: 0 };
  const read = <T>(value: T): T => {
    looked.times += 1;
    return value;
  };
  const history = {
    count,
    recent: 0,
    pending: new Set<number>(),
    day: (index: number) => read(index % 730),
    account: (index: number) => read(accounts[index % 3] as Account),
    fact: (index: number) => ({ id: String(index) }) as Fact,
    recurring: () => [],
  } satisfies History;
  return { ledger: createLedger(history), looked };
}

describe('the ledger of an Item', () => {
  it('finds the same transactions by day and account as a full scan, while transactions are added and removed', () => {
    const { ledger } = makeLedger(900);
    const random = createRandom(1, 'windows');
    for (let round = 0; round < 300; round += 1) {
      const account = random.pick(accounts);
      const change = random.int(0, 3);
      if (change === 0) ledger.add({ id: `new${round}`, account, day: random.int(0, 800) } as Fact);
      if (change === 1) ledger.remove(random.int(0, ledger.size() - 1));
      const to = random.int(0, 3) === 0 ? random.int(0, ledger.end()) : ledger.end();
      const [first, last] = [random.int(-10, 800), random.int(-10, 800)];
      const ids = random.pick([undefined, ['a'], ['a', 'c'], []]);
      const expected = ledger
        .live(to)
        .filter((index) => ledger.day(index) >= first && ledger.day(index) <= last)
        .filter((index) => !ids || ids.includes(ledger.account(index).account_id));
      expect(ledger.within(to, first, last, ids)).toEqual(first <= last ? expected : []);
      const from = random.int(0, ledger.end());
      const changes = ledger.delta(from, ledger.end());
      const ofAccounts = changes.filter(({ index }) => !ids || ids.includes(ledger.account(index).account_id));
      expect(ledger.delta(from, ledger.end(), ids)).toEqual(ofAccounts);
    }
  });

  it('does not read transactions again for further pages, even if several programs page at the same time', () => {
    const { ledger, looked } = makeLedger(30_000);
    const ask = () => [
      ledger.within(30_000, 100, 109),
      ledger.within(30_000, 100, 109, ['b']),
      ledger.delta(0, 30_000, ['a']),
      ledger.delta(500, 30_000, ['a', 'b']),
    ];
    const first = ask();
    looked.times = 0;
    expect(ask()).toEqual(first);
    expect(looked.times).toBe(0);
  });

  it('finds the transactions of a few days without reading the others', () => {
    const { ledger, looked } = makeLedger(30_000);
    ledger.live(30_000);
    looked.times = 0;
    const { length } = ledger.within(30_000, 100, 101);
    expect(length).toBeGreaterThan(0);
    expect(looked.times).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(30_000) + 1));
  });
});
