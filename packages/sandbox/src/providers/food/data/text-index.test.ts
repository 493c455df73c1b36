import { expect, it } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { createRandom } from '../../../shared/random.ts';
import { lazyCatalog } from './catalog.ts';
import type { Food } from './food.ts';
import { type Group, parseQuery, tokens } from './query.ts';
import { createTextIndex } from './text-index.ts';

const { foods } = lazyCatalog(testContext('food'), 300)();

/** Returns whether a word of the food's description passes, without an index. */
const inDescription = (food: Food, passes: (word: string) => boolean) => tokens(food.description).some(passes);

it('scores the same foods as a full scan', () => {
  const index = createTextIndex(foods);
  const random = createRandom(1, 'queries');
  const word = () => random.pick(tokens(random.pick(foods).description));
  for (let round = 0; round < 300; round += 1) {
    const [one, other, last] = [word(), word(), word()];
    const beginning = one.slice(0, 3);
    const query = `+lowercaseDescription:${beginning}* -lowercaseDescription:${other} lowercaseDescription:${last}`;
    const found = [...index.find(parseQuery(query, true), false).keys()].sort((a, b) => a - b);
    const expected = foods.filter(
      (food) =>
        inDescription(food, (each) => each.startsWith(beginning)) && !inDescription(food, (each) => each === other),
    );
    expect(found, query).toEqual(expected.map((food) => food.index));
  }
  expect(index.find(parseQuery('', true), false).size).toBe(foods.length);
});

it('tests only the words of foods that contain the word', () => {
  let tested = 0;
  const test = Object.assign(
    (token: string) => {
      tested += 1;
      return token === 'butter';
    },
    { word: 'butter' },
  );
  const query: Group = { clauses: [{ occur: '', node: { field: 'description', words: [test] } }] };
  const { size } = createTextIndex(foods).find(query, false);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThan(foods.length / 4);
  const withButter = foods.map(({ description }) => tokens(description)).filter((words) => words.includes('butter'));
  expect(tested).toBeLessThanOrEqual(withButter.flat().length);
});
