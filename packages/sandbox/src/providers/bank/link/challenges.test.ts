import { expect, test } from 'vitest';
import { challengesOf, isPassed } from './challenges.ts';

test.each([
  [
    { type: 'device' } as const,
    [
      ['device', 1],
      ['code', 1],
    ],
  ],
  [
    { type: 'questions', question_rounds: 2, questions_per_round: 3 } as const,
    [
      ['questions', 3],
      ['questions', 3],
    ],
  ],
  [{ type: 'selections' } as const, [['selections', 2]]],
  [
    { type: 'selections', selection_rounds: 2, questions_per_round: 1, selections_per_question: 4 } as const,
    [
      ['selections', 1],
      ['selections', 1],
    ],
  ],
])('%j has the configured rounds and prompts', (mfa, expected) => {
  expect(challengesOf(mfa).map(({ type, prompts }) => [type, prompts.length])).toEqual(expected);
});

test('only the first option is valid', () => {
  const [challenge] = challengesOf({ type: 'selections', questions_per_round: 1, selections_per_question: 4 });
  const options = challenge?.prompts[0]?.options ?? [];
  expect(options).toEqual(['Yes', 'No', 'Option 3', 'Option 4']);
  expect(options.map((option) => challenge && isPassed(challenge, [option]))).toEqual([true, false, false, false]);
});
