import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel, publishModeration } from './publish.ts';
import { timestamp } from './values.ts';

/** A channel's Shield Mode; who switched it on last, and when. */
export interface Shield {
  readonly is_active: boolean;
  readonly moderator_id: string;
  readonly moderator_login: string;
  readonly moderator_name: string;
  readonly last_activated_at: string;
}

/** How a channel treats a user it does not trust. */
export type Treatment = 'ACTIVE_MONITORING' | 'RESTRICTED';

/** What channels do about users short of banning them. */
export interface Safety {
  shield(broadcasterId: string): Shield;
  /** Switching to what it is already is no change. */
  switchShield(broadcasterId: string, moderatorId: string, isActive: boolean): void;
  /** Warns a user, who cannot chat until it is acknowledged; a new warning replaces an old one. */
  warn(broadcasterId: string, moderatorId: string, userId: string, reason: string): void;
  isWarned(broadcasterId: string, userId: string): boolean;
  acknowledge(broadcasterId: string, userId: string): void;
  treatment(broadcasterId: string, userId: string): Treatment | undefined;
  /** Nothing for `treatment` ends it. */
  treat(broadcasterId: string, moderatorId: string, userId: string, treatment?: Treatment): void;
}

/** Makes the register; every shield is down, and everybody is trusted. */
export function createSafety({ clock, world }: WorldContext): Safety {
  const shields = new Map<string, Shield>();
  const warnings = new Set<string>();
  const treatments = new Map<string, Treatment>();
  const key = (broadcasterId: string, userId: string) => `${broadcasterId}/${userId}`;
  const none = { is_active: false, moderator_id: '', moderator_login: '', moderator_name: '', last_activated_at: '' };

  return {
    shield: (broadcasterId) => shields.get(broadcasterId) ?? none,
    switchShield(broadcasterId, moderatorId, isActive) {
      const before = shields.get(broadcasterId) ?? none;
      if (before.is_active === isActive) return;
      const now = timestamp(clock.now());
      const activated = { ...named(world, 'moderator', moderatorId), last_activated_at: now };
      shields.set(broadcasterId, { ...before, ...(isActive && activated), is_active: isActive });
      publishInChannel(world, broadcasterId, `channel.shield_mode.${isActive ? 'begin' : 'end'}`, {
        ...named(world, 'moderator_user', moderatorId),
        [isActive ? 'started_at' : 'ended_at']: now,
      });
    },
    warn(broadcasterId, moderatorId, userId, reason) {
      warnings.add(key(broadcasterId, userId));
      const warning = { ...named(world, 'user', userId), reason, chat_rules_cited: [] };
      const moderator = named(world, 'moderator_user', moderatorId);
      publishInChannel(world, broadcasterId, 'channel.warning.send', { ...moderator, ...warning });
      publishModeration(world, broadcasterId, moderatorId, 'warn', { warn: warning });
    },
    isWarned: (broadcasterId, userId) => warnings.has(key(broadcasterId, userId)),
    acknowledge(broadcasterId, userId) {
      warnings.delete(key(broadcasterId, userId));
      publishInChannel(world, broadcasterId, 'channel.warning.acknowledge', named(world, 'user', userId));
    },
    treatment: (broadcasterId, userId) => treatments.get(key(broadcasterId, userId)),
    treat(broadcasterId, moderatorId, userId, treatment) {
      if (treatment) treatments.set(key(broadcasterId, userId), treatment);
      else treatments.delete(key(broadcasterId, userId));
      publishInChannel(world, broadcasterId, 'channel.suspicious_user.update', {
        ...named(world, 'moderator_user', moderatorId),
        ...named(world, 'user', userId),
        low_trust_status: treatment?.toLowerCase() ?? 'none',
      });
    },
  };
}
