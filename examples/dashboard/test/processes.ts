import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** File in which all processes of this run note waits of more than 50 ms. Tests also preload `observe-waits.ts`. */
const waitsFile = join(tmpdir(), `waits-${process.pid}`);
process.env.WAITS_FILE = waitsFile;

/** Returns the waits of more than 50 ms so far, and clears them. */
export function takeWaits(): string {
  const waits = readFileSync(waitsFile, { encoding: 'utf8', flag: 'a+' });
  rmSync(waitsFile);
  return waits;
}

/** A line of a process's log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [name: string]: unknown;
}

/** Starts a program of the app. */
export function start(program: 'server' | 'nightly' | 'start', env: NodeJS.ProcessEnv) {
  const child = fork(pathOf(`../${program}.ts`), {
    execArgv: ['--conditions=@x/source', '--import', pathOf('observe-waits.ts')],
    env: { ...process.env, WAITS_FILE: waitsFile, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log: LogLine[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  lines.on('line', (line) => log.push(JSON.parse(line)));

  /** Waits for a line of the log. */
  async function logged(isWanted: (line: LogLine) => boolean): Promise<LogLine> {
    for (;;) {
      const found = log.find(isWanted);
      if (found) return found;
      await Promise.race([once(lines, 'line'), ended]);
      if (child.exitCode !== null) throw new Error(`${program} ended too early: ${errors}`);
    }
  }
  return { child, log, ended, logged, errors: () => errors };
}

/** A server process. */
export type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a server on a free port, and waits until it listens. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const server = start('server', { ...env, PORT: '0' });
  const { port } = await server.logged((line) => 'port' in line);
  return { ...server, url: `http://127.0.0.1:${port}` };
}
