/** The kinds of second factor, as Link reports them. */
type MfaType = 'device' | 'code' | 'questions' | 'selections';

/** One thing that a user is asked for after the password. */
interface Prompt {
  readonly text: string;
  /** What they can choose from. Unset: they type. */
  readonly options?: readonly string[];
  /** The valid MFA answer. Unset: every one of the options is. */
  readonly expected?: string;
}

/** What a user is asked for at the same time. */
export interface Challenge {
  readonly type: MfaType;
  readonly prompts: readonly Prompt[];
}

const device: Challenge[] = [
  {
    type: 'device',
    prompts: [{ text: 'Where shall the code be sent?', options: ['Phone xxx-xxx-5555', 'Email s***@example.com'] }],
  },
  { type: 'code', prompts: [{ text: 'Code', expected: '1234' }] },
];

const selections: Challenge = {
  type: 'selections',
  prompts: [{ text: 'Are you the holder of this account?', options: ['Yes', 'No'], expected: 'Yes' }],
};

/**
 * What Link asks a test user for after the password, in the order of the rounds; most are asked for nothing.
 *
 * @see https://plaid.com/docs/sandbox/test-credentials/
 */
export function challengesOf(username: string, password: string): readonly Challenge[] {
  if (username !== 'user_good') return [];
  if (password === 'mfa_device') return device;
  if (password === 'mfa_selections') return [selections];
  const [, rounds, perRound] = /^mfa_questions_(\d\d?)_(\d\d?)$/.exec(password) ?? [];
  return Array.from({ length: Number(rounds ?? 0) }, (_, round) => ({
    type: 'questions',
    prompts: Array.from({ length: Number(perRound) }, (_each, index) => ({
      text: `What is the answer to question_${round}_${index}?`,
      expected: `answer_${round}_${index}`,
    })),
  }));
}

/** Whether these are the valid MFA answers to the prompts of a challenge, in their order. */
export const isPassed = ({ prompts }: Challenge, given: readonly string[]): boolean =>
  prompts.every(({ options, expected }, index) => {
    const value = given[index]?.trim() ?? '';
    return expected === undefined ? (options?.includes(value) ?? true) : value === expected;
  });
