import type { SandboxContext } from '../../context.ts';
import { refuse } from './errors.ts';
import { opaqueId, uuid } from './ids.ts';
import type { Item, Items } from './items.ts';
import { refuseMissing } from './request.ts';

/** Somebody whose Items a client keeps together. */
export interface User {
  readonly id: string;
  /** Only of users made in the old way. */
  readonly token: string | undefined;
  readonly clientUserId: string;
  readonly createdAt: number;
  updatedAt: number;
  /** What the client said about them, as it said it. */
  identity: Readonly<Record<string, unknown>> | undefined;
  /** The products that go with the user, not with an Item, are over. */
  isTerminated: boolean;
}

/** How a request names a user. */
export interface UserReference {
  readonly user_id?: string | undefined;
  readonly user_token?: string | undefined;
}

/** Every user of the sandbox. */
export function createUsers({ clock, random }: SandboxContext, items: Items) {
  const draw = random('users');
  const users = new Map<string, User>();
  const thirdPartyTokens = new Map<string, { user: User; expiresAt: number }>();

  const byId = (id: string) => users.get(id) ?? refuse('INVALID_USER_ID');
  const itemsOf = ({ id }: User) => items.everMade().filter((item) => item.userId === id && !items.isRemoved(item));

  /** The user that a token for somebody else is for; refuses those that are over. */
  function ofShared(token: string): User {
    const grant = thirdPartyTokens.get(token);
    return grant && grant.expiresAt > clock.now() ? grant.user : refuse('INVALID_USER_TOKEN');
  }

  return {
    /** Makes a user; `isLegacy` adds a token. */
    create(clientUserId: string, identity: User['identity'], isLegacy: boolean): User {
      if ([...users.values()].some((user) => user.clientUserId === clientUserId))
        refuse('INVALID_FIELD', 'client_user_id must be one that no user has yet');
      const user: User = {
        id: isLegacy ? opaqueId(draw) : `usr_${draw.text(14)}`,
        token: isLegacy ? `user-sandbox-${uuid(draw)}` : undefined,
        clientUserId,
        createdAt: clock.now(),
        updatedAt: clock.now(),
        identity,
        isTerminated: false,
      };
      users.set(user.id, user);
      return user;
    },
    byId,
    list: () => [...users.values()],
    /** The user of a request, which must name one in one way. */
    find({ user_id, user_token }: UserReference): User {
      if (user_id !== undefined && user_token !== undefined)
        refuse('INVALID_FIELD', 'user_token must be absent when user_id is given');
      if (user_id !== undefined) return byId(user_id);
      if (user_token === undefined) refuseMissing('user_id');
      return [...users.values()].find(({ token }) => token === user_token) ?? refuse('INVALID_USER_TOKEN');
    },
    itemsOf,
    /** Moves Items to a user, away from their previous owner. */
    associate(user: User, ids: readonly string[]): void {
      const found = ids.map(
        (id) => items.everMade().find((item) => item.id === id && !items.isRemoved(item)) ?? refuse('ITEM_NOT_FOUND'),
      );
      for (const item of found) item.userId = user.id;
    },
    /** Removes some Items of a user; none, when one of them is not theirs. */
    removeItems(user: User, ids: readonly string[]): void {
      const own = itemsOf(user);
      const found = ids.map((id): Item => own.find((item) => item.id === id) ?? refuse('ITEM_NOT_FOUND'));
      for (const item of new Set(found)) items.remove(item);
    },
    /** Forgets a user, with their Items and the tokens others have for them. */
    remove(user: User): void {
      for (const item of itemsOf(user)) items.remove(item);
      for (const [token, grant] of thirdPartyTokens) if (grant.user === user) thirdPartyTokens.delete(token);
      users.delete(user.id);
    },
    /** A token for somebody else, good until `expiresAt`. */
    shareToken(user: User, expiresAt: number): string {
      const token = `third-party-user-sandbox-${uuid(draw)}`;
      thirdPartyTokens.set(token, { user, expiresAt });
      return token;
    },
    ofShared,
    /** Ends such a token. */
    unshareToken(token: string): void {
      ofShared(token);
      thirdPartyTokens.delete(token);
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
