import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import { timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, narrow } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import { limitValue } from '../request/query.ts';

const sold = 45;
const names = { acorn: 'Golden Acorn', confetti: 'Confetti Rain', horn: 'Air Horn' };

/**
 * Creates a product that the app's extension sells for Bits, as the API returns it. `expiration` is empty if it does
 * not expire.
 */
const product = (sku: string, amount: number, display_name: string, is_broadcast: boolean) => ({
  sku,
  cost: { amount, type: 'bits' },
  in_development: false,
  display_name,
  expiration: '',
  is_broadcast,
});

type Product = ReturnType<typeof product>;

/** Creates the shop of the app's extension, with three products at first, and its sales. */
export function createShop(world: World) {
  const { random, epoch, now, users } = world;
  const draw = random('shop');
  const products = new Map(
    Object.entries(names).map(([sku, name], index) => [sku, product(sku, 50 * (index + 1), name, index % 2 === 0)]),
  );
  /** The latest first. */
  const transactions = lazy(() => {
    const { all } = users();
    return Array.from({ length: sold }, (_, index) => {
      const at = epoch - (index * 5 + draw.int(1, 5)) * 3_600_000;
      return createSale(world, draw, draw.pick(all).id, draw.pick(all).id, draw.pick([...products.values()]), at);
    });
  });

  const endpoints: Endpoints = {
    'GET /extensions/transactions'({ query, token, page }) {
      if (query.requiredText('extension_id') !== token.clientId)
        refuse(401, 'The ID in extension_id must match the client ID of the access token.');
      const ids = query.texts('id');
      const known = new Set(transactions().map(({ id }) => id));
      if (ids.some((id) => !known.has(id))) refuse(404, 'One or more of the transactions were not found.');
      return page(narrow(transactions(), ids, ({ id }) => id));
    },
    'GET /bits/extensions'({ query }) {
      const all = query.flag('should_include_all') ?? false;
      const isOnSale = (expiration: string) => !expiration || Date.parse(expiration) > now();
      const listed = [...products.values()].filter((each) => all || isOnSale(each.expiration));
      return listed.sort((one, other) => (one.sku < other.sku ? -1 : 1));
    },
    'PUT /bits/extensions'({ body }) {
      const sku = body.requiredText('sku');
      if (!/^[\w.-]{1,255}$/.test(sku))
        malformed('sku', 'value may only have letters, digits, dashes, underscores and periods');
      const cost = body.object('cost') ?? missing('cost');
      const amount = cost.requiredInt('amount', 1, 10_000);
      cost.requiredChoice('type', ['bits']);
      const name = body.requiredText('display_name');
      limitValue('display_name', name, 255);
      const expiration = body.time('expiration') === undefined ? '' : (body.text('expiration') ?? '');
      const in_development = body.flag('in_development') ?? false;
      const made = product(sku, amount, name, body.flag('is_broadcast') ?? false);
      products.set(sku, Object.assign(made, { in_development, expiration }));
      return [made];
    },
  };
  return {
    endpoints,
    /** Sells a product and returns the ID of the transaction. Throws `RangeError` if there is no such product. */
    sell(broadcasterId: string, userId: string, sku: string): string {
      const sale = products.get(sku);
      if (!sale) throw new RangeError(`the sandbox has no product ${sku}`);
      const transaction = createSale(world, draw, broadcasterId, userId, sale, now());
      transactions().unshift(transaction);
      return transaction.id;
    },
  };
}

const createSale = (
  { settings, named }: World,
  draw: Random,
  broadcasterId: string,
  userId: string,
  sale: Product,
  at: number,
) => ({
  id: uuid(draw),
  timestamp: timestamp(at),
  ...named('broadcaster', broadcasterId),
  ...named('user', userId),
  product_type: 'BITS_IN_EXTENSION',
  product_data: {
    sku: sale.sku,
    domain: `twitch.ext.${settings.clientId}`,
    cost: sale.cost,
    inDevelopment: sale.in_development,
    displayName: sale.display_name,
    expiration: '',
    broadcast: sale.is_broadcast,
  },
});
