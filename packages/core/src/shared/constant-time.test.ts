import { expect, it } from 'vitest';
import { isSameText } from './constant-time.ts';

it.each([
  ['', '', true],
  ['é', 'é', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  ['abc', '', false],
])('comparing %j and %j in constant time returns %s', async (one, other, same) => {
  expect(await isSameText(one, other)).toBe(same);
});
