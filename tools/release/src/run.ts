import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Past this, whatever is running is ended and the rehearsal has failed. */
const limit = AbortSignal.timeout(600_000);

/** Runs a program in a folder to its end; gives what it printed, or throws with it. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, signal: limit, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    const reason = limit.aborted ? 'the rehearsal took longer than ten minutes' : message;
    throw new Error(`${command} ${args.join(' ')}: ${reason}\n${stdout}\n${stderr}`.trim());
  }
}
