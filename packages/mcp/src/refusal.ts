import { isApiError } from '@x/core';
import type { TerminalSignInOptions } from '@x/oauth/terminal';
import type { Offered } from './api.ts';

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

/** Ways to show a page on which a person signs in. */
type How = Pick<TerminalSignInOptions, 'say' | 'open' | 'signal'>;

/** Refusal of a call that needs a user who has not signed in. */
export class SignInNeeded extends Refusal {
  /** Shows the page on which the user signs in, and resolves when they have. */
  readonly signIn: (how: How) => Promise<unknown>;

  constructor(
    provider: string,
    operation: string,
    account: string | undefined,
    allowWrite: readonly string[] = [],
    signIn: SignInNeeded['signIn'],
  ) {
    const own = allowWrite.filter((pattern) => pattern.startsWith('*') || pattern.startsWith(`${provider}.`));
    const more = own.map((pattern) => ` --allow-write '${pattern}'`);
    super(
      'unauthenticated',
      `${provider}.${operation} needs a user, and nobody has signed in${account === undefined ? '' : ` as ${account}`}`,
      `Ask the user to run: ${loginCommand(provider, account, more.join(''))}. Then call again`,
    );
    this.signIn = signIn;
  }
}

/** Returns the command with which a person signs in. */
export function loginCommand(provider: string, account?: string, more = ''): string {
  const option = provider === 'bank' ? '--item' : '--account';
  const name = /^[\w.@-]+$/.test(account ?? '') ? account : JSON.stringify(account);
  return `npx @x/mcp login ${provider}${account === undefined ? '' : ` ${option} ${name}`}${more}`;
}

/** Returns what to do about an error of a call that another sign-in repairs; undefined for all others. */
export function signInAgain(
  error: unknown,
  { api, operation, name }: Offered,
  account = api.accounts?.[0],
): string | undefined {
  const { provider } = api.catalog;
  if (typeof api.client !== 'function' || api.runsOn || !isApiError(error)) return undefined;
  const run = (more: string) => `Ask the user to run: ${loginCommand(provider, account, more)}. Then call again`;
  if (error.code === 'reauthorization_required') return run(provider === 'bank' ? ' --repair' : '');
  const lacksScope = error.code === 'permission_denied' && operation.scopes !== undefined && account !== undefined;
  return lacksScope ? run(operation.access === 'read' ? '' : ` --allow-write ${name}`) : undefined;
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
