import type { Clock } from '../../../clock.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type BankError, bankError, Refusal, refuse } from '../errors.ts';
import type { Item } from '../items.ts';
import { presentItem } from '../present-item.ts';
import type { User, UserReference, Users } from '../users.ts';

const day = 86_400_000;

interface ById {
  readonly user_id: string;
}

/** What a client knows of a user, in the new form or the old one. */
interface Identities {
  readonly identity?: User['identity'];
  readonly consumer_report_user_identity?: User['identity'];
}

/** Users, who keep Items together. */
export function userEndpoints(clock: Clock, users: Users): Endpoint[] {
  const isoTime = (ms: number) => new Date(ms).toISOString();
  /** Refreshes some products of every Item; each may fail on its own. */
  const refresh = (user: User, products: readonly (keyof typeof refreshes)[]) => {
    if (user.isTerminated) refuse('PRODUCT_NOT_ENABLED');
    const results = users.itemsOf(user).flatMap((item) =>
      products.map((product) => {
        const error = refreshProduct(item, product);
        return { item_id: item.id, product, ...(error && { error }) };
      }),
    );
    return { user_id: user.id, results };
  };

  return [
    endpoint('/user/create', (body: Identities & { client_user_id: string; with_upgraded_user?: boolean }) => {
      const { client_user_id, identity, consumer_report_user_identity: old, with_upgraded_user } = body;
      if (old && (identity || with_upgraded_user))
        refuse('INVALID_FIELD', 'consumer_report_user_identity must be absent for users of the new kind');
      const user = users.create(client_user_id, identity ?? old, old !== undefined);
      return { user_id: user.id, ...(user.token !== undefined && { user_token: user.token }) };
    }),
    endpoint('/user/get', ({ user_id }: ById) => {
      const user = users.byId(user_id);
      if (user.token !== undefined) refuse('INVALID_USER_ID'); // it knows users of the new kind only
      return {
        user_id,
        client_user_id: user.clientUserId,
        created_at: isoTime(user.createdAt),
        updated_at: isoTime(user.updatedAt),
        identity: user.identity ?? null,
      };
    }),
    endpoint(
      '/user/update',
      ({ identity, consumer_report_user_identity: old, ...body }: Identities & UserReference) => {
        const user = users.find(body);
        const [changes, other] = user.token === undefined ? [identity, old] : [old, identity];
        if (other) refuse('INVALID_FIELD', 'identity must be of the kind the user was made with');
        user.identity = { ...user.identity, ...changes };
        user.updatedAt = clock.now();
      },
    ),
    endpoint('/user/remove', (body: UserReference) => users.remove(users.find(body))),
    endpoint('/user/identity/remove', ({ user_id }: ById) => {
      const user = users.byId(user_id);
      user.identity = undefined;
      user.updatedAt = clock.now();
    }),
    endpoint('/user/products/terminate', ({ user_id }: ById) => {
      users.byId(user_id).isTerminated = true;
    }),
    endpoint('/user/items/get', (body: UserReference) => ({ items: users.itemsOf(users.find(body)).map(presentItem) })),
    endpoint('/user/items/associate', ({ user_id, item_ids }: ById & { item_ids: string[] }) =>
      users.associate(users.byId(user_id), item_ids),
    ),
    endpoint('/user/items/remove', ({ item_ids, ...body }: UserReference & { item_ids: string[] }) =>
      users.removeItems(users.find(body), item_ids),
    ),
    endpoint(
      '/user/third_party_token/create',
      ({ expiration_time, ...body }: UserReference & { expiration_time?: string }) => {
        const now = clock.now();
        const expiresAt = expiration_time === undefined ? now + day : Date.parse(expiration_time);
        if (expiresAt <= now || expiresAt > now + day)
          refuse('INVALID_FIELD', 'expiration_time must be within the next 24 hours');
        return { third_party_user_token: users.shareToken(users.find(body), expiresAt) };
      },
    ),
    endpoint('/user/third_party_token/remove', (body: { third_party_user_token: string }) => {
      users.unshareToken(body.third_party_user_token);
      return { removed: true };
    }),
    endpoint('/user/transactions/refresh', ({ user_id }: ById) => refresh(users.byId(user_id), ['transactions'])),
    endpoint('/user/financial_data/refresh', ({ user_id }: ById) =>
      refresh(users.byId(user_id), ['transactions', 'investments', 'liabilities']),
    ),
  ];
}

const refreshes = {
  transactions: (item: Item) => item.feed.refresh(),
  investments: (item: Item) => item.portfolio().refresh(),
  liabilities: () => {}, // made again at each call
};

function refreshProduct(item: Item, product: keyof typeof refreshes): BankError | undefined {
  if (item.error) return item.error;
  if (!item.products.has(product)) return bankError('PRODUCT_NOT_ENABLED');
  try {
    refreshes[product](item);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.error;
    throw error;
  }
}
