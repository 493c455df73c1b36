/** Somebody to sign in as. */
export interface SignInUser {
  readonly id: string;
  /** Name on the page. */
  readonly name: string;
}

/** Where a decision leads: back to the app, or to a page that ends here. */
export type Outcome = { readonly redirectTo: string } | Message;

/** A page with nothing to do on it. */
export interface Message {
  readonly title: string;
  readonly text: string;
  /** Default 200. */
  readonly status?: 400 | 403;
}

/** Question whether the user allows an app's access. */
export interface Question {
  readonly appName: string;
  readonly scopes: readonly string[];
  /** Further text for the page. */
  readonly note?: string;
  /** The user who decides, by id or name, where the request names one. */
  readonly login: string | null;
  /** Whether the user has decided before and need not be asked again. */
  isSettled(userId: string): boolean;
  approve(userId: string): Outcome;
  deny(): Outcome;
}
