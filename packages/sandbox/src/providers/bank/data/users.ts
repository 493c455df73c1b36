/** Somebody whose Items a client keeps together. */
export interface User {
  readonly id: string;
  /** Only of users made in the old way. */
  readonly token: string | undefined;
  readonly clientUserId: string;
  readonly createdAt: number;
  updatedAt: number;
  /** The client's own data about the user, unchanged. */
  identity: Readonly<Record<string, unknown>> | undefined;
  /** The products that go with the user, not with an Item, are over. */
  isTerminated: boolean;
}

/** How a request names a user. */
export interface UserReference {
  readonly user_id?: string | undefined;
  readonly user_token?: string | undefined;
}

/** Finds users, and refuses who is not there. */
export interface UserDirectory {
  byId(id: string): User;
}
