import type { EventSubSubscription } from '../resources/event-sub.ts';
import { failure } from './failure.ts';
import type { WantedSubscription } from './messages.ts';

/** Subscriptions, by key. */
export type SubscriptionList = ReadonlyMap<string, WantedSubscription>;

/** A change to the list of wanted subscriptions. */
export interface ListChange {
  /** `set`: the named subscriptions are the whole list. `add` and `remove` leave all others as they are. */
  readonly kind: 'set' | 'add' | 'remove';
  /** The subscriptions that it names. */
  readonly named: SubscriptionList;
  /** Whether a caller waits for the change. Named subscriptions that were refused are then tried again. */
  readonly isAwaited: boolean;
  /** Reads the list again, if other processes may change it. */
  readAgain?(): Promise<SubscriptionList>;
}

/** Returns the list after a change. */
export function listAfter({ kind, named }: ListChange, before: SubscriptionList): SubscriptionList {
  if (kind === 'remove') return new Map([...before].filter(([key]) => !named.has(key)));
  return kind === 'add' ? new Map([...before, ...named]) : named;
}

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

/**
 * Returns an app's subscriptions by their keys.
 *
 * @param name The name of the array in errors.
 * @throws ApiError `invalid_params` if one is invalid.
 */
export function readList(operation: string, wanted: readonly WantedSubscription[], name = 'subscriptions') {
  const problem = problemOfWanted(wanted, name);
  if (problem !== undefined) throw failure(operation, 'invalid_params', problem);
  return new Map(wanted.map((each) => [keyOf(each), each]));
}

function problemOfWanted(wanted: readonly WantedSubscription[], name: string): string | undefined {
  if (!Array.isArray(wanted)) return `${name} must be an array of { type, version, condition }`;
  for (const [index, each] of wanted.entries()) {
    const { type, version, condition } = Object(each) as Partial<Record<'type' | 'version' | 'condition', unknown>>;
    const at = `${name}[${index}]`;
    if (typeof type !== 'string' || type === '') return `${at}.type must be an event type, such as "stream.online"`;
    if (typeof version !== 'string' || version === '') return `${at}.version must be a string, such as "1"`;
    if (typeof condition !== 'object' || condition === null)
      return `${at}.condition must be an object, such as { broadcaster_user_id: "1234" }`;
  }
  return undefined;
}
