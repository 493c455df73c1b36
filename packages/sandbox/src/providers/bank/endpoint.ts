import type { Account } from './data/accounts.ts';
import type { DataKind } from './data/consent.ts';
import type { Item } from './data/items.ts';
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

/** Properties of an endpoint besides its request. */
export interface Traits {
  /** It asks for no credentials. */
  readonly isPublic?: true;
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

/** One endpoint, all of which take POST. What its body may hold is in the table of the official file. */
export interface Endpoint extends Traits {
  readonly path: string;
  /**
   * Fields of the response, if any; a `Response` is sent as it is. There is an Item only where the body needs an
   * `access_token`, and a grant, with its Item, where it needs a `processor_token`.
   */
  answer(body: object, item: Item, grant: ProcessorGrant): object | void;
}

/** A body, of which these fields are strings. */
export type Of<Names extends string> = Readonly<Record<Names, string>>;

/** An endpoint whose checked body has the fields of `Body` that it reads. */
export const endpoint = <Body extends object>(
  path: string,
  answer: (body: Body, item: Item, grant: ProcessorGrant) => object | void,
  traits: Traits = {},
): Endpoint => ({ path, ...traits, answer: answer as Endpoint['answer'] });

/** Refuses products the client may not ask for, and those that are never asked for by name. */
export function authorizeProducts(asked: readonly string[], allowed: readonly string[]): void {
  const refused = asked.filter((product) => !allowed.includes(product));
  if (refused.length > 0)
    refuse('INVALID_PRODUCT', `client is not authorized to access the following products: ${JSON.stringify(refused)}`);
}

/** Endpoints that only clients of a product may call, whether they name an Item or not. */
export const ofProduct = (product: string, settings: Settings, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, check: () => authorizeProducts([product], settings.products) }));
