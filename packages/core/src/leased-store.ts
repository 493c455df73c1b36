export type { Acquisition, EntryPlace, EntryWrite, StoredEntry } from './tokens/entry-place.ts';
export { type LeasedStoreOptions, leasedStore, leasedStoreRules } from './tokens/leased-store.ts';
