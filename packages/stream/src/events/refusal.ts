import { ApiError, type ErrorCode, isApiError } from '@x/core';
import { type EventSubDefinition, eventSubTypes } from '../event-sub-types.ts';
import { failure } from './failure.ts';
import type { WantedSubscription } from './messages.ts';
import { fieldsOf } from './wanted.ts';

/** Describes a subscription in words: its type, version and condition. */
export function describe({
  type,
  version,
  condition,
}: Pick<WantedSubscription, 'type' | 'version' | 'condition'>): string {
  const fields = fieldsOf(condition).map(([name, value]) => `${name} "${value}"`);
  return `${type} version ${version} (${fields.join(', ')})`;
}

/** Returns groups of scopes. A user has to grant one scope of each group. Returns none if the type is unknown. */
function scopesOf({ type, version }: WantedSubscription): readonly (readonly string[])[] {
  const versions: Readonly<Record<string, EventSubDefinition>> | undefined = eventSubTypes[type];
  return versions?.[version]?.scopes ?? [];
}

/** Returns advice for a subscription that the API refuses. */
function adviseOn(wanted: WantedSubscription, code: ErrorCode, granted: readonly string[] | undefined): string {
  if (code === 'not_supported') return '. Subscribe to the newest version of the type';
  if (code !== 'permission_denied') return '';
  const missing = scopesOf(wanted).filter((group) => !group.some((scope) => granted?.includes(scope)));
  if (missing.length > 0) return `. Ask the user to grant ${missing.map((group) => group.join(' or ')).join(', and ')}`;
  if ('moderator_user_id' in wanted.condition) return '. Check that moderator_user_id is the user, and a moderator';
  return '. Check whose data the condition names';
}

/**
 * Explains why the API refuses a subscription: the error of the call, with what was refused and what to do in its
 * message.
 *
 * @param granted The scopes that the user has granted; undefined if they are not known.
 */
export function explainRefusal(wanted: WantedSubscription, error: unknown, granted?: readonly string[]): unknown {
  if (!isApiError(error)) return error;
  const { message } = Object(error.details) as { message?: unknown };
  const said = typeof message === 'string' && message !== '' ? message : error.message;
  const advice = adviseOn(wanted, error.code, granted);
  const operation = 'events.setSubscriptions';
  const text = `${operation}: ${describe(wanted)} was refused: ${said.replace(/\.$/, '')}${advice}`;
  return new ApiError(text, { ...error, operation, cause: error });
}

/** Creates the error of a subscription that the API has ended. */
export function endedError({ type, version, condition, status }: EndedSubscription): ApiError {
  const what = describe({ type, version, condition } as WantedSubscription);
  const problem =
    status === 'webhook_callback_verification_failed'
      ? `the API could not verify callback for ${what}: it must respond to the challenge within 10 seconds. Pass all requests for it to handle, then call setSubscriptions again`
      : `the API has ended the subscription to ${what}: ${status}. Call setSubscriptions to try it again`;
  return failure('events', 'permission_denied', problem);
}

/** The part of an ended subscription that refusals use. */
interface EndedSubscription {
  readonly type: string;
  readonly version: string;
  readonly condition: object;
  readonly status: string;
}
