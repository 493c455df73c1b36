import { isApiError } from '@x/core';
import { SharedWork } from '@x/core/provider';
import { type CryptoKey, importJWK } from 'jose';
import type { VerificationKey } from '../resources/webhooks.ts';

/**
 * Returns the key with an ID. For an ID that the API does not know, it returns undefined or throws an `ApiError` with
 * code `not_found`.
 */
export type FindKey = (params: { key_id: string }) => PromiseLike<VerificationKey | undefined>;

// Anyone can send a request that names a made-up key ID: until the key is fetched, such a request is indistinguishable
// from a genuine one. Its date and body hash are checked before, but an attacker can make those valid too. So the
// number of lookups of IDs that were never seen before is limited, and the limit must not lock out a real key that this
// process does not know yet (a new process, or a new key of the API). The rules:
//
// 1. A known key is used immediately, and refreshed outside this budget: unknown IDs cannot delay it.
// 2. Lookups of unknown IDs come from a budget that refills continuously, so an attack ends with its last request.
// 3. An ID that the API does not know is not looked up again for a minute; requests with the same ID share one lookup.
// 4. A real key has one property that an attacker has to pay for: every webhook and every retry names the same ID. IDs
//    that wait for a lookup are therefore ordered by the number of requests that named them, and half of the budget is
//    reserved for IDs that were named more than once. An attacker who sends each made-up ID `n` times is outranked by a
//    real key with its delivery `n + 1`: it is looked up at the next refill, at most 3 seconds later, possibly while a
//    request of the attacker is handled. The API retries a webhook after 30 seconds, then after 2 minutes, 8 minutes
//    and so on, for up to a day.
//
// There is no check that an ID is a UUID, the form that the API uses today: an attacker can make UUIDs as well, and
// another form would lock out all webhooks.
const unknownMs = 60_000;
const budget = { size: 20, refillMs: 3_000, reservedForRepeated: 10 };
/**
 * Maximum number of IDs that wait for a lookup (about 2 MB). Beyond it, the ID that was used least recently is dropped.
 */
const maxWaiting = 10_000;

/**
 * Caches keys for `keyTtlMs`, and IDs that the API does not know for a minute. The returned function resolves to
 * undefined for unknown IDs, and to `busy` for an ID whose lookup has to wait for the budget.
 */
export function createKeys(find: FindKey, keyTtlMs: number, clock: { now(): number }) {
  const keys = new Map<string, { key: CryptoKey; until: number }>();
  const unknown = new Map<string, number>();
  const lookups = new Map<string, SharedWork<CryptoKey | undefined>>();
  /** Number of requests for each ID that waits for a lookup, the most recently used ID last. */
  const waiting = new Map<string, number>();
  let lookupsLeft = budget.size;
  let refilledAt = clock.now();

  async function ask(id: string): Promise<CryptoKey | undefined> {
    const found = await find({ key_id: id }).then(undefined, (error: unknown) => {
      if (!isApiError(error, 'not_found')) throw error;
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

  /** Looks up a key; requests that need it at the same time share one lookup. */
  function lookUp(id: string): Promise<CryptoKey | undefined> {
    const lookup = lookups.get(id) ?? new SharedWork();
    lookups.set(id, lookup);
    return lookup.run(() => {
      // The ID starts over even after a failure: one whose lookup always fails would stay first forever.
      waiting.delete(id);
      return ask(id).finally(() => lookups.delete(id));
    });
  }

  function countRequest(id: string): void {
    const count = (waiting.get(id) ?? 0) + 1;
    waiting.delete(id); // so that it comes last
    waiting.set(id, count);
    const [oldest = id] = waiting.keys();
    if (waiting.size > maxWaiting) waiting.delete(oldest);
  }

  /**
   * Spends budget on the ID that most requests named (among equals, the last named) and returns it; undefined if the
   * budget allows none.
   */
  function takeNext(): string | undefined {
    const refills = Math.floor((clock.now() - refilledAt) / budget.refillMs);
    if (refills > 0) {
      lookupsLeft = Math.min(budget.size, lookupsLeft + refills);
      refilledAt += refills * budget.refillMs;
    }
    if (lookupsLeft === 0) return undefined;
    let next: string | undefined;
    let most = 0;
    for (const [id, count] of waiting)
      if (count >= most) {
        next = id;
        most = count;
      }
    if (most === 0 || (most === 1 && lookupsLeft <= budget.reservedForRepeated)) return undefined;
    lookupsLeft -= 1;
    return next;
  }

  return async (id: string): Promise<CryptoKey | 'busy' | undefined> => {
    const now = clock.now();
    const known = keys.get(id);
    if (known) return known.until > now ? known.key : lookUp(id);
    for (const [each, until] of unknown) if (until <= now) unknown.delete(each);
    if (unknown.has(id)) return undefined;
    if (lookups.has(id)) return lookUp(id);
    countRequest(id);
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      if (next === id) return lookUp(id);
      // No request waits for this lookup: if it fails, the next request that names the ID repeats it.
      lookUp(next).catch(() => {});
    }
    return 'busy';
  };
}
