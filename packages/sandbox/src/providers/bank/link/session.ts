import type { Account } from '../data/accounts.ts';
import type { Institution } from '../data/institutions.ts';
import type { ItemSpec } from '../data/item.ts';
import type { BankError } from '../errors.ts';
import type { Challenge } from './challenges.ts';

/** Step that the user sees. */
export type Step = 'consent' | 'institutions' | 'credentials' | 'oauth' | 'challenge' | 'accounts';

/** Session of a user who has opened Link. */
export interface Session {
  readonly id: string;
  readonly token: string;
  /** ISO 8601. */
  readonly startedAt: string;
  step: Step;
  institution?: Institution | undefined;
  /** Last search. */
  query: string;
  isNothingFound: boolean;
  /** Login with a valid password. It counts once all challenges are passed. */
  spec?: ItemSpec | undefined;
  /** Current challenge, and those after it. */
  challenge?: Challenge | undefined;
  laterChallenges: readonly Challenge[];
  /** Accounts offered to the user. */
  accounts: readonly Account[];
  /** Last error, until a step succeeds. */
  error?: BankError | undefined;
  /** Message about the last form, such as a missing field. */
  notice: string;
  /** Login on an institution's pages, and how it ended. */
  oauthStateId?: string | undefined;
  oauthOutcome?: 'approved' | 'denied' | undefined;
  readonly events: object[];
}

/** Creates the session of a user who opens Link with a token, which may be invalid. */
export const newSession = (id: string, token: string, startedAt: string): Session => ({
  id,
  token,
  startedAt,
  step: 'consent',
  query: '',
  isNothingFound: false,
  laterChallenges: [],
  accounts: [],
  notice: '',
  events: [],
});
