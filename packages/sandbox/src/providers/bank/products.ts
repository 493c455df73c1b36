import type { Endpoint } from './endpoint.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';

/** Refuses products the client may not ask for, and those that are never asked for by name. */
export function authorizeProducts(asked: readonly string[], allowed: readonly string[]): void {
  const refused = asked.filter((product) => !allowed.includes(product));
  if (refused.length > 0)
    refuse('INVALID_PRODUCT', `client is not authorized to access the following products: ${JSON.stringify(refused)}`);
}

/** Endpoints that only clients of a product may call, whether they name an Item or not. */
export const ofProduct = (product: string, settings: Settings, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, check: () => authorizeProducts([product], settings.products) }));
