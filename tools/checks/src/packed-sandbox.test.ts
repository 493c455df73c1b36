import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from './readme.ts';

/** Runs a program beside the built sandbox, without the condition that makes it load the sources. */
async function run(program: string): Promise<unknown> {
  const cwd = `${root}packages/sandbox`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(stdout);
}

it('the built sandbox loads the servers of an API when it is first used, and the start page with its first request', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { basename } from 'node:path';
    import { createSandbox } from '@x/sandbox';
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).map((file) => basename(file));
    const sandbox = await createSandbox({ listen: false });
    const ask = async (path) => (await sandbox.fetch(sandbox.url + path)).status;
    const steps = [Object.keys(sandbox.options), loaded(), await ask('/quotes/info/count'), loaded()];
    sandbox.controls.bank.accessTokens;
    console.log(JSON.stringify([...steps, loaded(), await ask('/'), await ask('/page.css')]));`;
  const names = ['stream', 'music', 'bank', 'food', 'quotes'];
  const [quotes, bank] = ['quotes-servers.cjs', 'bank-servers.cjs'];
  expect(await run(program)).toEqual([names, [], 200, [quotes], [quotes, bank], 200, 200]);
});
