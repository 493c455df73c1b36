import { isApiError } from '@x/core';
import type { TerminalSignInOptions } from '@x/oauth/terminal';
import type { Offered } from './api.ts';
import { Refusal } from './refusal.ts';

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
