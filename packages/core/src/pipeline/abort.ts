import type { ApiError } from '../errors.ts';
import type { Operation } from './operation.ts';

/** The reason of a signal with which a client ends a call whose grace period is over. @internal */
export const graceOver: unique symbol = Symbol('graceOver');

/** What an operation rejects with that a closed client refuses. @internal */
export const closedError = (operation: Operation): ApiError =>
  operation.fail('the client was closed with close(). Make calls before closing it, or create another client', {
    code: 'unavailable',
  });

/**
 * What an operation rejects with that a signal has ended: the reason of the signal where that is an Error, else an ApiError `aborted`
 * that has the reason as its cause.
 *
 * @internal
 */
export function abortError(operation: Operation, reason: unknown): unknown {
  if (isError(reason)) return reason;
  if (reason === graceOver)
    return operation.fail(
      'the client was closed, and the call had not ended within graceMs of close(). Increase graceMs, or set a shorter deadlineMs for the call',
      { code: 'unavailable' },
    );
  return operation.fail(
    `the signal of the call was aborted: ${described(reason)}. Nothing is wrong with the call; make it again if its result is still needed`,
    { code: 'aborted', cause: Object.assign(new Error(described(reason)), { name: 'AbortReason' }) },
  );
}

/** Whether a value is an Error, also one of another realm, as under some test runners. */
const isError = (value: unknown): value is Error =>
  value instanceof Error || /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(value));

/** A reason in words. Only strings and numbers are shown: objects may hold anything, and converting them may run their code. */
function described(reason: unknown): string {
  if (typeof reason === 'string' && reason !== '') return reason;
  if (typeof reason === 'number' || typeof reason === 'boolean' || reason === null) return String(reason);
  return `its reason is a value of type ${typeof reason}`;
}
