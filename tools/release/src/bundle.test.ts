import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { run } from '@x/testing/programs';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pnpm = (...args: string[]) => run(root, 'pnpm', '--filter', '@x/release', ...args);

it('the bundle has a valid manifest, and starts from its unpacked files', async () => {
  const file = join(folder, 'x-mcp.mcpb');
  await pnpm('run', 'bundle', file);
  const place = join(folder, 'unpacked');
  await pnpm('exec', 'mcpb', 'unpack', file, place);
  await pnpm('exec', 'mcpb', 'validate', join(place, 'manifest.json'));
  const { tools: listed, server } = JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'));
  const { args, env } = server.mcp_config;
  // The host fills in what the user has configured: nothing.
  const empty = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map((arg: string) => arg.replace(/^\$\{__dirname\}/, place)),
      env: { PATH: process.env.PATH ?? '', ...empty },
      stderr: 'ignore',
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(listed.map(({ name }: { name: string }) => name));
  const given = { operation: 'food.panel', params: { text: 'bread', amount: '2 slices' } };
  const { structuredContent } = await client.callTool({ name: 'call_read_operation', arguments: given });
  expect(structuredContent).toMatchObject({ source: expect.stringContaining('the sandbox of FoodData Central') });
  await client.close();
});
