import { slidingWindow, unlimited } from '../../../server/limiter.ts';
import type { Base } from './base.ts';
import type { Channels } from './channels.ts';
import { day, perKey, timestamp, uuid } from './values.ts';

const shoutoutCooldown = 2 * 60_000;
const shoutoutTargetCooldown = 60 * 60_000;
const recipientsPerDay = 40;

/** Creates the register of shoutouts: one every 2 minutes, and one per hour to the same channel. */
export function createShoutouts({ now, named, publish, streamOf }: Base & Channels) {
  const given = new Map<string, number>();
  const isOver = (key: string, span: number) => now() - (given.get(key) ?? Number.NEGATIVE_INFINITY) >= span;
  return {
    isDue: (fromId: string, toId: string) =>
      isOver(fromId, shoutoutCooldown) && isOver(`${fromId}/${toId}`, shoutoutTargetCooldown),
    give(fromId: string, toId: string, moderatorId: string): void {
      given.set(fromId, now()).set(`${fromId}/${toId}`, now());
      const common = { viewer_count: streamOf(fromId)?.viewer_count ?? 0, started_at: timestamp(now()) };
      publish(fromId, 'channel.shoutout.create', {
        ...named('to_broadcaster_user', toId),
        ...named('moderator_user', moderatorId),
        ...common,
        cooldown_ends_at: timestamp(now() + shoutoutCooldown),
        target_cooldown_ends_at: timestamp(now() + shoutoutTargetCooldown),
      });
      publish(toId, 'channel.shoutout.receive', { ...named('from_broadcaster_user', fromId), ...common });
    },
  };
}

/** Creates the register of whispers, empty at first. */
export function createWhispers({ random, clock, now, settings, named, events }: Base) {
  const draw = random('whispers');
  const limit = (count: number, ms: number) => (settings.limited ? slidingWindow(clock, count, ms) : unlimited(count));
  const [perSecond, perMinute] = [limit(3, 1000), limit(100, 60_000)];
  const recipients = perKey((_fromId) => new Map<string, number>());
  const known = new Set<string>();

  return {
    /** Counts a whisper. Returns false beyond 3 per second, 100 per minute, or 40 different recipients per day. */
    allows(fromId: string, toId: string): boolean {
      if (!perSecond.take(fromId).allowed || !perMinute.take(fromId).allowed) return false;
      const recent = new Map([...recipients(fromId)].filter(([, at]) => at > now() - day));
      if (!recent.has(toId) && recent.size >= recipientsPerDay) return false;
      if (!recent.has(toId)) recent.set(toId, now());
      recipients.set(fromId, recent);
      return true;
    },
    /** Sends a whisper, cut to 500 characters, or to 10,000 if the recipient has whispered to the sender before. */
    send(fromId: string, toId: string, text: string): void {
      known.add(`${fromId}/${toId}`);
      const most = known.has(`${toId}/${fromId}`) ? 10_000 : 500;
      const names = { ...named('from_user', fromId), ...named('to_user', toId) };
      const event = { ...names, whisper_id: uuid(draw), whisper: { text: text.slice(0, most) } };
      events.publish({ type: 'user.whisper.message', version: '1', subject: { user_id: toId }, event });
    },
  };
}
