import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startRedis, withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { type Block, blocksOf, redirect, root } from './readme.ts';

const files = globSync(
  ['README.md', 'CONTRIBUTING.md', 'packages/*/README.md', 'examples/*/README.md', 'docs/**/*.md'],
  { cwd: root },
).sort();
const noRedis = withoutRedis();
const blocks = files.flatMap(blocksOf).filter(({ file }) => !(noRedis && file.includes('redis')));

/** Commands in the READMEs and what runs them. */
const commands: Record<string, string> = {
  'npx pnpm@12 demo': '.ci/run',
  'npx pnpm@12 test': '.ci/run',
  'npx pnpm@12 install': '.ci/run',
  'npx pnpm@12 verify': '.ci/run, step by step',
  'npx pnpm@12 format': '.ci/run, which checks what it writes',
  'npx pnpm@12 api': 'tools/api/src/api.test.ts',
  'npx pnpm@12 --filter @x/stream test': '.ci/run',
  'npx pnpm@12 changeset': 'tools/release/src/rehearse.ts',
  'npx pnpm@12 changeset --empty': 'tools/release/src/rehearse.ts',
  'npx pnpm@12 rehearse': '.ci/run',
  'npx pnpm@12 live --provider music --sandbox': 'tools/coverage/src/live/live.test.ts',
  'npx pnpm@12 live --provider food --out recordings': 'tools/coverage/src/live/live.test.ts',
  'npx pnpm@12 coverage --package stream --spec openapi.json': 'tools/coverage/src/coverage.test.ts',
  'npx pnpm@12 coverage --package bank --types packages/sandbox/node_modules/plaid/dist/api.d.ts':
    'tools/coverage/src/second-reference.test.ts',
  'npx pnpm@12 sign-in': 'examples/sign-in/main.test.ts',
  'npx @x/sandbox': 'packages/sandbox/src/sandbox.test.ts',
  'npm install @x/stream': 'tools/checks/src/packed.test.ts',
  'npm install @x/music': 'tools/checks/src/packed.test.ts',
  'npm install @x/bank': 'tools/checks/src/packed.test.ts',
  'npm install @x/redis': 'tools/checks/src/packed.test.ts',
  'npm install @x/food': 'tools/checks/src/packed.test.ts',
  'npm install @x/quotes': 'tools/checks/src/packed.test.ts',
};

const generated = new URL('../.generated/', import.meta.url);
let sandbox: Sandbox;
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;

beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  sandbox = await createSandbox();
  const { stream, music, bank, food, quotes } = sandbox.options;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(redirect(url, sandbox.url), init));
  vi.stubEnv('STREAM_CLIENT_ID', stream.clientId);
  vi.stubEnv('STREAM_CLIENT_SECRET', stream.clientSecret);
  vi.stubEnv('MUSIC_CLIENT_ID', music.clientId);
  vi.stubEnv('MUSIC_CLIENT_SECRET', music.clientSecret);
  vi.stubEnv('BANK_CLIENT_ID', bank.clientId);
  vi.stubEnv('BANK_SECRET', bank.secret);
  vi.stubEnv('BANK_ACCESS_TOKEN', sandbox.controls.bank.accessTokens[0]);
  vi.stubEnv('FOOD_API_KEY', food.apiKey);
  vi.stubEnv('QUOTES_URL', quotes.baseUrl);
  redis = noRedis ? undefined : await startRedis();
  vi.stubEnv('REDIS_URL', redis?.url);
});
afterAll(async () => {
  await sandbox.close();
  await redis?.stop();
});

const nameOf = ({ file, line }: Block) => `${file}:${line}`;

it.each(blocks.filter(({ language }) => language === 'ts').map((block) => [nameOf(block), block] as const))(
  '%s runs and prints',
  async (name, { code }) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation(
      (...values) => void printed.push(values.map((value) => inspect(value)).join(' ')),
    );
    const path = new URL(`${name.replaceAll(/\W/g, '-')}.ts`, generated);
    writeFileSync(path, code);
    await import(/* @vite-ignore */ path.href);
    expect(printed.join('\n')).not.toBe('');
    expect(printed.join('\n')).not.toContain('undefined');
  },
);

it.each(blocks.filter(({ language }) => language !== 'ts').map((block) => [nameOf(block), block] as const))(
  '%s holds commands that something runs',
  (_, { language, code }) => {
    expect(language).toBe('sh');
    for (const command of code.trim().split('\n'))
      expect(Object.keys(commands)).toContain(command.replace(/ +#.*/, ''));
  },
);
