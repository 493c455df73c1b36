export type { AccountKeyPlace, Keychain } from './accounts/account-key.ts';
export {
  type AccountStore,
  type AccountStoreOptions,
  accountStore,
  defaultDirectory,
  type StoredAccount,
} from './accounts/account-store.ts';
