import type { ApiCall, SecretStore } from '@x/core';
import {
  codedError,
  type Endpoint,
  type EndpointMethods,
  type EndpointSpec,
  type ListEndpoint,
  type Provider,
} from '@x/core/provider';
import type * as endpoints from './endpoints.ts';
import type { FollowOptions } from './follow.ts';
import type { BankRequest, SendRequest } from './request.ts';
import type {
  AppliedChanges,
  ApplyPagesOptions,
  SyncAllOptions,
  SyncAllParams,
  TransactionsDelta,
} from './sync-all.ts';

type TokenOptional<Params> = Params extends { access_token: string }
  ? Merged<
      Omit<Params, 'access_token'> & {
        /** Access token of the Item. Default: the one stored under the ID given to `withItem`. */
        access_token?: string | undefined;
      }
    >
  : Params;

type Merged<T> = { [Name in keyof T]: T[Name] };

/** Endpoint declarations whose `access_token` is optional. */
type ItemEndpoints<Tree> = {
  readonly [Name in keyof Tree as Name & string]: Tree[Name] extends ListEndpoint<
    infer Params,
    infer Item,
    infer Options,
    infer Auth
  >
    ? ListEndpoint<TokenOptional<Params>, Item, Options, Auth>
    : Tree[Name] extends Endpoint<infer Params, infer Result, infer Auth>
      ? Endpoint<TokenOptional<Params>, Result, Auth>
      : ItemEndpoints<Tree[Name]>;
};

// tools/declarations writes it out, with names that begin with `WithItem`.
/** All endpoints, as on an Item's client. */
export type WithItemTree = ItemEndpoints<typeof endpoints>;

/** Params of `syncAll` and `follow` whose `access_token` is optional. */
export type ItemSyncAllParams = TokenOptional<SyncAllParams>;

/** Transactions of one Item. */
export interface ItemTransactions extends EndpointMethods<WithItemTree['transactions']> {
  /** Passes everything that changed since `cursor` to `options.apply`, page by page; see `BankTransactions.syncAll`. */
  syncAll(params: ItemSyncAllParams, options: ApplyPagesOptions): ApiCall<AppliedChanges>;
  /** Returns everything that changed since `cursor` as one delta; see `BankTransactions.syncAll`. */
  syncAll(params?: ItemSyncAllParams, options?: SyncAllOptions): ApiCall<TransactionsDelta>;
  /** Yields a delta for each change; see `BankTransactions.follow`. */
  follow(params?: ItemSyncAllParams, options?: FollowOptions): AsyncGenerator<TransactionsDelta, void, undefined>;
}

/** All endpoints for one Item: the `access_token` of calls is optional. */
export interface BankItemClient extends EndpointMethods<WithItemTree>, BankRequest {
  /** Transactions of the Item. */
  readonly transactions: ItemTransactions;
  /** Sends a request to a route that this package has no method for, with the access token of the Item. */
  readonly request: SendRequest<'access_token'>;
}

/**
 * Returns a provider whose calls act for one Item. If a call leaves out `access_token`, it is read from `items`. A
 * client's `withItem` uses this.
 *
 * @param id ID under which the access token is stored. Must not be empty.
 * @param items Store of access tokens. If undefined, every call that needs a token fails with `invalid_params`.
 */
export function withItemToken(provider: Provider, id: string, items: Pick<SecretStore, 'get'> | undefined): Provider {
  if (typeof id !== 'string' || id === '')
    throw codedError(
      'invalid_params',
      `the ID given to withItem must be a non-empty string; got ${id === '' ? 'an empty string' : typeof id}`,
    );
  return {
    ...provider,
    async completeParams(params, endpoint) {
      if (params.access_token !== undefined || !takesAccessToken(endpoint)) return params;
      if (!items)
        throw codedError(
          'invalid_params',
          'withItem needs the option items: pass a secretStore from @x/stores, or pass access_token to the call',
        );
      const access_token = await items.get(id);
      if (access_token === undefined)
        throw codedError(
          'reauthorization_required',
          `no access token is stored for Item "${id}": send the user through Link, then store the token under this ID`,
          'no_grant',
        );
      return { ...params, access_token };
    },
  };
}

/** Custom requests declare no fields, so those on an Item's client always get its token. */
const takesAccessToken = ({ body, docs }: EndpointSpec): boolean =>
  docs === '' || (body !== undefined && 'access_token' in body.entries);
