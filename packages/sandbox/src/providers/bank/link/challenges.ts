import type { CustomUser } from '../own-data.ts';

/** Kinds of second factors, as Link reports them. */
type MfaType = 'device' | 'code' | 'questions' | 'selections';

/** Something that a user is asked for after the password. */
interface Prompt {
  readonly text: string;
  /** Choices. Unset if the user types the answer. */
  readonly options?: readonly string[];
  /** Valid MFA answer. Unset if every option is valid. */
  readonly expected?: string;
}

/** Questions that a user is asked at the same time. */
export interface Challenge {
  readonly type: MfaType;
  readonly prompts: readonly Prompt[];
}

/** A test user's second factor, in the API's fields. */
type MfaConfiguration = NonNullable<CustomUser['mfa']>;

const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * Returns the questions that Link asks a test user after the password, in the order of the rounds.
 *
 * @see https://plaid.com/docs/sandbox/user-custom/
 */
export function challengesOf(mfa: MfaConfiguration): readonly Challenge[] {
  const { question_rounds = 0, questions_per_round, selection_rounds = 1, selections_per_question = 2 } = mfa;
  switch (mfa.type) {
    case 'device':
      return [
        { type: 'device', prompts: [{ text: 'Where should the code be sent?', options: devices }] },
        { type: 'code', prompts: [{ text: 'Code', expected: '1234' }] },
      ];
    case 'questions':
      return times(question_rounds, (round) => ({
        type: 'questions',
        prompts: times(questions_per_round ?? 0, (index) => ({
          text: `What is the answer to question_${round}_${index}?`,
          expected: `answer_${round}_${index}`,
        })),
      }));
    case 'selections': {
      const options = times(selections_per_question, (index) => ['Yes', 'No'][index] ?? `Option ${index + 1}`);
      return times(selection_rounds, (round) => ({
        type: 'selections',
        prompts: times(questions_per_round ?? 2, (index) => ({
          text: `Do you confirm selection_${round}_${index}?`,
          options,
          expected: options[0] ?? '',
        })),
      }));
    }
  }
}

const devices = ['Phone xxx-xxx-5555', 'Email s***@example.com'];

/**
 * Returns the second factor that a password asks for. Most passwords ask for none.
 *
 * @see https://plaid.com/docs/sandbox/test-credentials/
 */
export function mfaOf(username: string, password: string): MfaConfiguration | undefined {
  if (username !== 'user_good') return undefined;
  if (password === 'mfa_device') return { type: 'device' };
  if (password === 'mfa_selections') return { type: 'selections' };
  const [, rounds, perRound] = /^mfa_questions_(\d\d?)_(\d\d?)$/.exec(password) ?? [];
  if (rounds === undefined) return undefined;
  return { type: 'questions', question_rounds: Number(rounds), questions_per_round: Number(perRound) };
}

/** Whether these are the valid MFA answers to a challenge's prompts, in order. */
export const isPassed = ({ prompts }: Challenge, given: readonly string[]): boolean =>
  prompts.every(({ options, expected }, index) => {
    const value = given[index]?.trim() ?? '';
    return expected === undefined ? (options?.includes(value) ?? true) : value === expected;
  });
