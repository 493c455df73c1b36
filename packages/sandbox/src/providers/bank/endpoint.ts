import type * as served from '../../server/endpoints.ts';
import { withFacts } from '../../server/endpoints.ts';
import type { Account } from './data/accounts.ts';
import type { DataKind } from './data/consent.ts';
import type { Item } from './data/item.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';

/** A partner's permissions for one account of an Item. */
export interface ProcessorGrant {
  readonly item: Item;
  readonly account: Account;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Products it may use; empty for all of the Item's. */
  products: readonly string[];
  webhook: string | undefined;
}

/** Facts of an endpoint. The fields of its body are in the table of the official file. */
export interface Facts extends served.EndpointFacts<'none'> {
  /** It works on Items in an error state too. */
  readonly anyState?: true;
  /** Product it belongs to, which is added to an Item that has not got it yet. */
  readonly product?: string;
  /** Product the Item must have already. */
  readonly enabledProduct?: string;
  /** Kind of user data it returns, if the product does not determine it. */
  readonly data?: DataKind;
  /** Product that a processor must be allowed, where the two above do not say. */
  readonly permission?: string;
  /** Refuses a body for a reason that comes before the rate limit, where the above do not say. */
  check?(body: object): void;
}

/** A call that passed the gate. */
export interface Call<Body extends object = object> {
  /** The checked body, without credentials. */
  readonly body: Body;
  /** Only if the body needs an `access_token` or a `processor_token`. */
  readonly item: Item;
  /** Only if the body needs a `processor_token`. */
  readonly grant: ProcessorGrant;
}

export type Endpoints = served.Endpoints<Call, Facts>;
export type Endpoint = served.Endpoint<Call, Facts>;

/** A body, of which these fields are strings. */
export type Of<Names extends string> = Readonly<Record<Names, string>>;

/** Refuses products the client may not ask for, and those that are never asked for by name. */
export function authorizeProducts(asked: readonly string[], allowed: readonly string[]): void {
  const refused = asked.filter((product) => !allowed.includes(product));
  if (refused.length > 0)
    refuse('INVALID_PRODUCT', `client is not authorized to access the following products: ${JSON.stringify(refused)}`);
}

/** Endpoints that only clients of a product may call, whether they name an Item or not. */
export const ofProduct = (product: string, settings: Settings, endpoints: Endpoints): Endpoints =>
  withFacts(endpoints, { check: () => authorizeProducts([product], settings.products) });
