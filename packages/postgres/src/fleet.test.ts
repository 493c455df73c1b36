import { afterAll, beforeAll } from 'vitest';
import { describeFleet } from '../../redis/test/fleet-suite.ts';
import { libraries } from '../test/clients.ts';
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { createTableStatement } from './index.ts';

const opener = new URL('../test/opener.ts', import.meta.url).href;
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  const { send, close } = await libraries.pg(server.url);
  await send(createTableStatement());
  await close();
});
afterAll(() => server?.stop());

// Half of the processes use each library.
describeFleet(
  'PostgreSQL',
  (index) => ({ opener, place: { url: server.url, library: index % 2 ? 'pg' : 'postgres' } }),
  { crashes: { begin: () => server.kill(), end: () => server.restart() } },
);
