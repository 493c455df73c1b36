import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import packageJson from './package.json' with { type: 'json' };

const run = promisify(execFile);
const examples = new URL('./', import.meta.url);

/** Runs a script of the examples, and returns all that it prints. */
async function runScript(script: string): Promise<string> {
  const [, ...args] = script.replaceAll('"', '').split(' ');
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_TEST_CONTEXT: undefined };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: examples, env });
  return stdout + stderr;
}

it('the tests of Jest pass, as ES modules', async () => {
  expect(await runScript(packageJson.scripts['testing-jest'])).toMatch(/^Tests: +2 passed, 2 total$/m);
});

it('the tests of node:test pass', async () => {
  expect(await runScript(packageJson.scripts['testing-node'])).toMatch(/^ℹ pass 2$[\s\S]*^ℹ fail 0$/m);
});
