/** Whom users want to hear nothing of. */
export interface Blocks {
  /** The ids a user has blocked, the latest first. */
  of(userId: string): string[];
  add(userId: string, targetId: string): void;
  remove(userId: string, targetId: string): void;
}

/** Nobody has blocked anybody at first. */
export function createBlocks(): Blocks {
  const blocked = new Map<string, Set<string>>();
  const of = (userId: string) => blocked.get(userId) ?? new Set<string>();
  return {
    of: (userId) => [...of(userId)].reverse(),
    add: (userId, targetId) => void blocked.set(userId, of(userId).add(targetId)),
    remove: (userId, targetId) => void of(userId).delete(targetId),
  };
}
