import { describe, expect, it } from 'vitest';
import { inRounds } from './bench.ts';
import { quartiles, ratios } from './statistics.ts';

describe('quartiles', () => {
  it.each([
    [[7], { q1: 7, median: 7, q3: 7 }],
    [[3, 1], { q1: 1.5, median: 2, q3: 2.5 }],
    [[10, 30, 20], { q1: 15, median: 20, q3: 25 }],
    [[5, 1, 4, 2, 3], { q1: 2, median: 3, q3: 4 }],
    [[1, 1, 1, 1000], { q1: 1, median: 1, q3: 250.75 }],
    [[100, 9], { q1: 31.75, median: 54.5, q3: 77.25 }], // by number, not by text
  ])('of %j', (values, expected) => expect(quartiles(values)).toEqual(expected));

  it('leave the values as they are, and need one', () => {
    const values = [2, 1];
    quartiles(values);
    expect(values).toEqual([2, 1]);
    expect(() => quartiles([])).toThrow(RangeError);
  });
});

it('ratios are of the same round', () => {
  expect(ratios([1, 20, 300], [2, 40, 600])).toEqual([0.5, 0.5, 0.5]);
  expect(() => ratios([1], [1, 2])).toThrow(RangeError);
});

describe('rounds', () => {
  const order = async (effort: Parameters<typeof inRounds>[1]) => {
    const turns: string[] = [];
    const took = await inRounds(['a', 'b', 'c'], effort, async (name) => turns.push(name));
    return { turns: turns.join(''), took };
  };

  it('warm everyone up, let everyone begin, and keep what each took in order', async () => {
    const { turns, took } = await order({ rounds: 4, seconds: Number.POSITIVE_INFINITY });
    expect(turns).toBe('abc' + 'abcbcacababc');
    expect(took).toEqual({ a: [4, 9, 11, 13], b: [5, 7, 12, 14], c: [6, 8, 10, 15] });
  });

  it('are three at least, and no more when the time is over', async () => {
    expect((await order({ rounds: 100, seconds: 0 })).turns).toHaveLength(3 + 9);
    expect((await order({ rounds: 1, seconds: 0 })).turns).toHaveLength(3 + 3);
  });
});
