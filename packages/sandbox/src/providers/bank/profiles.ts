import { isErrorCode } from './errors.ts';
import type { Institution } from './institutions.ts';
import { refuse } from './refusal.ts';

/** A test user: what its Items hold and whether they change. */
export interface Profile {
  readonly username: string;
  /** The history grows at each refresh and has pending transactions. */
  readonly isDynamic: boolean;
  /** The history is a long, realistic one. */
  readonly isLively: boolean;
  readonly isBusiness: boolean;
}

const make = (username: string, traits: Partial<Profile> = {}): Profile => ({
  username,
  isDynamic: false,
  isLively: true,
  isBusiness: false,
  ...traits,
});

export const dynamicProfile = make('user_transactions_dynamic', { isDynamic: true });

const profiles = [
  make('user_good', { isLively: false }),
  dynamicProfile,
  make('user_ewa_user'),
  make('user_yuppie'),
  make('user_small_business', { isBusiness: true }),
];

// What the user would be asked for next counts as confirmed.
const goodPasswords = /^(pass_good|microdeposits_good|mfa_device|mfa_selections|mfa_questions_\d+_\d+)$/;

/** Logs a test user in at an institution as Link would; refuses as the password asks for. */
export function logIn(institution: Institution, username: string, password: string): Profile {
  if (institution.unsupported) refuse('INSTITUTION_NO_LONGER_SUPPORTED');
  if (institution.health === 'DOWN') refuse('INSTITUTION_DOWN');
  const profile = profiles.find((each) => each.username === username) ?? refuse('INVALID_CREDENTIALS');
  const asked = /^error_(\w+)$/.exec(password)?.[1];
  if (username === 'user_good' && asked && isErrorCode(asked)) refuse(asked);
  if (username === 'user_good' && !goodPasswords.test(password)) refuse('INVALID_CREDENTIALS');
  if (profile.isDynamic && institution.oauth) refuse('INVALID_CREDENTIALS');
  return profile;
}
