export { createSealer, type EncryptionOptions, encryptionRules, type Sealer } from './encryption.ts';
export type { Acquisition, EntryStorage, EntryWrite, StoredEntry } from './entry-storage.ts';
export { type KeyValueNamespace, type KeyValueStorage, type KvStoreOptions, kvStore } from './kv.ts';
export { type LeasedStoreOptions, leasedStore, leasedStoreRules } from './leased-store.ts';
export { type SecretStoreOptions, secretStore } from './secrets.ts';
