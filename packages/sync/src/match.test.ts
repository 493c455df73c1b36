import { fc } from '@x/testing/properties';
import { expect, it } from 'vitest';
import { addDays, findTransfers, pairEqual } from './match.ts';

const movement = (id: string, account_id: string, date: string, amount: number, currency = 'USD') => ({
  id,
  account_id,
  date,
  amount,
  currency,
});

it.each([
  ['three days apart', movement('b', 'two', '2026-03-02', 500), ['a', 'b']],
  ['four days apart', movement('b', 'two', '2026-03-03', 500), []],
  ['in one account', movement('b', 'one', '2026-02-27', 500), []],
  ['in another currency', movement('b', 'two', '2026-02-27', 500, 'EUR'), []],
  ['with another amount', movement('b', 'two', '2026-02-27', 499), []],
  ['and the later one first', movement('b', 'two', '2026-02-24', 500), ['a', 'b']],
])('transfers: two sides %s', (_, other, ids) => {
  const found = findTransfers([movement('a', 'one', '2026-02-27', -500), other]);
  expect([...found.keys()].sort()).toEqual(ids);
});

it('every transfer is mutual, exact and the only possible one, in any order of the rows', () => {
  const row = fc.record({
    account_id: fc.constantFrom('one', 'two', 'three'),
    day: fc.nat(9),
    amount: fc.constantFrom(-200, -100, 100, 200),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const all = rows.map(({ account_id, day, amount }, index) =>
        movement(String(index), account_id, addDays('2026-02-25', day), amount),
      );
      const found = findTransfers(all);
      for (const one of all) {
        const fits = all.filter(
          (other) =>
            other.amount === -one.amount &&
            other.account_id !== one.account_id &&
            Math.abs(Date.parse(other.date) - Date.parse(one.date)) <= 3 * 86_400_000,
        );
        const partner = found.get(one.id);
        if (fits.length !== 1) expect(partner).toBeUndefined();
        if (partner !== undefined) expect([fits[0]?.id, found.get(partner)]).toEqual([partner, one.id]);
      }
      expect(findTransfers(all.toReversed())).toEqual(found);
    }),
  );
});

it('equal values are paired one to one', () => {
  const [one, two, three] = [{ name: 'coffee' }, { name: 'coffee' }, { name: 'tea' }];
  const olds = [{ name: 'coffee' }, { name: 'milk' }];
  expect([...pairEqual([one, two, three], olds, ({ name }) => name)]).toEqual([[one, olds[0]]]);
});
