import type { ProviderName } from '../provider-name.ts';

/** Auth host whose users sign in. */
export interface SignInHost {
  readonly provider: ProviderName;
  /** Path below the provider's prefix. */
  readonly path: string;
  /** Returns what a scope lets an app do, in words that complete "the app can". */
  describeScope(scope: string): string;
}

export interface SignInUser {
  readonly id: string;
  /** Name on the page. */
  readonly name: string;
}

/** Result of a decision: a redirect to the app, or a final page. */
export type Outcome = { readonly redirectTo: string } | Message;

/** A page that only shows a message. */
export interface Message {
  readonly title: string;
  readonly text: string;
  /** Default 200. */
  readonly status?: 400 | 403;
}

/** An app's request for access, which the user approves or denies. */
export interface Question {
  readonly appName: string;
  readonly scopes: readonly string[];
  /** Additional text for the page. */
  readonly note?: string;
  /** ID or name of the user who decides, if the request names one. */
  readonly login: string | null;
  /** Returns whether the user has decided before and need not be asked again. */
  isSettled(userId: string): boolean;
  approve(userId: string): Outcome;
  deny(): Outcome;
}
