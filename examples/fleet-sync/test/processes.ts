import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A process of the fleet. */
export type FleetProcess = Awaited<ReturnType<typeof start>>;

/** Starts a process of the fleet, and waits until it has printed a line that matches `ready`. */
export async function start(program: 'server' | 'worker' | 'dashboard', ready: RegExp, env: NodeJS.ProcessEnv) {
  const child = fork(pathOf(`../${program}.ts`), {
    execArgv: ['--conditions=@x/source', ...(program === 'worker' ? ['--import', pathOf('report-cpu.ts')] : [])],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const output: string[] = [];
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  lines.on('line', (line) => output.push(line));
  for (;;) {
    const line = output.find((each) => ready.test(each));
    if (line !== undefined) return { child, output, lines, ended, line };
    await Promise.race([once(lines, 'line'), ended]);
    if (child.exitCode !== null) throw new Error(`${program} ended too early`);
  }
}
