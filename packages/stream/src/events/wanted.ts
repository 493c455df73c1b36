import type { EventSubSubscription } from '../resources/eventsub.ts';
import type { WantedSubscription } from './messages.ts';

/** Most subscriptions of one WebSocket session. */
export const maxPerSession = 300;
/** Most WebSocket sessions with subscriptions of one user. */
const maxSessions = 3;

/** Most subscriptions that a listener can have by its transport; undefined where only their cost is limited. */
export const maxWanted = (transport: string | undefined): number | undefined =>
  (transport ?? 'websocket') === 'websocket' ? maxPerSession * maxSessions : undefined;

type Condition = Readonly<Record<string, string | null | undefined>>;

/** What makes two subscriptions the same: type, version, and the fields of the condition that are set. */
export function keyOf({
  type,
  version,
  condition,
}: Pick<EventSubSubscription, 'type' | 'version'> & { readonly condition: Condition }): string {
  const set = Object.entries(condition).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return JSON.stringify([type, version, set.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** What is wrong with the subscriptions that a caller wants, at most `max`; undefined if nothing is. */
export function problemOfWanted(wanted: readonly WantedSubscription[], max: number | undefined): string | undefined {
  if (!Array.isArray(wanted)) return 'subscriptions must be an array of { type, version, condition }';
  for (const [index, each] of wanted.entries()) {
    const { type, version, condition } = Object(each) as Partial<Record<'type' | 'version' | 'condition', unknown>>;
    const at = `subscriptions[${index}]`;
    if (typeof type !== 'string' || type === '') return `${at}.type must be a type of events, such as "stream.online"`;
    if (typeof version !== 'string' || version === '') return `${at}.version must be a string, such as "1"`;
    if (typeof condition !== 'object' || condition === null)
      return `${at}.condition must be an object, such as { broadcaster_user_id: "1234" }`;
  }
  const count = new Set(wanted.map(keyOf)).size;
  if (max !== undefined && count > max)
    return `the API allows ${max} subscriptions per user over WebSocket (${maxSessions} sessions of ${maxPerSession}); got ${count}. Use a conduit or webhooks for more`;
  return undefined;
}
