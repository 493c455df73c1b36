import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SmokeOptions } from './smoke/subjects.ts';
import { smoke } from './smoke/suite.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ stream: { appTokenSeconds: 3600 }, music: { accessTokenSeconds: 3600 } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await sandbox.close();
});

async function run(options: SmokeOptions = sandbox): Promise<string[]> {
  const checks = await smoke(options);
  return checks.map(({ provider, name, ok, seen }) => `${provider} ${name}${ok ? '' : `: ${seen}`}`);
}

const named = (provider: string, ...names: string[]) => names.map((name) => `${provider} ${name}`);
const common = ['first call', 'pages', 'resume', 'error', 'retry', 'abort', 'strict'];

it('all checks pass for the five clients, run from source on this version of Node', async () => {
  expect(await run()).toEqual([
    ...named('stream', ...common, 'refresh', 'webhook', 'events'),
    ...named('music', ...common, 'refresh'),
    ...named('bank', ...common, 'webhook'),
    ...named('food', ...common),
    ...named('quotes', ...common),
  ]);
});

it('in a browser, the only check of clients with secrets is that they refuse to run', async () => {
  vi.stubGlobal('document', {});
  expect((await run()).filter((line) => /music|bank/.test(line))).toEqual([
    ...named('music', 'refused in a browser'),
    ...named('bank', 'refused in a browser'),
  ]);
});

it('checks fail for a client with a wrong key or without validation', async () => {
  const { url, controlApi, options } = sandbox;
  const food = { ...options.food, apiKey: 'wrong' };
  const quotes = { ...options.quotes, validation: 'report' } as object as typeof options.quotes;
  const lines = await run({ url, controlApi, options: { ...options, food, quotes } });
  const failed = lines.filter((line) => line.includes(':')).map((line) => line.replace(/:.*/s, ''));
  expect(failed).toEqual([...named('food', ...common), ...named('quotes', 'strict')]);
});
