import { isApiError } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { expect, it, onTestFinished } from 'vitest';
import { libraries } from '../test/clients.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { createTableStatement, postgresStore } from './index.ts';

it.each(Object.entries(libraries))(
  '%s: while PostgreSQL is down, calls with a good token succeed and others fail; afterwards everything works again',
  async (_, connect) => {
    const server = await startPostgres();
    const { pool, send, close } = await connect(server.url);
    const sandbox = await createSandbox({ listen: false, stream: { clientType: 'public', users: 10 } });
    onTestFinished(async () => {
      await close();
      await server.stop();
    });
    await send(createTableStatement());

    const { clientSecret, ...options } = sandbox.options.stream;
    const common = {
      ...options,
      clientType: 'public',
      clock: sandbox.clock,
      validateTokens: false,
      retries: 0,
    } as const;
    const tokens = postgresStore(pool, { timeoutMs: 500 });
    // There are two processes: one has used its token, the other has not.
    const host = createStreamClient({ ...common, tokens });
    const ann = host.withAccount('ann');
    const ben = createStreamClient({ ...common, tokens }).withAccount('ben');
    const { userId, ...grant } = sandbox.controls.stream.issueUserToken({ scopes: ['user:read:follows'] });
    for (const account of ['ann', 'ben'])
      await host.accounts.set(account, { ...grant, obtainedAt: sandbox.clock.now() });
    const call = ({ channels }: typeof ann) =>
      channels.followed({ user_id: userId, first: 1 }).then(
        () => 'worked',
        (error) => (isApiError(error) ? `${error.code}: ${error.message}` : error),
      );
    const refreshes = () => sandbox.requests.filter(({ path }) => path.endsWith('/token')).length;
    expect(await call(ann)).toBe('worked');

    await server.kill();
    const storeAway = /^unavailable: .*the token store failed: PostgreSQL: /;
    expect(await call(ann)).toBe('worked');
    expect(await call(ben)).toMatch(storeAway);
    await sandbox.clock.advance(15_000_000);
    expect(await call(ann)).toMatch(storeAway);
    expect(refreshes()).toBe(0); // none without the lock, because the refresh token works once

    await server.restart();
    await expect.poll(() => call(ann), { timeout: 60_000 }).toBe('worked');
    expect(refreshes()).toBe(1);
  },
);
