import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A framework whose app runs in its own process. */
export interface Framework {
  readonly name: string;
  /** Folder that the process runs in. */
  readonly folder: string;
  /** Arguments for Node. */
  readonly args: readonly string[];
}

const onNode = (name: string): Framework => ({
  name,
  folder: pathOf('.'),
  args: ['start.ts', name],
});

/** All frameworks. Next runs the app that its own tool has built. */
export const frameworks: readonly Framework[] = [
  onNode('hono'),
  onNode('express'),
  onNode('fastify'),
  {
    name: 'next',
    folder: pathOf('../next-app'),
    args: ['node_modules/next/dist/bin/next', 'start', '--port', '0', '--hostname', '127.0.0.1'],
  },
];

/** A running app. */
export type App = Awaited<ReturnType<typeof startApp>>;

/** Starts an app on a free port, and waits until it listens. */
export async function startApp({ name, folder, args }: Framework, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    output += `${line}\n`;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const ended = once(child, 'close');

  /** Waits until the app's output matches, and returns the match. */
  async function printed(wanted: RegExp): Promise<string> {
    for (;;) {
      const [found] = wanted.exec(output) ?? [];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`the app for ${name} ended too early: ${output}`);
      await Promise.race([once(lines, 'line'), ended]);
    }
  }
  const url = await printed(/http:\/\/127\.0\.0\.1:\d+/);
  async function stop(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }
  return { url, printed, stop, output: () => output };
}
