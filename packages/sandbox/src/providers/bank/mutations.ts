/** Changes still to be made between two pages of a sync loop. */
export interface Mutations {
  /** Arms `times` changes, of one Item or of whichever is paged through. */
  arm(times: number, itemId?: string): void;
  /** Whether a change is due for this Item now; it counts as made. */
  take(itemId: string): boolean;
}

export function createMutations(): Mutations {
  let left = 0;
  let target: string | undefined;
  return {
    arm(times, itemId) {
      left = times;
      target = itemId;
    },
    take(itemId) {
      if (left <= 0 || (target !== undefined && target !== itemId)) return false;
      left -= 1;
      return true;
    },
  };
}
