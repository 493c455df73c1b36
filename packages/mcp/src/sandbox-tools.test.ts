import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createFoodClient } from '@x/food';
import { bareEnvironment } from '@x/testing/programs';
import { expect, it, onTestFinished } from 'vitest';

const cli = fileURLToPath(new URL('../../sandbox/src/cli/cli.ts', import.meta.url));

it("an agent sets a fault, advances the time and reads an app's requests, on a sandbox without an account", async () => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=@x/source', cli, 'mcp'],
      env: bareEnvironment,
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['faults_add', 'clock_advance', 'requests_list', 'music_issueUserToken']),
  );
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    const [content] = result.content as { text: string }[];
    return { isError: result.isError === true, text: content?.text ?? '' };
  };

  const { food } = JSON.parse((await call('clients_get')).text);
  const app = createFoodClient({ ...food, retries: 0 });
  await call('faults_add', { provider: 'food', status: 503, times: 1 });
  await expect(app.foods.search({ query: 'bread' })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(app.foods.search({ query: 'bread' })).resolves.toMatchObject({ items: expect.any(Array) });
  const requests = JSON.parse((await call('requests_list', { provider: 'food' })).text);
  expect(requests.map(({ response }: { response: { body: string } }) => response !== undefined)).toEqual([true, true]);

  const before = JSON.parse((await call('clock_get')).text).now;
  const after = JSON.parse((await call('clock_advance', { ms: 3_600_000 })).text).now;
  expect(after - before).toBeGreaterThanOrEqual(3_600_000);
  expect(await call('faults_remove', { id: 99 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('no fault 99'),
  });
  expect(await call('clock_advance')).toEqual({ isError: true, text: 'ms is required' });
  await expect(call('none')).rejects.toThrow('there is no tool none');
});
