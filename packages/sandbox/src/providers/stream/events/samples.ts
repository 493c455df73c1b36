import { timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import { type EventType, findEventType } from './types.ts';

/** The ID of the object that a sample is about. */
const id = '5f1c9d3e-7a24-4b86-9c0d-2e8b6a417f05';

/**
 * Returns a realistic event of a type, about the users that `subject` names, or others if it names none. In the type's
 * sample, `"...user": "viewer"` stands for the three fields that name the viewer, `"@60"` for a time in 60 seconds, and
 * `"$id"` for one of the values below.
 */
export function sampleEvent(
  settings: Settings,
  world: World,
  type: EventType,
  subject: Readonly<Record<string, string>>,
): object {
  const [first, second] = world.users().all;
  const channel =
    subject.broadcaster_user_id ?? subject.broadcaster_id ?? subject.to_broadcaster_user_id ?? first?.id ?? '';
  const viewer = subject.user_id ?? (second?.id === channel ? first : second)?.id ?? channel;
  const people: Readonly<Record<string, string>> = {
    channel,
    viewer,
    moderator: subject.moderator_user_id ?? channel,
    from: subject.from_broadcaster_user_id ?? viewer,
    to: subject.to_broadcaster_user_id ?? viewer,
  };
  const shown = world.channels().get(channel);
  const values: Readonly<Record<string, unknown>> = {
    organization_id: '9001',
    category_id: '500000',
    campaign_id: id,
    reward_id: id,
    conduit_id: id,
    ...subject,
    id,
    client_id: settings.clientId,
    description: world.users().byId.get(viewer)?.description ?? '',
    title: shown?.title ?? '',
    language: shown?.broadcaster_language ?? 'en',
    game_id: shown?.game_id ?? '',
    game_name: shown?.game_name ?? '',
    labels: shown?.content_classification_labels ?? [],
  };

  function fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null) return fillFields(value);
    if (typeof value !== 'string') return value;
    if (value.startsWith('@')) return timestamp(world.now() + Number(value.slice(1)) * 1000);
    return value.startsWith('$') ? values[value.slice(1)] : value;
  }
  function fillFields(fields: object): object {
    const filled = Object.entries(fields).map(([name, value]) =>
      name.startsWith('...') ? world.named(name.slice(3), people[value] ?? '') : { [name]: fill(value) },
    );
    return Object.assign({}, ...filled);
  }

  const { sample } = type;
  if (typeof sample === 'object') return fillFields(sample);
  const [name = '', version] = sample.split(' ');
  return fillFields(findEventType(name, version)?.sample as object);
}
