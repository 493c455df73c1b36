import { isApiError } from '@x/core';
import { keepRecent, SharedWork } from '@x/core/provider';
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

/** Keys of the API: caches each for `keyTtlMs`, and IDs that the API does not know for a minute. */
export class KeyCache {
  readonly #findKey: FindKey;
  readonly #keyTtlMs: number;
  readonly #clock: { now(): number };
  readonly #known = new Map<string, { readonly key: CryptoKey; readonly until: number }>();
  /** Time until which each unknown ID is not looked up again. */
  readonly #unknown = new Map<string, number>();
  readonly #lookups = new Map<string, SharedWork<CryptoKey | undefined>>();
  /** Number of requests for each ID that waits for a lookup, the most recently used ID last. */
  readonly #waiting = new Map<string, number>();
  #lookupsLeft = budget.size;
  #refilledAt: number;

  constructor(findKey: FindKey, keyTtlMs: number, clock: { now(): number }) {
    this.#findKey = findKey;
    this.#keyTtlMs = keyTtlMs;
    this.#clock = clock;
    this.#refilledAt = clock.now();
  }

  /** Finds a key. Resolves to undefined for an unknown ID, and to `busy` for one whose lookup waits for the budget. */
  async find(id: string): Promise<CryptoKey | 'busy' | undefined> {
    const now = this.#clock.now();
    const known = this.#known.get(id);
    if (known) return known.until > now ? known.key : this.#lookUp(id);
    for (const [each, until] of this.#unknown) if (until <= now) this.#unknown.delete(each);
    if (this.#unknown.has(id)) return undefined;
    if (this.#lookups.has(id)) return this.#lookUp(id);
    keepRecent(this.#waiting, id, (this.#waiting.get(id) ?? 0) + 1, maxWaiting);
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      if (next === id) return this.#lookUp(id);
      // No request waits for this lookup: if it fails, the next request that names the ID repeats it.
      this.#lookUp(next).catch(() => {});
    }
    return 'busy';
  }

  /** Looks up a key; requests that need it at the same time share one lookup. */
  #lookUp(id: string): Promise<CryptoKey | undefined> {
    const lookup = this.#lookups.get(id) ?? new SharedWork();
    this.#lookups.set(id, lookup);
    return lookup.run(() => {
      // The ID starts over even after a failure: one whose lookup always fails would stay first forever.
      this.#waiting.delete(id);
      return this.#ask(id).finally(() => this.#lookups.delete(id));
    });
  }

  async #ask(id: string): Promise<CryptoKey | undefined> {
    const found = await this.#findKey({ key_id: id }).then(undefined, (error: unknown) => {
      if (!isApiError(error, 'not_found')) throw error;
    });
    if (found && found.expired_at === null && found.alg === 'ES256') {
      const { kty, crv, x, y } = found;
      const key = (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey;
      this.#known.set(id, { key, until: this.#clock.now() + this.#keyTtlMs });
      return key;
    }
    this.#known.delete(id);
    this.#unknown.set(id, this.#clock.now() + unknownMs);
    return undefined;
  }

  /**
   * Spends budget on the ID that most requests named (among equals, the last named) and returns it; undefined if the
   * budget allows none.
   */
  #takeNext(): string | undefined {
    const refills = Math.floor((this.#clock.now() - this.#refilledAt) / budget.refillMs);
    if (refills > 0) {
      this.#lookupsLeft = Math.min(budget.size, this.#lookupsLeft + refills);
      this.#refilledAt += refills * budget.refillMs;
    }
    if (this.#lookupsLeft === 0) return undefined;
    let next: string | undefined;
    let most = 0;
    for (const [id, count] of this.#waiting)
      if (count >= most) {
        next = id;
        most = count;
      }
    if (most === 0 || (most === 1 && this.#lookupsLeft <= budget.reservedForRepeated)) return undefined;
    this.#lookupsLeft -= 1;
    return next;
  }
}
