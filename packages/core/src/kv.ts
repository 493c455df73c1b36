export { type KeyValueNamespace, type KeyValueStorage, type KvStoreOptions, kvStore } from './tokens/kv.ts';
