import type { Settings } from '../options.ts';
import { named } from '../world/named.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { otherSamples } from './samples/others.ts';
import { pointSamples } from './samples/points.ts';
import { roomSamples } from './samples/rooms.ts';
import type { Samples } from './samples/scene.ts';
import { supportSamples } from './samples/support.ts';
import type { EventType } from './types.ts';

const samples: Samples = { ...roomSamples, ...pointSamples, ...supportSamples, ...otherSamples };

/** A faithful event of a type, about the users that `subject` names and others where it names none. */
export function sampleEvent(
  settings: Settings,
  world: World,
  { type, version }: EventType,
  subject: Readonly<Record<string, string>>,
): object {
  const [first, second] = world.users().all;
  const broadcasterId =
    subject.broadcaster_user_id ?? subject.broadcaster_id ?? subject.to_broadcaster_user_id ?? first?.id ?? '';
  const userId = subject.user_id ?? (second?.id === broadcasterId ? first : second)?.id ?? broadcasterId;
  const moderatorId = subject.moderator_user_id ?? broadcasterId;
  const event = samples[type]?.({
    world,
    settings,
    subject: { ...subject, broadcaster_user_id: broadcasterId },
    version,
    channel: named(world, 'broadcaster_user', broadcasterId),
    user: named(world, 'user', userId),
    moderator: named(world, 'moderator_user', moderatorId),
    userId,
    moderatorId,
    at: (seconds = 0) => timestamp(world.now() + seconds * 1000),
  });
  if (!event) throw new RangeError(`EventSub has no sample of ${type}`);
  return event;
}
