import { keepRecent } from '@x/core/provider';
import { Refusal } from './refusal.ts';

/** Place where a result continues: after a page's items, or after characters of one result. */
export interface Place {
  readonly cursor?: string | undefined;
  readonly skip: number;
}

/** Maximum number of places that are kept. */
const mostPlaces = 1000;

/** Places where results continue. They stay here, so an agent can only return to a place that a result ended at. */
export class Places {
  readonly #places = new Map<string, { readonly place: Place; readonly call: string }>();

  /** Keeps a place, and returns the `next` of its result. */
  keep(place: Place, call: string): string {
    const next = crypto.randomUUID().slice(0, 8);
    keepRecent(this.#places, next, { place, call }, mostPlaces);
    return next;
  }

  /**
   * Finds the place where a call continues.
   *
   * @throws Refusal if the place is gone, or belongs to another call.
   */
  find(next: string | undefined, call: string): Place {
    if (next === undefined) return { skip: 0 };
    const found = this.#places.get(next);
    if (found?.call === call) return found.place;
    throw new Refusal(
      'invalid_cursor',
      found
        ? 'next belongs to a call with other arguments'
        : 'next must come from an earlier result; only the newest are kept',
      found ? 'Repeat the arguments of that call' : 'Leave next out to start again',
    );
  }
}
