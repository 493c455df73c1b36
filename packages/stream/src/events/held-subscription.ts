import type { WantedSubscription } from './messages.ts';
import type { RefusedSubscription } from './reports.ts';

/** A subscription that a listener keeps alive, and its state. */
export class HeldSubscription {
  readonly wanted: WantedSubscription;
  readonly key: string;
  /** The ID at the API; undefined while it does not exist. */
  id: string | undefined;
  /** Whether the API sends its events. It verifies the address of a webhook first. */
  isEnabled = false;
  /** Whether the API has accepted it before. */
  wasAccepted = false;
  /** Whether it is no longer wanted. */
  isRemoved = false;
  /** Whether a caller waits for it, and so learns of a refusal without a report. */
  isAwaited = false;
  /** Error with which the API refused it; it is not tried again. */
  refusal: unknown;
  /** Reason why the last attempt failed, if it is repeated. */
  problem: string | undefined;
  #revokedId: string | undefined;

  constructor(wanted: WantedSubscription, key: string) {
    this.wanted = wanted;
    this.key = key;
  }

  /** Whether nobody needs to wait for it any longer. */
  get isDecided(): boolean {
    return this.id !== undefined || this.refusal !== undefined || this.isRemoved;
  }

  /** Whether its events arrive. */
  get isSubscribed(): boolean {
    return this.id !== undefined && this.isEnabled;
  }

  /** The subscription and its refusal, as callers see it. */
  get shown(): RefusedSubscription {
    return { subscription: this.wanted, error: this.refusal };
  }

  /** Notes that the API has it. The response to its creation may arrive after its revocation. */
  accept({ id, status }: { readonly id: string; readonly status: string }): void {
    if (id === this.#revokedId) return;
    this.id = id;
    this.isEnabled = status === 'enabled';
    this.wasAccepted = true;
    this.refusal = undefined;
    this.problem = undefined;
  }

  /** Notes that it is gone, and has to be created again. */
  lose(): void {
    this.id = undefined;
    this.isEnabled = false;
  }

  refuse(error: unknown): void {
    this.lose();
    this.refusal = error;
  }

  /** Notes that the API has ended the subscription with this ID, unless it has another one by now. */
  revoke(id: string, error: unknown): void {
    if (this.id !== undefined && this.id !== id) return;
    this.#revokedId = id;
    this.refuse(error);
  }
}
