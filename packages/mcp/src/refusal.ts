import { isApiError } from '@x/core';

/** Reason why a tool does not fulfill a request, with a remedy. */
export class Refusal extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** Creates the refusal of a money operation that nobody confirmed. */
export const notConfirmed = ({ name }: { readonly name: string }): Refusal =>
  new Refusal('not_confirmed', `${name} was not confirmed`, 'Do not try again unless the user asks for it');

const remedies: Readonly<Record<string, string>> = {
  invalid_params: 'Read the params with describe_operation and correct them',
  invalid_cursor: 'Start the list again without next',
  unauthenticated: 'Ask the user to check the credentials that the server was started with',
  reauthorization_required: 'Ask the user to sign in again',
  permission_denied: 'Use another operation, or ask the user for an account that may do this',
  not_found: 'Check the IDs',
  rate_limited: 'Wait, then call again',
  quota_exceeded: 'Wait until the quota resets',
  unavailable: 'Call again later',
  network: 'Call again later',
  timeout: 'Call again',
  not_supported: 'Use the operation that replaces it',
};

/** Describes an error as tools return it: code, message and remedy. */
export function describeError(error: unknown): { code: string; message: string; remedy: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message, remedy: error.remedy };
  if (isApiError(error))
    return { code: error.code, message: error.message, remedy: remedies[error.code] ?? 'Tell the user what happened' };
  const { errorCode, message } = Object(error) as { errorCode?: string; message?: string };
  // Errors from other code may hold anything.
  return errorCode === undefined
    ? { code: 'internal', message: 'the server failed', remedy: 'Tell the user what happened' }
    : { code: errorCode, message: message ?? errorCode, remedy: remedies[errorCode] ?? 'Tell the user what happened' };
}
