import { isApiError } from '@x/core';
import * as v from 'valibot';
import { failure } from './failure.ts';
import { HeldSubscription } from './held-subscription.ts';
import type { WantedSubscription } from './messages.ts';
import type { ShardStore } from './shard-store.ts';
import { keyOf } from './wanted.ts';

const entrySchema = v.object({
  type: v.string(),
  version: v.string(),
  condition: v.record(v.string(), v.string()),
  id: v.optional(v.string()),
  refusal: v.optional(v.object({ code: v.string(), message: v.string() })),
});

/** The list of subscriptions that all processes of a conduit share, and the state of each. */
export class SharedList {
  readonly #store: ShardStore;
  readonly #group: string;
  #text: string | undefined;
  #revision = 0;

  constructor(store: ShardStore, group: string) {
    this.#store = store;
    this.#group = group;
  }

  /** Shares the list with the other processes. */
  async publish(held: readonly HeldSubscription[]): Promise<void> {
    const text = JSON.stringify(held.map(entryOf));
    if (text === this.#text) return;
    this.#revision = await this.#store.share(this.#group, text);
    this.#text = text;
  }

  /** Returns the list of another process if it is newer; undefined if it is not. */
  async read(): Promise<HeldSubscription[] | undefined> {
    const shared = await this.#store.shared(this.#group);
    if (!shared || shared.revision <= this.#revision) return undefined;
    this.#revision = shared.revision;
    this.#text = shared.text;
    return readEntries(shared.text).map(heldOf);
  }

  /** Returns the list if the revision is newer. Restores it if the store has lost it. */
  async follow(revision: number): Promise<HeldSubscription[] | undefined> {
    if (revision > this.#revision) return this.read();
    if (revision < this.#revision && this.#text !== undefined)
      await this.#store.share(this.#group, this.#text, this.#revision);
    return undefined;
  }
}

type Entry = v.InferOutput<typeof entrySchema>;

function readEntries(text: string): Entry[] {
  const entries: unknown = JSON.parse(text);
  if (v.is(v.array(entrySchema), entries)) return entries;
  throw failure('events', 'invalid_response', 'the shard store has a list of subscriptions in another format');
}

function entryOf({ wanted, id, refusal }: HeldSubscription): object {
  const { type, version, condition } = wanted;
  const reason = refusal instanceof Error ? refusal : undefined;
  const code = isApiError(refusal) ? refusal.code : 'rejected';
  return { type, version, condition, id, refusal: reason && { code, message: reason.message } };
}

function heldOf({ type, version, condition, id, refusal }: Entry): HeldSubscription {
  const wanted = { type, version, condition } as object as WantedSubscription;
  const held = new HeldSubscription(wanted, keyOf(wanted as never));
  if (id !== undefined) held.accept({ id, status: 'enabled' });
  if (refusal) {
    const code = refusal.code as Parameters<typeof failure>[1];
    held.refuse(failure('events.setSubscriptions', code, refusal.message.replace(/^events\S*: /, '')));
  }
  return held;
}
