import { type Endpoint, endpoint } from '../endpoint.ts';
import { authorizeProducts } from '../products.ts';

const paths = [
  ...['create', 'get', 'list', 'cancel', 'event/list', 'event/sync', 'sweep/get', 'sweep/list', 'balance/get'],
  'migrate_account',
].map((name) => `/bank_transfer/${name}`);

/** Bank transfers, which Transfer has replaced: no client that is new has access to them. */
export const closedEndpoints = (): Endpoint[] =>
  [...paths, '/sandbox/bank_transfer/simulate', '/sandbox/bank_transfer/fire_webhook'].map((path) =>
    endpoint(path, () => authorizeProducts(['bank_transfer'], [])),
  );
