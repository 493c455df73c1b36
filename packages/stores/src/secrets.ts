import type { SecretStore, TokenStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, optionsError, problemOfOptions, type RulesOf } from '@x/core/options';
import { checkedStore, createGrant, kindOf } from '@x/core/provider';

/** Options of a {@link secretStore}. */
export interface SecretStoreOptions {
  /** Longest wait for one operation of the token store, in milliseconds, above 0. Default 10,000. */
  storeTimeoutMs?: number | undefined;
}

const secretStoreRules = { storeTimeoutMs: optionKind.milliseconds } satisfies RulesOf<SecretStoreOptions>;
const tokensRules = { tokens: /* @__PURE__ */ optionKind.required(optionKind.tokenStore) };

/**
 * Creates a store for secrets that are not OAuth grants, such as the access tokens of bank logins, in any token store:
 * in memory, in files, in Redis or in PostgreSQL, encrypted like grants. Secrets and grants may share a store, because
 * their keys differ.
 *
 * Its methods reject with an `ApiError` `invalid_params` for a name or a secret that is not a non-empty string, and
 * with an `Error` when the token store fails or does not respond in time. No message contains a secret.
 *
 * @throws ApiError `invalid_params` when `tokens` is not a token store, or an option is unknown or invalid.
 * @example
 * const items = secretStore(fileStore('/var/lib/app/tokens'));
 * await items.set(item_id, access_token);
 * const bank = createBankClient({ clientId, clientSecret, items });
 */
export function secretStore(tokens: TokenStore, options: SecretStoreOptions = {}): SecretStore {
  const owner = { provider: 'stores', operation: 'secretStore', below: secretStore };
  checkOptions(owner, options, secretStoreRules, problemOfOptions({ tokens }, tokensRules));
  const { storeTimeoutMs = 10_000 } = options;
  const store = checkedStore(tokens, storeTimeoutMs, { read: readStored });
  return {
    async get(name) {
      return (await store.get(keyOf(name)))?.accessToken;
    },
    async set(name, secret) {
      await store.set(keyOf(name), createGrant({ accessToken: checkString('secret', secret) }));
    },
    async delete(name) {
      await store.delete(keyOf(name));
    },
  };
}

/** Returns a key that no grant has, because grant keys start with a provider's name. */
const keyOf = (name: string): string => `secret ${checkString('name', name)}`;

function checkString(what: string, value: unknown): string {
  const problem = problemOfString(what, value);
  if (problem === undefined) return value as string;
  throw optionsError({ provider: 'stores', operation: 'secretStore', below: checkString }, problem);
}

function problemOfString(what: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${what} must be a string; got ${kindOf(value)}`;
  if (value === '') return `${what} must not be empty`;
  return value.isWellFormed() ? undefined : `${what} must be valid Unicode; it contains an unpaired surrogate`;
}

/** Reads the token store's result. Unlike a token, a secret may contain characters that are not allowed in headers. */
function readStored(found: unknown) {
  const { accessToken } = Object(found) as { accessToken?: unknown };
  const problem = problemOfString('the stored secret', accessToken);
  if (problem !== undefined) throw new Error(problem);
  return createGrant({ accessToken: accessToken as string });
}
