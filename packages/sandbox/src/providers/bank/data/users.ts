/** A client's user, who can have several Items. */
export interface User {
  readonly id: string;
  /** Set only for users created in the old way. */
  readonly token: string | undefined;
  readonly clientUserId: string;
  readonly createdAt: number;
  updatedAt: number;
  /** The client's own data about the user, unchanged. */
  identity: Readonly<Record<string, unknown>> | undefined;
  /** Whether the products that belong to the user, not to an Item, have ended. */
  isTerminated: boolean;
}

/** Reference to a user in a request. */
export interface UserReference {
  readonly user_id?: string | undefined;
  readonly user_token?: string | undefined;
}

/** Finds users, and refuses unknown ones. */
export interface UserDirectory {
  byId(id: string): User;
}
