import {
  type Bound,
  type Endpoint,
  type EndpointSpec,
  type ListEndpoint,
  type Provider,
  refusal,
  type SecretStore,
} from '@x/core';
import type * as endpoints from './endpoints.ts';
import type { FollowOptions } from './follow.ts';
import type { BankRequest } from './request.ts';
import type { transactions } from './resources/transactions.ts';
import type { SyncAllOptions, SyncAllParams, TransactionsDelta } from './sync-all.ts';

type TokenOptional<Params> = Params extends { access_token: string }
  ? Omit<Params, 'access_token'> & {
      /** Access token of the Item. Default: the one that is stored under the id given to `withItem`. */
      access_token?: string | undefined;
    }
  : Params;

/** Declarations whose `access_token` may be left out. */
type ItemEndpoints<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends ListEndpoint<infer Params, infer Item>
    ? ListEndpoint<TokenOptional<Params>, Item>
    : Tree[Name] extends Endpoint<infer Params, infer Result>
      ? Endpoint<TokenOptional<Params>, Result>
      : ItemEndpoints<Tree[Name]>;
};

/** Params of `syncAll` and `follow` whose `access_token` may be left out. */
export type ItemSyncAllParams = TokenOptional<SyncAllParams>;

/** Transactions of one Item. */
export interface ItemTransactions extends Bound<ItemEndpoints<typeof transactions>> {
  /** Returns everything that changed since `cursor` as one delta; see `BankTransactions.syncAll`. */
  syncAll(params?: ItemSyncAllParams, options?: SyncAllOptions): Promise<TransactionsDelta>;
  /** Returns delta after delta; see `BankTransactions.follow`. */
  follow(params?: ItemSyncAllParams, options?: FollowOptions): AsyncGenerator<TransactionsDelta, void, undefined>;
}

/** All endpoints for one Item: where a call takes an `access_token`, it may be left out. */
export interface BankItemClient extends Bound<ItemEndpoints<typeof endpoints>>, BankRequest {
  readonly transactions: ItemTransactions;
}

/**
 * Lets the calls of a provider act for one Item: an `access_token` that they leave out is read from `items`. `createBankClient`
 * does it with `withItem`.
 *
 * @param id The id under which the access token is stored.
 * @param items Where access tokens are stored. Undefined: every call that needs one fails with `invalid_params`.
 */
export function withItemToken(provider: Provider, id: string, items: Pick<SecretStore, 'get'> | undefined): Provider {
  return {
    ...provider,
    async completeParams(params, endpoint) {
      if (params.access_token !== undefined || !takesAccessToken(endpoint)) return params;
      if (!items)
        throw refusal(
          'invalid_params',
          'withItem needs the option items: pass a secretStore of @x/core, or pass access_token to the call',
        );
      if (typeof id !== 'string' || id === '')
        throw refusal(
          'invalid_params',
          `the id given to withItem must be a non-empty string, got ${id === '' ? 'an empty string' : typeof id}`,
        );
      const access_token = await items.get(id);
      if (access_token === undefined)
        throw refusal(
          'reauthorization_required',
          `no access token is stored for Item "${id}": send the user through Link, then store the token under this id`,
          'no_grant',
        );
      return { ...params, access_token };
    },
  };
}

/** Custom requests name no fields: whoever sends one on the client of an Item means that Item. */
const takesAccessToken = ({ body, docs }: EndpointSpec): boolean =>
  docs === '' || (body !== undefined && 'access_token' in body.entries);
