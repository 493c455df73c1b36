import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { timestamp, uuid } from './values.ts';

/** Something the app's extension sells for Bits, as the API answers it. */
export interface Product {
  readonly sku: string;
  readonly cost: { readonly amount: number; readonly type: 'bits' };
  readonly in_development: boolean;
  readonly display_name: string;
  /** Empty for one that does not expire. */
  readonly expiration: string;
  readonly is_broadcast: boolean;
}

/** A sale, as the API answers it. */
export interface Transaction {
  readonly id: string;
  readonly timestamp: string;
  readonly broadcaster_id: string;
  readonly broadcaster_login: string;
  readonly broadcaster_name: string;
  readonly user_id: string;
  readonly user_login: string;
  readonly user_name: string;
  readonly product_type: 'BITS_IN_EXTENSION';
  readonly product_data: object;
}

/** What the app's extension sells, and has sold. */
export interface Shop {
  /** By SKU. */
  readonly products: Map<string, Product>;
  /** The latest first. */
  readonly transactions: Transaction[];
  sell(broadcasterId: string, userId: string, product: Product): Transaction;
}

const sold = 45;

/** Makes three products and their past sales. */
export function createShop({ random, settings, world, epoch }: WorldContext): Shop {
  const draw = random('shop');
  const names = { acorn: 'Golden Acorn', confetti: 'Confetti Rain', horn: 'Air Horn' };
  const products = new Map(
    Object.entries(names).map(([sku, display_name], index): [string, Product] => [
      sku,
      {
        sku,
        cost: { amount: 50 * (index + 1), type: 'bits' },
        in_development: false,
        display_name,
        expiration: '',
        is_broadcast: index % 2 === 0,
      },
    ]),
  );

  function make(broadcasterId: string, userId: string, product: Product, at: number): Transaction {
    return {
      id: uuid(draw),
      timestamp: timestamp(at),
      ...named(world, 'broadcaster', broadcasterId),
      ...named(world, 'user', userId),
      product_type: 'BITS_IN_EXTENSION',
      product_data: {
        sku: product.sku,
        domain: `twitch.ext.${settings.clientId}`,
        cost: product.cost,
        inDevelopment: product.in_development,
        displayName: product.display_name,
        expiration: '',
        broadcast: product.is_broadcast,
      },
    };
  }

  const users = world.users().all;
  const transactions = Array.from({ length: sold }, (_, index) => {
    const at = epoch - (index * 5 + draw.int(1, 5)) * 3_600_000;
    return make(draw.pick(users).id, draw.pick(users).id, draw.pick([...products.values()]), at);
  });
  return {
    products,
    transactions,
    sell(broadcasterId, userId, product) {
      const transaction = make(broadcasterId, userId, product, world.now());
      transactions.unshift(transaction);
      world.events.publish({
        type: 'extension.bits_transaction.create',
        version: '1',
        subject: { extension_client_id: settings.clientId },
        event: {
          extension_client_id: settings.clientId,
          id: transaction.id,
          ...named(world, 'broadcaster_user', broadcasterId),
          ...named(world, 'user', userId),
          product: {
            name: product.display_name,
            bits: product.cost.amount,
            sku: product.sku,
            in_development: product.in_development,
          },
        },
      });
      return transaction;
    },
  };
}
