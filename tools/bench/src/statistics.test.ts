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
  ])('of %j are interpolated between the sorted values', (values, expected) =>
    expect(quartiles(values)).toEqual(expected),
  );

  it('leave the values unchanged, and need at least one', () => {
    const values = [2, 1];
    quartiles(values);
    expect(values).toEqual([2, 1]);
    expect(() => quartiles([])).toThrow(RangeError);
  });
});

it('ratios compare costs round by round, and need the same number of rounds', () => {
  expect(ratios([1, 20, 300], [2, 40, 600])).toEqual([0.5, 0.5, 0.5]);
  expect(() => ratios([1], [1, 2])).toThrow(RangeError);
});

describe('rounds', () => {
  const order = async (effort: Parameters<typeof inRounds>[1]) => {
    const turns: string[] = [];
    const took = await inRounds(['a', 'b', 'c'], effort, async (name) => ({ turn: turns.push(name) }));
    return { turns: turns.join(''), took };
  };

  it('warm up every contender, begin with each in turn, and keep the costs in order', async () => {
    const { turns, took } = await order({ rounds: 4, seconds: Number.POSITIVE_INFINITY });
    expect(turns).toBe('abc' + 'abcbcacababc');
    expect(took).toEqual({ a: { turn: [4, 9, 11, 13] }, b: { turn: [5, 7, 12, 14] }, c: { turn: [6, 8, 10, 15] } });
  });

  it('stop once the time is up, but not before the third unless fewer are requested', async () => {
    expect((await order({ rounds: 100, seconds: 0 })).turns).toHaveLength(3 + 9);
    expect((await order({ rounds: 1, seconds: 0 })).turns).toHaveLength(3 + 3);
  });

  it('are appended to the costs of an earlier process', async () => {
    const took = await inRounds(['a'], { rounds: 1, seconds: 0 }, async () => ({ ms: 3 }), undefined, {
      a: { ms: [1, 2] },
    });
    expect(took).toEqual({ a: { ms: [1, 2, 3] } });
  });
});
