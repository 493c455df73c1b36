import { operationsOf } from '@x/core/provider';
import { importEndpoints } from '../../providers.ts';
import type { Provider } from './clients.ts';

/** Every declared operation of all APIs. */
export const operations = Object.entries(await importEndpoints()).flatMap(([provider, tree]) =>
  operationsOf(tree).map(([name, spec]) => ({ provider: provider as Provider, name, spec })),
);
