import { createClient } from '@x/core/provider';
import type { FoodClient } from './client.ts';
import { type FoodDatabase, unfinishedSteps } from './local/database.ts';
import { serveFoods } from './local/serve.ts';
import { foodProvider } from './provider.ts';
import { foods } from './resources/foods.ts';

export type { FoodDatabase } from './local/database.ts';
export { type ImportOptions, type ImportProgress, importFoods } from './local/import.ts';

/** Foods in a database of your own, with the same methods as `foods` of a client. */
export interface LocalFoods
  extends Pick<FoodClient['foods'], 'find' | 'findByBarcode' | 'search' | 'get' | 'getMany'> {}

/**
 * Returns the foods of a database that `importFoods` has filled, with the same methods, params and results as a client's
 * `foods`, but without a key, a limit or a network. Search results are ordered by SQLite's relevance, and the records
 * contain only what the downloads contain.
 *
 * @throws Error if the database has no foods, or an import has not ended.
 * @example
 * const foods = createLocalFoods(new DatabaseSync('foods.db'));
 * const [bread] = await foods.find('whole wheat bread');
 */
export function createLocalFoods(database: FoodDatabase): LocalFoods {
  const empty = 'createLocalFoods: the database has no foods. Call importFoods with downloads that contain some';
  let unfinished: string[];
  let first: unknown;
  try {
    unfinished = unfinishedSteps(database);
    first = database.prepare('SELECT fdc_id FROM food LIMIT 1').get();
  } catch (cause) {
    throw new Error(empty, { cause });
  }
  if (unfinished.length > 0)
    throw new Error(
      `createLocalFoods: the import has not ended: ${unfinished.join(', ')}. Call importFoods again to continue it`,
    );
  if (!first) throw new Error(empty);
  const { list: _, ...local } = foods;
  const provider = foodProvider({
    apiKey: 'local',
    baseUrl: 'https://localhost',
    fetch: serveFoods(database),
    rateLimiter: 'off',
    retries: 0,
  });
  return createClient(provider, { foods: local }).foods;
}
