import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const examples = new URL('./', import.meta.url);

/** Runs a script of the examples' package.json, and returns everything it prints. */
export async function runScript(script: string): Promise<string> {
  const [, ...args] = script.replaceAll('"', '').split(' ');
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_TEST_CONTEXT: undefined };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: examples, env });
  return stdout + stderr;
}
