import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { isoTime } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import type { User, UserReference } from '../data/users.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { type BankError, bankError, Refusal, refuse } from '../errors.ts';
import { opaqueId, uuid } from '../ids.ts';
import { refuseMissing } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { presentItem } from '../wire/item.ts';

/** A client's data about a user, in the new format or the old one. */
interface Identities {
  readonly identity?: User['identity'];
  readonly consumer_report_user_identity?: User['identity'];
}

type FiredUserWebhook = Of<'webhook' | 'webhook_type' | 'webhook_code'>;

const day = 86_400_000;

/** Products that a call can refresh on each of a user's Items. Liabilities are generated at each call anyway. */
const refreshes = {
  transactions: (item: Item) => item.feed.refresh(),
  investments: (item: Item) => item.portfolio().refresh(),
  liabilities: () => {},
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

/** Users, who can have several Items each. */
export class Users {
  private readonly clock: Clock;
  private readonly items: Items;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly users = new Map<string, User>();
  private readonly thirdPartyTokens = new Map<string, { user: User; expiresAt: number }>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random }: SandboxContext,
    { items, webhooks }: { readonly items: Items; readonly webhooks: Webhooks },
  ) {
    this.clock = clock;
    this.items = items;
    this.webhooks = webhooks;
    this.draw = random('users');
    this.endpoints = this.makeEndpoints();
  }

  byId(id: string) {
    return this.users.get(id) ?? refuse('INVALID_USER_ID');
  }

  itemsOf({ id }: User) {
    return this.items.linked().filter((item) => item.userId === id);
  }

  /** Returns the user of a request, which must name one by ID or by token, but not by both. */
  find({ user_id, user_token }: UserReference): User {
    if (user_id !== undefined && user_token !== undefined)
      refuse('INVALID_FIELD', 'user_token must be absent when user_id is given');
    if (user_id !== undefined) return this.byId(user_id);
    if (user_token === undefined) refuseMissing('user_id');
    return [...this.users.values()].find(({ token }) => token === user_token) ?? refuse('INVALID_USER_TOKEN');
  }

  /** Returns the user of a third-party token. Refuses expired tokens. */
  ofShared(token: string): User {
    const grant = this.thirdPartyTokens.get(token);
    return grant && grant.expiresAt > this.clock.now() ? grant.user : refuse('INVALID_USER_TOKEN');
  }

  /** Returns the Items with these IDs. Refuses the request if one of them is not among `known`. */
  private named(known: readonly Item[], ids: readonly string[]): readonly Item[] {
    return ids.map((id) => known.find((item) => item.id === id) ?? refuse('ITEM_NOT_FOUND'));
  }

  private setIdentity(user: User, identity: User['identity']): void {
    user.identity = identity;
    user.updatedAt = this.clock.now();
  }

  /** Refreshes some products of each of the user's Items. Each refresh can fail on its own. */
  private refresh(user: User, ...products: readonly (keyof typeof refreshes)[]) {
    if (user.isTerminated) refuse('PRODUCT_NOT_ENABLED');
    const results = this.itemsOf(user).flatMap((item) =>
      products.map((product) => ({ item_id: item.id, product, error: refreshProduct(item, product) })),
    );
    return { user_id: user.id, results };
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /user/create': ({ body }: Call<Identities & { client_user_id: string; with_upgraded_user?: boolean }>) => {
        const { client_user_id: clientUserId, identity, consumer_report_user_identity: old } = body;
        if (old && (identity || body.with_upgraded_user))
          refuse('INVALID_FIELD', 'consumer_report_user_identity must be absent for users of the new kind');
        if ([...this.users.values()].some((user) => user.clientUserId === clientUserId))
          refuse('INVALID_FIELD', 'client_user_id must not belong to an existing user');
        const id = old ? opaqueId(this.draw) : `usr_${this.draw.text(14)}`;
        const token = old ? `user-sandbox-${uuid(this.draw)}` : undefined;
        const now = this.clock.now();
        const about = { clientUserId, createdAt: now, updatedAt: now, identity: identity ?? old, isTerminated: false };
        this.users.set(id, { id, token, ...about });
        return { user_id: id, user_token: token };
      },
      'POST /user/get': ({ body: { user_id } }: Call<Of<'user_id'>>) => {
        const user = this.byId(user_id);
        if (user.token !== undefined) refuse('INVALID_USER_ID'); // it only knows users of the new kind
        return {
          user_id,
          client_user_id: user.clientUserId,
          created_at: isoTime(user.createdAt),
          updated_at: isoTime(user.updatedAt),
          identity: user.identity ?? null,
        };
      },
      'POST /user/update': ({
        body: { identity, consumer_report_user_identity: old, ...body },
      }: Call<Identities & UserReference>) => {
        const user = this.find(body);
        const [changes, other] = user.token === undefined ? [identity, old] : [old, identity];
        if (other) refuse('INVALID_FIELD', 'identity must be of the kind that the user was created with');
        this.setIdentity(user, { ...user.identity, ...changes });
      },
      'POST /user/remove': ({ body }: Call<UserReference>) => {
        const user = this.find(body);
        for (const item of this.itemsOf(user)) this.items.remove(item);
        for (const [token, grant] of this.thirdPartyTokens)
          if (grant.user === user) this.thirdPartyTokens.delete(token);
        this.users.delete(user.id);
      },
      'POST /user/identity/remove': ({ body: { user_id } }: Call<Of<'user_id'>>) =>
        this.setIdentity(this.byId(user_id), undefined),
      'POST /user/products/terminate': ({ body: { user_id } }: Call<Of<'user_id'>>) => {
        this.byId(user_id).isTerminated = true;
      },
      ...this.itemEndpoints(),
      ...this.sharingEndpoints(),
    };
  }

  private itemEndpoints(): Endpoints {
    return {
      'POST /user/items/get': ({ body }: Call<UserReference>) => ({
        items: this.itemsOf(this.find(body)).map(presentItem),
      }),
      'POST /user/items/associate': ({ body: { user_id, item_ids } }: Call<Of<'user_id'> & { item_ids: string[] }>) => {
        const user = this.byId(user_id);
        for (const item of this.named(this.items.linked(), item_ids)) item.userId = user.id;
      },
      'POST /user/items/remove': ({ body: { item_ids, ...body } }: Call<UserReference & { item_ids: string[] }>) => {
        for (const item of new Set(this.named(this.itemsOf(this.find(body)), item_ids))) this.items.remove(item);
      },
      'POST /sandbox/user/reset_login': ({
        body: { item_ids = [], ...body },
      }: Call<UserReference & { item_ids?: string[] }>) => {
        const own = this.itemsOf(this.find(body));
        for (const item of item_ids.length > 0 ? this.named(own, item_ids) : own) item.fail('ITEM_LOGIN_REQUIRED');
      },
      'POST /sandbox/user/fire_webhook': ({
        body: { webhook, webhook_type, webhook_code, ...body },
      }: Call<UserReference & FiredUserWebhook>) => {
        const { id, token } = this.find(body);
        const isOfNewKind = webhook_code.startsWith('USER_');
        if (isOfNewKind !== (token === undefined))
          refuse(
            'INVALID_FIELD',
            'webhook_code must begin with USER_ for users without a user_token, and for no others',
          );
        return { webhook_fired: this.webhooks.send(webhook, { webhook_type, webhook_code, user_id: id }) };
      },
    };
  }

  /** Creates the endpoints for tokens of third parties and for refreshes. */
  private sharingEndpoints(): Endpoints {
    return {
      'POST /user/third_party_token/create': ({
        body: { expiration_time, ...body },
      }: Call<UserReference & { expiration_time?: string }>) => {
        const now = this.clock.now();
        const expiresAt = expiration_time === undefined ? now + day : Date.parse(expiration_time);
        if (expiresAt <= now || expiresAt > now + day)
          refuse('INVALID_FIELD', 'expiration_time must be within the next 24 hours');
        const third_party_user_token = `third-party-user-sandbox-${uuid(this.draw)}`;
        this.thirdPartyTokens.set(third_party_user_token, { user: this.find(body), expiresAt });
        return { third_party_user_token };
      },
      'POST /user/third_party_token/remove': ({
        body: { third_party_user_token },
      }: Call<Of<'third_party_user_token'>>) => {
        this.ofShared(third_party_user_token);
        return { removed: this.thirdPartyTokens.delete(third_party_user_token) };
      },
      'POST /user/transactions/refresh': ({ body: { user_id } }: Call<Of<'user_id'>>) =>
        this.refresh(this.byId(user_id), 'transactions'),
      'POST /user/financial_data/refresh': ({ body: { user_id } }: Call<Of<'user_id'>>) =>
        this.refresh(this.byId(user_id), 'transactions', 'investments', 'liabilities'),
    };
  }

  list() {
    return [...this.users.values()];
  }
}
