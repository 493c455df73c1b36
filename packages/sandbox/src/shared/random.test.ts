import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('a sample of a few values is drawn as if the values were removed from the list one by one', () => {
  const sizes = createRandom(1, 'sizes');
  for (let round = 0; round < 200; round += 1) {
    const values = Array.from({ length: sizes.int(0, 80) }, (_, index) => index);
    const count = sizes.int(0, 50);
    const draw = createRandom(round, 'sample');
    const rest = [...values];
    const expected = Array.from({ length: Math.min(count, rest.length) }, () =>
      rest.splice(draw.int(0, rest.length - 1), 1),
    ).flat();
    expect(createRandom(round, 'sample').sample(values, count)).toEqual(expected);
  }
});

it('a sample of a few values reads only these values of the list', () => {
  let read = 0;
  const values = new Proxy(
    Array.from({ length: 100_000 }, (_, index) => index),
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  expect(createRandom(1, 'sample').sample(values, 5)).toHaveLength(5);
  expect(read).toBe(5);
});
