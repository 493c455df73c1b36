/** A user's grant to an app, as tests see it. */
export interface SandboxGrant {
  /** Client ID of the app that the user allowed. */
  readonly clientId: string;
  /** ID of the user. */
  readonly userId: string;
  /** Scopes that the user granted. */
  readonly scopes: readonly string[];
  /** Time of the user's consent, in Unix milliseconds of the sandbox's clock. */
  readonly authorizedAt: number;
}

/** Properties of a user token. */
export interface IssueUserTokenOptions {
  /** ID of the user. Default: the first of `users()`. */
  userId?: string | undefined;
  /** Scopes that the user grants. Default: none. */
  scopes?: readonly string[] | undefined;
  /** Lifetime of the access token in seconds. Default: the lifetime of all user tokens in this sandbox. */
  expiresInSeconds?: number | undefined;
}

/** A user's tokens, as an app gets them after the user's consent. */
export interface IssuedUserToken {
  /** Access token of the user. */
  readonly accessToken: string;
  /** Refresh token of the user. */
  readonly refreshToken: string;
  /** Time at which the access token expires, in Unix milliseconds of the sandbox's clock. */
  readonly expiresAt: number;
  /** ID of the user. */
  readonly userId: string;
  /** Scopes that the user granted. */
  readonly scopes: readonly string[];
}

/** Conditions for tokens. Unset conditions match all tokens. */
export interface TokenMatch {
  /** This access token, or the tokens of this refresh token. */
  token?: string | undefined;
  /** Kind of token. Default: both kinds. */
  kind?: 'app' | 'user' | undefined;
  /** ID of the user that the tokens belong to. Default: all users. */
  userId?: string | undefined;
}
