import type * as served from '../../server/endpoints.ts';
import { withFacts } from '../../server/endpoints.ts';
import type { Account } from './data/accounts.ts';
import type { DataKind } from './data/consent.ts';
import type { Item } from './data/item.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';

/** A partner's access to one account of an Item. */
export interface ProcessorGrant {
  readonly item: Item;
  readonly account: Account;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Products the partner may use; empty for all of the Item's products. */
  products: readonly string[];
  webhook: string | undefined;
}

/** Facts about an endpoint. Its body fields are in the table of the official file. */
export interface Facts extends served.EndpointFacts<'none'> {
  /** Whether it also works on Items in an error state. */
  readonly anyState?: true;
  /** Product it belongs to. It is added to an Item that does not have it yet. */
  readonly product?: string;
  /** Product the Item must already have. */
  readonly enabledProduct?: string;
  /** Kind of user data it returns, if the product does not determine it. */
  readonly data?: DataKind;
  /** Product that a processor must be allowed to use. Default: `enabledProduct` or `product`. */
  readonly permission?: string;
  /** Runs further checks of the body before the rate limit, and refuses it if they fail. */
  check?(body: object): void;
}

/** A call that passed the gate. */
export interface Call<Body extends object = object> {
  /** The checked body, without credentials. */
  readonly body: Body;
  /** Set only if the body requires an `access_token` or a `processor_token`. */
  readonly item: Item;
  /** Set only if the body requires a `processor_token`. */
  readonly grant: ProcessorGrant;
}

export type Endpoints = served.Endpoints<Call, Facts>;
export type Endpoint = served.Endpoint<Call, Facts>;

/** A body in which these fields are strings. */
export type Of<Names extends string> = Readonly<Record<Names, string>>;

/** Refuses products the client may not request, including those that are never requested by name. */
export function authorizeProducts(asked: readonly string[], allowed: readonly string[]): void {
  const refused = asked.filter((product) => !allowed.includes(product));
  if (refused.length > 0)
    refuse('INVALID_PRODUCT', `client is not authorized to access the following products: ${JSON.stringify(refused)}`);
}

/** Restricts endpoints to clients of a product, whether or not requests name an Item. */
export const ofProduct = (product: string, settings: Settings, endpoints: Endpoints): Endpoints =>
  withFacts(endpoints, { check: () => authorizeProducts([product], settings.products) });
