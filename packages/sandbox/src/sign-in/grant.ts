/** What a user has allowed an app, as tests look at it. */
export interface SandboxGrant {
  /** Client ID of the app that the user allowed. */
  readonly clientId: string;
  /** ID of the user. */
  readonly userId: string;
  /** Scopes that the user granted. */
  readonly scopes: readonly string[];
  /** When the user consented, in Unix milliseconds of the sandbox's clock. */
  readonly authorizedAt: number;
}
