import { refuse } from '../errors.ts';

/** Cents of an amount such as `12.34`; refuses anything else, and nothing. */
export function centsOf(amount: string, name = 'amount'): number {
  const cents = /^\d+\.\d\d$/.test(amount) ? Math.round(Number(amount) * 100) : 0;
  return Number.isSafeInteger(cents) && cents > 0
    ? cents
    : refuse('INVALID_FIELD', `${name} must be a positive decimal number with two digits after the point`);
}

/** An amount as the API writes it. */
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);

/** A time as Transfer writes it, without milliseconds. */
export const formatTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Why a payment failed or came back. */
export interface FailureReason {
  readonly failure_code?: string;
  readonly ach_return_code?: string;
  readonly description?: string;
}

/** Whether money goes back with a status. */
export const isUndone = (status: string): boolean => ['cancelled', 'failed', 'returned'].includes(status);

/** The reason of a status that a test asks for; refuses one that may not follow. */
export function reasonOf(next: string, following: readonly string[] = [], given: FailureReason = {}) {
  if (!following.includes(next)) refuse('SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID');
  return isUndone(next) ? given : null;
}

/** A page of a list, newest first, that is addressed by the number of records before it. */
export interface PageRequest {
  readonly count: number;
  readonly offset: number;
  readonly start_date?: string;
  readonly end_date?: string;
}

export const pageOf = <T>(newest: readonly T[], { count, offset }: PageRequest): T[] =>
  newest.slice(offset, offset + count);

/**
 * Whether a time is between two others, both included and optional. Events have no milliseconds, so neither do limits.
 */
export const between = (at: number, start: string | undefined, end: string | undefined): boolean =>
  (start === undefined || at >= Date.parse(start)) && (end === undefined || at <= Date.parse(end) + 999);

/** Whether a record has the values that a request wants of some fields. */
export const fits = (record: object, wanted: object, ...names: readonly string[]): boolean =>
  names.every((name) => [undefined, Reflect.get(record, name)].includes(Reflect.get(wanted, name)));
