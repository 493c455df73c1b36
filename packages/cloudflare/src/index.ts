export type { Clock } from '@x/core';
export type { EncryptionOptions } from '@x/stores';
export type { D1Like, D1Statement } from './d1-entries.ts';
export { type D1StoreOptions, d1Store } from './d1-store.ts';
export {
  type DurableObjectStoreOptions,
  durableObjectStore,
  type ObjectNamespace,
  type ObjectResponse,
} from './object-store.ts';
export { createTableStatements } from './table.ts';
export { type ObjectStorage, TokenObject } from './token-object.ts';
