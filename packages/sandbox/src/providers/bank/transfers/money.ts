import { refuse } from '../errors.ts';

/** Returns the cents of an amount such as `12.34`. Refuses other formats and zero. */
export function centsOf(amount: string, name = 'amount'): number {
  const cents = /^\d+\.\d\d$/.test(amount) ? Math.round(Number(amount) * 100) : 0;
  return Number.isSafeInteger(cents) && cents > 0
    ? cents
    : refuse('INVALID_FIELD', `${name} must be a positive number with two decimal places`);
}

/** Formats an amount as the API does. */
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);

/** Formats a time as Transfer does, without milliseconds. */
export const formatTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Reason why a payment failed or was returned. */
export interface FailureReason {
  readonly failure_code?: string;
  readonly ach_return_code?: string;
  readonly description?: string;
}

/** Whether a status means that the money goes back. */
export const isUndone = (status: string): boolean => ['cancelled', 'failed', 'returned'].includes(status);

/** Returns the reason for a status that a test requests. Refuses a status that may not follow the current one. */
export function reasonOf(next: string, following: readonly string[] = [], given: FailureReason = {}) {
  if (!following.includes(next)) refuse('SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID');
  return isUndone(next) ? given : null;
}

/** Request for a page of a list, newest first, by the number of records before the page. */
export interface PageRequest {
  readonly count: number;
  readonly offset: number;
  readonly start_date?: string;
  readonly end_date?: string;
}

export const pageOf = <T>(newest: readonly T[], { count, offset }: PageRequest): T[] =>
  newest.slice(offset, offset + count);

/**
 * Whether a time is between two others, both inclusive and optional. Milliseconds do not count, because events have
 * none.
 */
export const between = (at: number, start: string | undefined, end: string | undefined): boolean =>
  (start === undefined || at >= Date.parse(start)) && (end === undefined || at <= Date.parse(end) + 999);

/** Whether a record has the values that a request wants in some fields. */
export const fits = (record: object, wanted: object, ...names: readonly string[]): boolean =>
  names.every((name) => [undefined, Reflect.get(record, name)].includes(Reflect.get(wanted, name)));
