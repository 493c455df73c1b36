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
