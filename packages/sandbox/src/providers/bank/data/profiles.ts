import { bankError, isErrorCode, refuse } from '../errors.ts';
import type { CustomUser } from '../own-data.ts';
import { readCustomUser } from '../own-data.ts';
import type { Institution } from './institutions.ts';

/** A test user: what kind of data its Items have, and whether it changes. */
export interface Profile {
  readonly username: string;
  /** Whether the history grows with each refresh and has pending transactions. */
  readonly isDynamic: boolean;
  /** Whether the history is long and realistic. */
  readonly isLively: boolean;
  readonly isBusiness: boolean;
  /** Settings of a custom user; unset for the built-in test users. */
  readonly custom?: CustomUser;
}

const make = (username: string, traits: Partial<Profile> = {}): Profile => ({
  username,
  isDynamic: false,
  isLively: true,
  isBusiness: false,
  ...traits,
});

export const dynamicProfile = make('user_transactions_dynamic', { isDynamic: true });

const profiles: readonly Profile[] = [
  make('user_good', { isLively: false }),
  dynamicProfile,
  make('user_ewa_user'),
  make('user_yuppie'),
  make('user_small_business', { isBusiness: true }),
];

// With these passwords, the challenge that follows counts as passed.
const goodPasswords = /^(pass_good|microdeposits_good|mfa_device|mfa_selections|mfa_questions_\d+_\d+)$/;

function parseConfiguration(password: string): CustomUser {
  // The API treats a mistake like a wrong password. The sandbox adds the reason.
  const wrong = (reason: string) =>
    refuse('INVALID_CREDENTIALS', `${bankError('INVALID_CREDENTIALS').error_message}: ${reason}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(password);
  } catch {
    wrong('the password of user_custom must be a configuration in JSON');
  }
  const read = readCustomUser(parsed, '', true);
  return typeof read === 'string' ? wrong(read) : read;
}

/** Logs in your own user. Refuses the login if the configuration asks for it. */
function logInCustom(username: string, custom: CustomUser): Profile {
  const { force_error: error, recaptcha } = custom;
  if (recaptcha === 'bad') refuse('RECAPTCHA_BAD');
  if (error) refuse(error === 'PLAID_ERROR' ? 'INTERNAL_SERVER_ERROR' : error);
  return make(username, { isLively: false, custom });
}

/**
 * Logs a test user in at an institution, as Link would. Refuses the login if the password asks for it. `users` are your
 * own users, who log in with any password.
 */
export function logIn(
  institution: Institution,
  username: string,
  password: string,
  users: Readonly<Record<string, CustomUser>> = {},
): Profile {
  if (institution.unsupported) refuse('INSTITUTION_NO_LONGER_SUPPORTED');
  if (institution.health === 'DOWN') refuse('INSTITUTION_DOWN');
  if (username === 'user_custom') return logInCustom(username, parseConfiguration(password));
  const custom = Object.hasOwn(users, username) ? users[username] : undefined;
  if (custom) return password === '' ? refuse('INVALID_CREDENTIALS') : logInCustom(username, custom);
  const profile = profiles.find((each) => each.username === username) ?? refuse('INVALID_CREDENTIALS');
  const asked = /^error_(\w+)$/.exec(password)?.[1];
  if (username === 'user_good' && asked && isErrorCode(asked)) refuse(asked);
  if (username === 'user_good' && !goodPasswords.test(password)) refuse('INVALID_CREDENTIALS');
  if (profile.isDynamic && institution.oauth) refuse('INVALID_CREDENTIALS');
  return profile;
}
