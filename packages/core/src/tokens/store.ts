import type { Grant, TokenStore } from '../declare/token-store.ts';
import { createGrant } from './grant.ts';

/** Creates a store that keeps grants in this process, the default of every client. */
export function memoryStore(): TokenStore {
  const grants = new Map<string, Grant>();
  return {
    async get(key) {
      return grants.get(key);
    },
    async set(key, grant) {
      grants.set(key, createGrant(grant));
    },
    async delete(key) {
      grants.delete(key);
    },
  };
}
