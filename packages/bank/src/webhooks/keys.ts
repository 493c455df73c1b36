import { isApiError } from '@x/core';
import { type CryptoKey, importJWK } from 'jose';
import type { VerificationKey } from '../resources/webhooks.ts';

/** Gives the key of an id; nothing, or an `ApiError` with code `not_found`, for one that the API does not know. */
export type FindKey = (params: { key_id: string }) => PromiseLike<VerificationKey | undefined>;

// Ids come from whoever sends a request, before anything of it is proven: what asking for them costs must be bounded.
const unknownMs = 60_000;
const maxUnknown = 20;

/**
 * Remembers keys for `keyTtlMs`, and for a minute which ids have none. Gives undefined for those, and `busy`, without
 * asking, for an id not seen before while 20 others of that minute had none.
 */
export function createKeys(find: FindKey, keyTtlMs: number, clock: { now(): number }) {
  const keys = new Map<string, { key: CryptoKey; until: number }>();
  const unknown = new Map<string, number>();
  const asked = new Map<string, Promise<CryptoKey | undefined>>();

  async function ask(id: string): Promise<CryptoKey | undefined> {
    const found = await find({ key_id: id }).then(undefined, (error: unknown) => {
      if (!isApiError(error) || error.code !== 'not_found') throw error;
    });
    if (found && found.expired_at === null && found.alg === 'ES256') {
      const { kty, crv, x, y } = found;
      const key = (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey;
      keys.set(id, { key, until: clock.now() + keyTtlMs });
      return key;
    }
    keys.delete(id);
    unknown.set(id, clock.now() + unknownMs);
    return undefined;
  }

  return async (id: string): Promise<CryptoKey | 'busy' | undefined> => {
    const now = clock.now();
    const known = keys.get(id);
    if (known && known.until > now) return known.key;
    for (const [each, until] of unknown) if (until <= now) unknown.delete(each);
    if (unknown.has(id)) return undefined;
    let answer = asked.get(id);
    if (!answer) {
      if (!known && unknown.size + asked.size >= maxUnknown) return 'busy';
      answer = ask(id).finally(() => asked.delete(id));
      asked.set(id, answer);
    }
    return answer;
  };
}
