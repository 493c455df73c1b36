import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@x/testing/programs';
import { onTestFinished } from 'vitest';
import { main } from '../src/main.ts';
import type { Terminal } from '../src/terminal.ts';

/** Output of a command. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** How a command runs. Default: in an empty environment, with no input, through pipes. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Columns of a terminal. Default: there is none. */
  readonly columns?: number;
  /** Receives standard output in place of the result. */
  readonly stdout?: Writable;
}

/** Runs a command line in this process. */
export async function runCli(
  args: readonly string[],
  { env = {}, input = '', columns, stdout }: RunOptions = {},
): Promise<Ran> {
  const texts = { stdout: '', stderr: '' };
  const collect = (name: 'stdout' | 'stderr') =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          texts[name] += chunk;
          done();
        },
      }),
      columns === undefined ? {} : { isTTY: true, columns },
    );
  const stdin = input === '' ? new PassThrough().end() : Readable.from([input]);
  const terminal = {
    stdin,
    stdout: stdout ?? collect('stdout'),
    stderr: collect('stderr'),
    env,
  } as unknown as Terminal;
  await main(args, terminal);
  return { ...texts, exitCode: Number(terminal.exitCode ?? 0) };
}

/** Arguments with which Node runs the command line from its source. */
export const fromSource: readonly string[] = [
  '--conditions=@x/source',
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL('../src/cli.ts', import.meta.url)),
];

/** Output of a program so far. */
export interface Printed {
  stdout: string;
  stderr: string;
}

/** Starts a command in a process of its own, until the test ends. */
export function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly program: ChildProcessWithoutNullStreams; readonly printed: Printed } {
  const program = spawn(process.execPath, [...fromSource, ...args], { env: { ...bareEnvironment, ...env } });
  onTestFinished(() => void program.kill('SIGKILL'));
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    program[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
    });
  return { program, printed };
}
