import { describeWebhookStore } from '@x/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { createTableStatement, postgresWebhookStore } from './index.ts';

let server: PostgresServer;
const connections = {} as Record<keyof typeof libraries, Connection>;
beforeAll(async () => {
  server = await startPostgres();
  for (const library of ['pg', 'postgres'] as const) connections[library] = await libraries[library](server.url);
  for (const table of ['pg', 'postgres', 'x_store']) await connections.pg.send(createTableStatement(table));
});
afterAll(async () => {
  for (const { close } of Object.values(connections)) await close();
  await server?.stop();
});

for (const library of ['pg', 'postgres'] as const)
  describeWebhookStore(`PostgreSQL (${library})`, () =>
    postgresWebhookStore(connections[library].pool, { table: library }),
  );

it('the PostgreSQL store does not forget a finished message when a late handler releases it', async () => {
  const store = postgresWebhookStore(connections.pg.pool);
  await store.take('late', 60_000);
  await store.finish('late', 60_000);
  await store.release('late');
  expect(await store.take('late', 60_000)).toBe('done');
});

it('the PostgreSQL store removes messages that it no longer needs to remember', async () => {
  const { pool, send } = connections.pg;
  for (const id of ['a', 'b']) await postgresWebhookStore(pool).finish(id, 1);
  const left = async () => {
    await postgresWebhookStore(pool).finish('last', 60_000);
    return (await send(`SELECT count(*)::int AS rows FROM x_store WHERE value = 'done'`))[0]?.rows;
  };
  await expect.poll(left).toBe(2); // includes the one from the previous test
});

it.each([
  [() => postgresWebhookStore({} as never), /^postgresWebhookStore: pool must be/],
  [() => postgresWebhookStore(connections.pg.pool, { timeoutMs: 0 }), /timeoutMs must be a number of milli/],
  [() => postgresWebhookStore(connections.pg.pool, { table: 'a b' }), /table must be a name/],
])('the PostgreSQL store refuses invalid arguments: %s', (open, message) => {
  expect(open).toThrow(message);
});
