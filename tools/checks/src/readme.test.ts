import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createTableStatement } from '@x/postgres';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres, withoutPostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { startRedis, withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { type Block, blocksOf, exampleFileOf, isForTheService, isTestFile, pages, redirect } from './readme.ts';

const noRedis = withoutRedis();
const noPostgres = withoutPostgres();
const blocks = pages
  .flatMap(blocksOf)
  .filter(({ file }) => !(noRedis && file.includes('redis')))
  .filter(({ file }) => !(noPostgres && file.includes('postgres')))
  .filter((block) => !isTestFile(block) && !exampleFileOf(block)) // see test-files.test.ts
  .filter((block) => !isForTheService(block)); // those run in sandbox-service.test.ts

/** Commands in the READMEs and what runs them. */
const commands: Record<string, string> = {
  'npx pnpm@12 demo': '.ci/run',
  'npx pnpm@12 test': '.ci/run',
  'npx pnpm@12 install': '.ci/run',
  'npx pnpm@12 verify': '.ci/run, step by step',
  'npx pnpm@12 format': '.ci/run, which checks what it writes',
  'npx pnpm@12 api': 'tools/docs/src/api/api.test.ts',
  'npx pnpm@12 --filter @x/stream test': '.ci/run',
  'npx pnpm@12 changeset': 'tools/release/src/rehearse.ts',
  'npx pnpm@12 changeset --empty': 'tools/release/src/rehearse.ts',
  'git worktree add --detach ../before <commit>': 'git',
  '(cd ../before && npx pnpm@12 install)': '.ci/run',
  'npx pnpm@12 bench --only growth --against ../before': 'tools/bench/src/growth.test.ts',
  'npx pnpm@12 --filter @x/release run rehearse': '.ci/run',
  'npx pnpm@12 --filter @x/coverage run live --provider music --sandbox': 'tools/coverage/src/live/live.test.ts',
  'npx pnpm@12 --filter @x/coverage run live --provider food --out recordings': 'tools/coverage/src/live/live.test.ts',
  'npx pnpm@12 --filter @x/coverage run coverage --package stream --spec openapi.json':
    'tools/coverage/src/coverage.test.ts',
  'npx pnpm@12 --filter @x/release run tarballs': 'tools/release/src/rehearse.ts',
  'npx pnpm@12 --filter @x/examples run hono-app': 'examples/web-app/built.test.ts',
  'npx pnpm@12 --filter @x/examples run express-app': 'examples/web-app/built.test.ts',
  'npx pnpm@12 --filter @x/examples run fastify-app': 'examples/web-app/built.test.ts',
  'npx pnpm@12 --filter @x/examples run fleet-sync': 'examples/fleet-sync/test/launcher.test.ts',
  'npx pnpm@12 --filter @x/examples run sign-in': 'examples/sign-in/main.test.ts',
  'REDIS_URL=redis://127.0.0.1:6379 npx pnpm@12 --filter @x/examples run dashboard':
    'examples/dashboard/test/launcher.test.ts',
  'npx pnpm@12 --filter @x/coverage run live --provider music --sandbox --samples 3':
    'tools/coverage/src/live/live.test.ts',
  'npx pnpm@12 --filter @x/music test': '.ci/run',
  'npx pnpm@12 --filter @x/sandbox run openapi-table plaid.openapi.yml src/providers/bank/openapi.json':
    'packages/sandbox/scripts/openapi-table.test.ts',
  'npx pnpm@12 --filter @x/coverage test': '.ci/run',
  'node --experimental-vm-modules node_modules/jest/bin/jest.js': 'examples/testing-runners.test.ts',
  'node --test': 'examples/testing-runners.test.ts',
  'npx @x/sandbox': 'packages/sandbox/src/sandbox.test.ts',
  'npx @x/sandbox quotes --data quotes.json': 'tools/checks/src/sandbox-service.test.ts',
  'npm pack @x/sandbox': 'tools/checks/src/packed-docker.test.ts',
  'tar --extract --strip-components 1 --file x-sandbox-*.tgz package/Dockerfile':
    'tools/checks/src/packed-docker.test.ts',
  'docker build --tag sandbox .': 'tools/checks/src/packed-docker.test.ts, without Docker',
  'docker run --rm --publish 127.0.0.1:4010:4010 sandbox': 'tools/checks/src/packed-docker.test.ts, without Docker',
  'docker run --rm --publish 127.0.0.1:4010:4010 --env SANDBOX_TOKEN --volume sandbox:/home/node sandbox --host 0.0.0.0 --state /home/node/state.json':
    'tools/checks/src/packed-docker.test.ts, without Docker',
  'docker run --rm --publish 127.0.0.1:4010:4010 sandbox quotes --host 0.0.0.0':
    'tools/checks/src/packed-docker.test.ts, without Docker',
  'npx pnpm@12 --filter @x/sandbox run config-schema': 'packages/sandbox/scripts/config-schema.test.ts',
  'npm install @x/stream': 'tools/checks/src/packed.test.ts',
  'npm install @x/music': 'tools/checks/src/packed.test.ts',
  'npm install @x/bank': 'tools/checks/src/packed.test.ts',
  'npm install @x/postgres': 'tools/checks/src/packed.test.ts',
  'npm install @x/redis': 'tools/checks/src/packed.test.ts',
  'npm install @x/otel': 'tools/checks/src/packed.test.ts',
  'npm install @x/otel @opentelemetry/api @opentelemetry/semantic-conventions': 'tools/checks/src/packed.test.ts',
  'npm install @x/food': 'tools/checks/src/packed.test.ts',
  'npm install @x/quotes': 'tools/checks/src/packed.test.ts',
  'npm install --save-dev @x/sandbox': 'tools/checks/src/packed-sandbox.test.ts',
  'npm install @x/music @x/sandbox': 'tools/checks/src/packed-sandbox.test.ts',
};

const generated = new URL('../.generated/', import.meta.url);
let sandbox: Sandbox;
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;

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
  postgres = noPostgres ? undefined : await startPostgres();
  vi.stubEnv('POSTGRES_URL', postgres?.url);
});
afterAll(async () => {
  await sandbox.close();
  await redis?.stop();
  await postgres?.stop();
});

const nameOf = ({ file, line }: Block) => `${file}:${line}`;

/** What a block prints, as the block of text that follows it shows it; undefined if none does. */
function shownOutput(block: Block): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.language === 'text' && next.file === block.file ? withoutTimes(next.code) : undefined;
}

/** The output of an example without what differs from run to run: durations and the ids of calls. */
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/\b[\d.,]+ ms/g, 'N ms')
    .replaceAll(/\bcall [\w-]+/g, 'call ID')
    .trim();

it.each(blocks.filter(({ language }) => language === 'ts').map((block) => [nameOf(block), block] as const))(
  '%s runs and prints',
  async (name, block) => {
    const printed: unknown[][] = [];
    for (const method of ['log', 'debug', 'info'] as const)
      vi.spyOn(console, method).mockImplementation((...values) => void printed.push(values));
    const path = new URL(`${name.replaceAll(/\W/g, '-')}.ts`, generated);
    writeFileSync(path, block.code);
    await import(/* @vite-ignore */ path.href);
    const output = printed.map((values) => values.map((value) => inspect(value)).join(' ')).join('\n');
    expect(output).not.toBe('');
    expect(output).not.toContain('undefined');
    const shown = shownOutput(block);
    if (shown !== undefined) expect(withoutTimes(printed.map((values) => values.join(' ')).join('\n'))).toBe(shown);
  },
);

it('every block of text follows code that prints it', () => {
  const texts = blocks.filter(({ language }) => language === 'text');
  const shown = blocks.filter((block) => block.language === 'ts' && shownOutput(block) !== undefined);
  expect(shown).toHaveLength(texts.length);
});

it('the SQL in the READMEs is the statement that creates the table', () => {
  const found = blocks.filter(({ language }) => language === 'sql').map(({ code }) => code);
  expect(found).toEqual([`${createTableStatement()}\n`]);
});

it.each(
  blocks
    .filter(({ language }) => !['ts', 'text', 'sql'].includes(language))
    .map((block) => [nameOf(block), block] as const),
)('%s holds commands that something runs', (_, { language, code }) => {
  expect(language).toBe('sh');
  for (const command of code.trim().split('\n')) expect(Object.keys(commands)).toContain(command.replace(/ +#.*/, ''));
});
