import type { EventSubSubscription } from '../resources/event-sub.ts';
import type { WantedSubscription } from './messages.ts';

/**
 * Returns a key that is equal for identical subscriptions. It contains the type, the version, and the condition's set
 * fields.
 */
export function keyOf({
  type,
  version,
  condition,
}: Pick<EventSubSubscription, 'type' | 'version'> & { readonly condition: object }): string {
  return JSON.stringify([type, version, fieldsOf(condition)]);
}

/** The fields of a condition that are set, by name. */
export function fieldsOf(condition: object): [name: string, value: string][] {
  const set = Object.entries(condition).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns the problem with a caller's subscriptions, or undefined if there is none. */
export function problemOfWanted(wanted: readonly WantedSubscription[]): string | undefined {
  if (!Array.isArray(wanted)) return 'subscriptions must be an array of { type, version, condition }';
  for (const [index, each] of wanted.entries()) {
    const { type, version, condition } = Object(each) as Partial<Record<'type' | 'version' | 'condition', unknown>>;
    const at = `subscriptions[${index}]`;
    if (typeof type !== 'string' || type === '') return `${at}.type must be an event type, such as "stream.online"`;
    if (typeof version !== 'string' || version === '') return `${at}.version must be a string, such as "1"`;
    if (typeof condition !== 'object' || condition === null)
      return `${at}.condition must be an object, such as { broadcaster_user_id: "1234" }`;
  }
  return undefined;
}
