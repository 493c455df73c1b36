import type { AccountOverride } from './custom-user.ts';

/** What the accounts of users of one's own were made of. They are shown without it. */
const overrides = new WeakMap<object, AccountOverride>();

/** What the account was made of; undefined for a generated one. */
export const overrideOf = (account: object): AccountOverride | undefined => overrides.get(account);

/** Notes what an account was made of. */
export const setOverride = (account: object, override: AccountOverride): void => void overrides.set(account, override);
