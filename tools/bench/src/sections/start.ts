import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inRounds } from '../bench.ts';
import type { Section } from '../section.ts';
import { spread } from '../table.ts';

/** A command-line program, and how to tell that it is ready. */
interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Messages to write to standard input. */
  readonly says?: readonly object[];
  /** Text of the output line that shows that it is ready. */
  readonly ready: string;
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
};

/** Milliseconds from the start of a program to its first result. */
async function startOf({ file, args = [], env = {}, says = [], ready }: Program): Promise<{ ms: number }> {
  const path = fileURLToPath(new URL(`../../../../packages/${file}`, import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  for (const message of says) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    for await (const line of createInterface(child.stdout))
      if (line.includes(ready)) return { ms: performance.now() - startedAt };
    throw new Error(`${file} ended without printing ${ready}`);
  } finally {
    child.kill();
    await exited;
  }
}

/** Milliseconds that the command-line programs take to start. */
export const start: Section = {
  effort: { rounds: 7, seconds: 20 },
  async measure({ say }, effort) {
    say('start of the programs');
    const costs = await inRounds(Object.keys(programs), effort, (name) => startOf(programs[name] as Program));
    return {
      tables: [
        {
          title: 'Start of the programs',
          note: 'Milliseconds from the start of the process until `mcp` has sent its tools, and until `sandbox` has printed its addresses. `npx` adds its own time.',
          head: ['Program', 'Milliseconds'],
          rows: Object.entries(costs).map(([name, { ms }]) => [name, spread(ms)]),
        },
      ],
    };
  },
};
