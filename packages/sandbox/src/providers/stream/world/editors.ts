import type { WorldContext } from './context.ts';
import type { Follows } from './follows.ts';

/** Somebody who may edit a channel. */
export interface Editor {
  readonly userId: string;
  readonly since: string;
}

/** Who edits whose channel; the API has no call that changes it. */
export interface Editors {
  of(broadcasterId: string): readonly Editor[];
  /** Whether the user may edit the channel: its owner and its editors. */
  edits(userId: string, broadcasterId: string): boolean;
}

/** Makes the two followers of a channel that came after its VIPs its editors. */
export function createEditors({ world }: WorldContext<{ follows(): Follows }>): Editors {
  const of = (broadcasterId: string) =>
    world
      .follows()
      .to(broadcasterId)
      .slice(-10, -8)
      .map(({ userId, followedAt }) => ({ userId, since: followedAt }));
  return {
    of,
    edits: (userId, broadcasterId) =>
      userId === broadcasterId || of(broadcasterId).some((editor) => editor.userId === userId),
  };
}
