import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program in a folder to its end; gives what it printed, or throws with the end of it. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  // Nothing that is run may depend on who runs it, or ask anybody whether there is something newer.
  const env = { ...process.env, NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
  try {
    return (await promisify(execFile)(command, args, { cwd, env, timeout: 180_000, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '', killed } = error as Error & Record<string, string>;
    const printed = `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
    throw new Error(killed ? `took longer than three minutes\n${printed}` : printed || message);
  }
}
