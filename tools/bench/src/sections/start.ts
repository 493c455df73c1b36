import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { inRounds } from '../bench.ts';
import type { Section } from '../section.ts';
import { medianRatio } from '../statistics.ts';
import { spread } from '../table.ts';

/** A command-line program, and how to tell that it is ready. */
interface Program {
  /** File in `packages`. Default: none. */
  readonly file?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Messages to write to standard input. */
  readonly says?: readonly object[];
  /** Text of the output line that shows that it is ready. Default: it ends by itself. */
  readonly ready?: string;
}

const mcp: Program = {
  file: 'mcp/dist/cli.js',
  says: [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ],
  ready: '"id":2',
};
const credentials = {
  STREAM_CLIENT_ID: 'id',
  STREAM_CLIENT_SECRET: 'secret',
  MUSIC_CLIENT_ID: 'id',
  MUSIC_CLIENT_SECRET: 'secret',
  BANK_CLIENT_ID: 'id',
  BANK_CLIENT_SECRET: 'secret',
  BANK_ENVIRONMENT: 'sandbox',
  FOOD_API_KEY: 'key',
  QUOTES_URL: 'http://127.0.0.1:1',
};

const programs: Readonly<Record<string, Program>> = {
  '`mcp food`, on the sandbox': { ...mcp, args: ['food'] },
  '`mcp`, all five on the sandbox': mcp,
  '`mcp`, all five with credentials': { ...mcp, env: credentials },
  '`sandbox`': { file: 'sandbox/dist/node/cli.js', args: ['--port', '0'], ready: 'http://' },
  '`node -e 0`': { args: ['-e', '0'] },
  '`x --help`': { file: 'cli/dist/cli.js', args: ['--help'] },
};

/** The program that does by hand what `x music search` does. */
const search = `
import { createMusicClient } from '@x/music';

const { MUSIC_URL: baseUrl, MUSIC_AUTH_URL: authUrl, MUSIC_CLIENT_ID: clientId, MUSIC_CLIENT_SECRET: clientSecret } = process.env;
const music = createMusicClient({ baseUrl, authUrl, clientId, clientSecret });
console.log(JSON.stringify((await music.search({ q: 'love', type: 'track' })).items));
`;

/** Milliseconds from the start of a program to its first result, or to its end. */
async function startOf({ file, args = [], env = {}, says = [], ready }: Program): Promise<{ ms: number }> {
  const path = file === undefined ? [] : [fileURLToPath(new URL(`../../../../packages/${file}`, import.meta.url))];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...path, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)), // has the packages
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  for (const message of says) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    for await (const line of createInterface(child.stdout))
      if (ready !== undefined && line.includes(ready)) return { ms: performance.now() - startedAt };
    const [code] = await exited;
    if (ready === undefined && code === 0) return { ms: performance.now() - startedAt };
    throw new Error(`${file ?? args[0]} ended with ${code} before it was ready`);
  } finally {
    child.kill();
    await exited;
  }
}

/** Milliseconds that the command-line programs take to start. */
export const start: Section = {
  effort: { rounds: 15, seconds: 30 },
  async measure({ say }, effort) {
    say('start of the programs');
    const sandbox = await createSandbox();
    const { baseUrl = '', authUrl = '', clientId, clientSecret = '' } = sandbox.options.music;
    const env = {
      MUSIC_URL: baseUrl,
      MUSIC_AUTH_URL: authUrl,
      MUSIC_CLIENT_ID: clientId,
      MUSIC_CLIENT_SECRET: clientSecret,
    };
    const [command, byHand] = ['`x music search`, on a started sandbox', 'the same, as a program with `@x/music`'];
    const all: Readonly<Record<string, Program>> = {
      ...programs,
      [command]: { file: 'cli/dist/cli.js', args: ['music', 'search', '--q', 'love', '--type', 'track'], env },
      [byHand]: { args: ['--input-type=module', '-e', search], env },
    };
    try {
      const costs = await inRounds(Object.keys(all), effort, (name) => startOf(all[name] as Program));
      const ratio = (one: string, other: string) => medianRatio(costs[one]?.ms, costs[other]?.ms);
      return {
        tables: [
          {
            title: 'Start of the programs',
            note: 'Milliseconds from the start of the process until `mcp` has sent its tools, until `sandbox` has printed its addresses, and until the others end. `npx` adds its own time.',
            head: ['Program', 'Milliseconds'],
            rows: Object.entries(costs).map(([name, { ms }]) => [name, spread(ms)]),
          },
        ],
        goals: [
          { what: '`x --help`, as a multiple of `node -e 0`', atMost: 3, value: ratio('`x --help`', '`node -e 0`') },
          { what: '`x music search`, as a multiple of a program', atMost: 1.5, value: ratio(command, byHand) },
        ],
      };
    } finally {
      await sandbox.close();
    }
  },
};
