import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createTableStatement } from '@x/postgres';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { sandboxHandlers } from '@x/sandbox/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres, withoutPostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { startRedis, withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { type Block, blocksOf, exampleFileOf, isForTheService, isTestFile, pages } from './readme.ts';

const noRedis = withoutRedis();
const noPostgres = withoutPostgres();
const blocks = pages
  .flatMap(blocksOf)
  .filter(({ file }) => !(noRedis && file.includes('redis')))
  .filter(({ file }) => !(noPostgres && file.includes('postgres')))
  .filter((block) => !isTestFile(block) && !exampleFileOf(block)) // see test-files.test.ts
  .filter((block) => !isForTheService(block)); // those run in sandbox-service.test.ts

/** Beginnings of the commands that pages may contain. */
const programs = [
  'npx pnpm@12 ', // `workflows.test.ts` of @x/release looks the scripts up
  'git worktree add ',
  'npm install @x/',
  'npm install --save-dev @x/sandbox',
  'npx @x/sandbox',
  'npx @x/mcp',
  ...['npx @x/cli ', 'x ', `echo '{"q":"love","type":"track"}' | x `], // in cli.test.ts of @x/cli
  'npx @modelcontextprotocol/inspector', // with the server in cli.test.ts of @x/mcp
  // The steps of the Dockerfile run in packed-docker.test.ts, the test runners in examples/testing-runners.test.ts.
  ...['npm pack @x/sandbox', 'tar --extract ', 'docker build ', 'docker run '],
  ...['npm ci', 'npx vitest run'], // in CI
  ...['node --test', 'node --experimental-vm-modules node_modules/jest/'],
];

const generated = new URL('../.generated/', import.meta.url);
let sandbox: Sandbox;
let realHosts: ReturnType<typeof setupServer>;
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;

beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  sandbox = await createSandbox();
  const { stream, music, bank, food, quotes } = sandbox.options;
  realHosts = setupServer(...sandboxHandlers(sandbox));
  realHosts.listen({ onUnhandledFrame: 'bypass' });
  vi.stubEnv('STREAM_CLIENT_ID', stream.clientId);
  vi.stubEnv('STREAM_CLIENT_SECRET', stream.clientSecret);
  vi.stubEnv('MUSIC_CLIENT_ID', music.clientId);
  vi.stubEnv('MUSIC_CLIENT_SECRET', music.clientSecret);
  vi.stubEnv('BANK_CLIENT_ID', bank.clientId);
  vi.stubEnv('BANK_CLIENT_SECRET', bank.clientSecret);
  vi.stubEnv('BANK_ACCESS_TOKEN', sandbox.controls.bank.accessTokens[0]);
  vi.stubEnv('FOOD_API_KEY', food.apiKey);
  vi.stubEnv('QUOTES_URL', quotes.baseUrl);
  redis = noRedis ? undefined : await startRedis();
  vi.stubEnv('REDIS_URL', redis?.url);
  postgres = noPostgres ? undefined : await startPostgres();
  vi.stubEnv('POSTGRES_URL', postgres?.url);
});
afterAll(async () => {
  realHosts.close();
  vi.unstubAllEnvs();
  await sandbox.close();
  await redis?.stop();
  await postgres?.stop();
});

/** How a host starts a server. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
  /** Address of a server that is already running, in place of a command. */
  readonly url?: string;
}

const nameOf = ({ file, line }: Block) => `${file}:${line}`;

/** Returns a block's output from the text block that follows it, or undefined if there is none. */
function shownOutput(block: Block): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.language === 'text' && next.file === block.file ? withoutTimes(next.code) : undefined;
}

/** Returns an example's output without durations and call IDs, which differ from run to run. */
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

it('every program that connects with node-redis listens for errors of each connection', () => {
  const connecting = pages.flatMap(blocksOf).filter(({ code }) => /from 'redis'/.test(code));
  expect(connecting.length).toBeGreaterThan(5);
  const countOf = (code: string, pattern: RegExp) => code.match(pattern)?.length ?? 0;
  const deaf = connecting.filter(
    ({ code }) => countOf(code, /\.on\('error'/g) < countOf(code, /\bcreateClient\(\{ url|\.duplicate\(/g),
  );
  expect(deaf.map(nameOf)).toEqual([]);
});

it('every block of text follows code that prints it', () => {
  const texts = blocks.filter(({ language }) => language === 'text');
  const shown = blocks.filter((block) => block.language === 'ts' && shownOutput(block) !== undefined);
  expect(shown).toHaveLength(texts.length);
});

it('the SQL in the READMEs is the statement that creates the table', () => {
  const found = blocks.filter(({ language }) => language === 'sql').map(({ code }) => code);
  expect(found).toEqual([`${createTableStatement()}\n`]);
});

it('the configuration for every host starts one of our servers', () => {
  const found = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code));
  const servers = found.flatMap(({ mcpServers, servers, context_servers }) =>
    Object.values<Started>(mcpServers ?? servers ?? context_servers),
  );
  const commands = servers.map(({ command, args, url }) => url ?? [command, ...args].join(' '));
  expect(commands).toEqual([
    'npx -y @x/mcp music food',
    'npx -y @x/mcp music food',
    'npx -y @x/mcp music food',
    'http://127.0.0.1:4020/mcp',
    'npx -y @x/sandbox mcp',
  ]);
});

it.each(
  blocks
    // Other tests cover these: of @x/cli, @x/mcp and the docs.
    .filter(
      ({ language }) => !['ts', 'typescript', 'text', 'sql', 'json', 'toml', 'mermaid', 'console'].includes(language),
    )
    .map((block) => [nameOf(block), block] as const),
)('%s contains only known commands', (_, { language, code }) => {
  expect(language).toMatch(/^(sh|yaml)$/);
  const steps = [...code.matchAll(/^ +- run: (.*)$/gm)].map(([, command = '']) => command);
  for (const line of language === 'yaml' ? steps : code.trim().split('\n')) {
    const command = line.replace(/ +#.*|^\(cd \S+ && |^\w+=\S+ |\)$/g, '');
    expect(programs.filter((start) => command.startsWith(start))).not.toEqual([]);
  }
});
