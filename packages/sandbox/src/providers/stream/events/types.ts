import events from './events.json' with { type: 'json' };

/** A subscription type in one version. */
export interface EventType {
  readonly type: string;
  readonly version: string;
  /** Fields its condition must have. */
  readonly required: readonly string[];
  /** Fields its condition may have; where it must have none, exactly one of these. */
  readonly optional: readonly string[];
  /** The scopes that must have been granted, one of each group. */
  readonly scopes: readonly (readonly string[])[];
  /** The fields of the condition that may name who must have granted them; none where nobody needs to. */
  readonly authorizers: readonly string[];
  /**
   * Consents an app needs to read chat without a user token: the reader's consent to be a bot (`user`), or also the
   * channel's, unless the reader moderates it (`room`).
   */
  readonly bot?: 'user' | 'room';
  /** The field of the condition that must be the ID of the app itself. */
  readonly ownClient?: string;
  /** A default event, with placeholders, or the type and version whose event it is. */
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

/** The type in that version, if it is on offer; without a version the latest one. */
export function findEventType(type: string, version?: string): EventType | undefined {
  return eventTypes.findLast((each) => each.type === type && (version === undefined || each.version === version));
}
