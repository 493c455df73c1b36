import { slidingWindow, unlimited } from '../../../limiter.ts';
import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { day, uuid } from './values.ts';

/** Private messages. */
export interface Whispers {
  /** Counts a whisper; false over 3 per second, 100 per minute, or 40 different recipients per day. */
  allows(fromId: string, toId: string): boolean;
  /** Sends it, cut to 500 characters, or to 10,000 when the recipient has whispered to the sender before. */
  send(fromId: string, toId: string, text: string): void;
}

const recipientsPerDay = 40;

/** Makes the register of whispers; nobody has whispered yet. */
export function createWhispers({ random, clock, world, settings }: WorldContext): Whispers {
  const draw = random('whispers');
  const perSecond = settings.limited ? slidingWindow(clock, 3, 1000) : unlimited(3);
  const perMinute = settings.limited ? slidingWindow(clock, 100, 60_000) : unlimited(100);
  const recipients = new Map<string, Map<string, number>>();
  const known = new Set<string>();

  return {
    allows(fromId, toId) {
      if (!perSecond.take(fromId).allowed || !perMinute.take(fromId).allowed) return false;
      const since = clock.now() - day;
      const recent = [...(recipients.get(fromId) ?? [])].filter(([, at]) => at > since);
      const isNew = !recent.some(([id]) => id === toId);
      if (isNew && recent.length >= recipientsPerDay) return false;
      recipients.set(fromId, new Map(isNew ? [...recent, [toId, clock.now()]] : recent));
      return true;
    },
    send(fromId, toId, text) {
      known.add(`${fromId}/${toId}`);
      const limit = known.has(`${toId}/${fromId}`) ? 10_000 : 500;
      world.events.publish({
        type: 'user.whisper.message',
        version: '1',
        subject: { user_id: toId },
        event: {
          ...named(world, 'from_user', fromId),
          ...named(world, 'to_user', toId),
          whisper_id: uuid(draw),
          whisper: { text: text.slice(0, limit) },
        },
      });
    },
  };
}
