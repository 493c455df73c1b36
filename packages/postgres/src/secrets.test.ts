import { inspect } from 'node:util';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { formsOf } from '@x/testing/secrets';
import { expect, it, onTestFinished } from 'vitest';
import { libraries } from '../test/clients.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { createTableStatement, postgresStore } from './index.ts';

const clientSecret = 'shh/client+secret"1&é';

it('with encryption, no secret is ever sent to PostgreSQL or stored there', async () => {
  const server = await startPostgres({ log_statement: 'all' });
  const connections = await Promise.all(Object.values(libraries).map((connect) => connect(server.url)));
  onTestFinished(async () => {
    for (const { close } of connections) await close();
    await server.stop();
  });
  const [{ send } = expect.fail()] = connections;
  await send(createTableStatement());

  const sandbox = await createSandbox({ listen: false, stream: { clientSecret, users: 10 } });
  const secrets = new Set([clientSecret]);
  const shown: unknown[] = [];
  const keepTokens = (tokens: Record<string, unknown>) => {
    for (const name of ['access_token', 'refresh_token', 'accessToken', 'refreshToken'])
      if (tokens[name]) secrets.add(String(tokens[name]));
  };
  const clients = connections.map(({ pool }) =>
    createStreamClient({
      ...sandbox.options.stream,
      async fetch(input, init) {
        const response = await sandbox.fetch(input, init);
        if (String(input).endsWith('/token')) keepTokens((await response.clone().json()) as Record<string, unknown>);
        return response;
      },
      clock: sandbox.clock,
      validateTokens: false,
      retries: 0,
      tokens: postgresStore(pool, { encryption: { keys: [Buffer.alloc(32, 7)] } }),
      onEvent: (event) => shown.push(event),
    }),
  );
  const { userId, ...grant } = sandbox.controls.stream.issueUserToken({ scopes: ['user:read:follows'] });
  keepTokens(grant);
  await clients[0]?.accounts.set('ann', { ...grant, obtainedAt: sandbox.clock.now() });
  const callAll = () =>
    Promise.all(
      clients.flatMap((client) => [
        client.games.top({ first: 1 }).catch((error) => shown.push(error)),
        client
          .withAccount('ann')
          .channels.followed({ user_id: userId })
          .catch((error) => shown.push(error)),
      ]),
    );
  await callAll();
  await sandbox.clock.advance(15_000_000);
  await callAll();
  expect(shown.filter((each) => each instanceof Error)).toEqual([]);
  const issued = secrets.size;
  await send('DROP TABLE x_store');
  sandbox.controls.stream.revokeTokens();
  await callAll();
  expect(shown.filter((each) => each instanceof Error).length).toBeGreaterThan(0);

  const log = server.log();
  expect(log.match(/aes-256-gcm:/g)?.length).toBeGreaterThanOrEqual(3); // the log contains the values of statements
  expect(issued).toBeGreaterThanOrEqual(5);
  const everything = [log, ...shown.map((each) => inspect(each, { depth: 9, showHidden: true }))].join('\n');
  for (const secret of secrets) for (const form of formsOf(secret)) expect(everything).not.toContain(form);
});
