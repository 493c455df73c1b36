/** What a user has allowed an app, as tests look at it. */
export interface SandboxGrant {
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** When the user consented, in Unix milliseconds of the sandbox's clock. */
  readonly authorizedAt: number;
}
