import events from './events.json' with { type: 'json' };

/** A subscription type in one version. */
export interface EventType {
  readonly type: string;
  readonly version: string;
  /** Fields its condition must have. */
  readonly required: readonly string[];
  /** Fields its condition may have. Without required fields, it must have exactly one of these. */
  readonly optional: readonly string[];
  /** Scopes that must have been granted, one of each group. */
  readonly scopes: readonly (readonly string[])[];
  /** Fields of the condition that may name the user who must have granted them; empty if nobody needs to. */
  readonly authorizers: readonly string[];
  /**
   * Consents an app needs to read chat without a user token: the reader's consent to be a bot (`user`), or also the
   * channel's, unless the reader moderates it (`room`).
   */
  readonly bot?: 'user' | 'room';
  /** The field of the condition that must be the ID of the app itself. */
  readonly ownClient?: string;
  /** A default event with placeholders, or the type and version whose event it shares. */
  readonly sample: object | string;
}

const unset = { required: [], optional: [], scopes: [], authorizers: [] };

/** Every subscription type on offer. */
export const eventTypes: readonly EventType[] = Object.entries<object>(events).flatMap(([type, versions]) =>
  Object.entries(versions).map(([version, row]) => ({ ...unset, ...row, type, version })),
);

/** Types that once had a version 1, which the API no longer offers. */
export const retiredTypes = [
  'channel.follow',
  'channel.update',
  'channel.hype_train.begin',
  'channel.hype_train.progress',
  'channel.hype_train.end',
];

/** Returns the type in that version, or in the latest one if none is given; undefined if it is not on offer. */
export function findEventType(type: string, version?: string): EventType | undefined {
  return eventTypes.findLast((each) => each.type === type && (version === undefined || each.version === version));
}
