import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { names } from '../../providers.ts';
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

it("the built sandbox loads an API's servers on first use, and the page on its first request", async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { basename } from 'node:path';
    import { createSandbox } from '@x/sandbox';
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).map((file) => basename(file));
    const sandbox = await createSandbox({ listen: false });
    const headers = { authorization: 'Bearer ' + sandbox.controlApi.token };
    const ask = async (path) => (await sandbox.fetch(sandbox.url + path, { headers })).status;
    const steps = [Object.keys(sandbox.options), loaded(), await ask('/quotes/api/info/count'), loaded()];
    sandbox.controls.bank.accessTokens;
    console.log(JSON.stringify([...steps, loaded(), await ask('/__sandbox/'), await ask('/__sandbox/page.css')]));`;
  const [quotes, bank] = ['quotes-servers.cjs', 'bank-servers.cjs'];
  expect(await run(program)).toEqual([names, [], 200, [quotes], [quotes, bank], 200, 200]);
});

it('the built sandbox contains its scripts and styles for browsers, because no sources are published', async () => {
  const folder = `${root}packages/sandbox/dist/node/`;
  const programs = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'));
  expect(programs.filter((text) => text.includes('/src/'))).toEqual([]);
  const program = `
    import { createSandbox } from '@x/sandbox';
    const sandbox = await createSandbox();
    const headers = { authorization: 'Bearer ' + sandbox.controlApi.token };
    const read = async (url) => (await fetch(url, { headers })).text();
    const { controlApi: control } = sandbox;
    const texts = [await read(control.url + '/page.js'), await read(control.url + '/page.css'), await read(sandbox.url + '/bank/link.js')];
    await sandbox.close();
    console.log(JSON.stringify([...texts, sandbox.url]));`;
  const [page, style, link, url] = (await run(program)) as string[];
  expect(page).toContain('new EventSource(');
  expect(style).toContain(':focus-visible');
  expect(link).toContain(`const sandbox = '${url}/bank'`);
});

it('the built sandbox accepts a WebSocket connection', async () => {
  const program = `
    import { createSandbox } from '@x/sandbox';
    const sandbox = await createSandbox();
    const socket = new WebSocket(sandbox.listenerOptions.stream.url);
    const { data } = await new Promise((resolve) => socket.addEventListener('message', resolve));
    await sandbox.close();
    console.log(JSON.stringify(JSON.parse(data).metadata.message_type));`;
  expect(await run(program)).toBe('session_welcome');
});

it('the built sandbox loads MSW and Vitest only through its entry points for them', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        loaded.add(specifier);
        return next(specifier, context);
      },
    });
    const { createSandbox } = await import('@x/sandbox');
    const sandbox = await createSandbox();
    await fetch(sandbox.url);
    const named = () => ['msw', 'vitest'].filter((name) => loaded.has(name));
    const before = named();
    const { sandboxHandlers } = await import('@x/sandbox/msw');
    const handlers = sandboxHandlers(sandbox).length;
    await import('@x/sandbox/vitest').catch(() => {}); // it only loads in a test
    await sandbox.close();
    console.log(JSON.stringify([before, handlers, named()]));`;
  expect(await run(program)).toEqual([[], 8, ['msw', 'vitest']]);
});

it('the built sandboxTest runs in Vitest', async () => {
  const folder = `${root}tools/checks/.generated/packed-vitest`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { include: ['*.guide.ts'] } };\n");
  const code = `
    import { createFoodClient } from '@x/food';
    import { sandboxTest } from '@x/sandbox/vitest';
    const test = sandboxTest({ clients: { food: createFoodClient } });
    test('searches', async ({ sandbox, food, expect }) => {
      expect((await food.foods.search({ query: 'apple', pageSize: 2 })).items).toHaveLength(2);
      expect(sandbox.requests).toHaveLength(1);
    });`;
  writeFileSync(join(folder, 'built.guide.ts'), code);
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const report = join(folder, 'report.json');
  const args = [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ numPassedTests: 1, numTotalTests: 1 });
});

it('the built sandbox runs in Jest', async () => {
  const rootDir = `${root}examples/testing-jest`;
  const { testEnvironmentOptions: _, ...config } = JSON.parse(readFileSync(`${rootDir}/jest.config.json`, 'utf8'));
  const jest = 'node_modules/jest/bin/jest.js';
  const args = ['--experimental-vm-modules', jest, '--json', '--config', JSON.stringify({ ...config, rootDir })];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: `${root}examples`, env });
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 2 });
});
