import { type ErrorCode, isApiError } from '@x/core';
import type { Terminal } from './terminal.ts';

/** Codes of errors that the command line itself reports, besides those of calls. */
type OwnCode = 'internal' | 'not_confirmed';

/** Exit codes, by the code of the error. The README documents them. */
export const exitCodes: Readonly<Record<ErrorCode | OwnCode, number>> = {
  internal: 1,
  invalid_params: 2,
  invalid_cursor: 2,
  unauthenticated: 3,
  reauthorization_required: 3,
  permission_denied: 4,
  not_found: 5,
  conflict: 6,
  rejected: 6,
  rate_limited: 7,
  quota_exceeded: 7,
  unavailable: 8,
  network: 8,
  timeout: 8,
  invalid_response: 9,
  not_supported: 10,
  not_confirmed: 11,
  aborted: 130,
};

/** A reason why a command does not run. Its message says what to do. */
export class Problem extends Error {
  readonly code: keyof typeof exitCodes;

  constructor(message: string, code: keyof typeof exitCodes = 'invalid_params') {
    super(message);
    this.code = code;
  }
}

/** An error, as it is printed. */
interface Failure {
  readonly code: keyof typeof exitCodes;
  readonly message: string;
}

const isCode = (code: unknown): code is Failure['code'] => Object.hasOwn(exitCodes, String(code));

/** Describes any error. */
export function describeFailure(error: unknown): Failure {
  if (isApiError(error)) return { ...error.toJSON(), code: error.code, message: error.message };
  // Errors from core that belong to no call have `errorCode`.
  const { code, errorCode = code, message = String(error) } = Object(error) as Record<string, string | undefined>;
  return { code: isCode(errorCode) ? errorCode : 'internal', message };
}

/**
 * Prints an error: one line with the remedy, or JSON.
 *
 * @param hide Removes secrets from the text.
 */
export function printFailure(
  terminal: Terminal,
  error: unknown,
  { asJson = false, hide = (text: string) => text }: { asJson?: boolean; hide?: (text: string) => string } = {},
): void {
  const failure = describeFailure(error);
  const line = failure.message.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  terminal.stderr.write(`${hide(asJson ? JSON.stringify({ error: failure }) : `x: ${line}`)}\n`);
  terminal.exitCode = exitCodes[failure.code];
}
