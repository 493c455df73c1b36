export type { Acquisition, EntryStorage, EntryWrite, StoredEntry } from './tokens/entry-storage.ts';
export { type LeasedStoreOptions, leasedStore, leasedStoreRules } from './tokens/leased-store.ts';
