import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published } from './published.ts';
import { blocksOf, hosts, root } from './readme.ts';

let sandbox: Sandbox;
let place: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  place = mkdtempSync(join(tmpdir(), 'x-packed-'));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(place, { recursive: true });
});

/** Runs a program to its end; the sandbox of this process keeps responding during that time. */
const run = async (command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> =>
  (await promisify(execFile)(command, args, { timeout: 100_000, cwd, env: { ...process.env, ...env } })).stdout;

/** Packs a package as it would be published; returns the tarball's path. */
async function pack(name: string): Promise<string> {
  const folder = join(place, 'packed', name);
  mkdirSync(folder, { recursive: true });
  await run(process.env.npm_execpath ?? 'pnpm', ['pack', '--pack-destination', folder], `${root}packages/${name}`);
  return join(folder, readdirSync(folder)[0] as string);
}

describe.each(published)('%s, packed', (name) => {
  it('holds every file that its manifest leads to', async () => {
    const tarball = await pack(name);
    const manifest = JSON.parse(await run('tar', ['-xzOf', tarball, 'package/package.json'], place));
    const pathsIn = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(pathsIn);
    const paths = pathsIn([manifest.exports, manifest.bin]).map((path) => path.replace(/^(\.\/)?/, 'package/'));
    expect(paths.length).toBeGreaterThan(1);
    const files = (await run('tar', ['-tzf', tarball], place)).split('\n');
    expect(paths.filter((path) => !files.includes(path))).toEqual([]);
  });
});

describe('core and one provider, installed by npm into an empty project', () => {
  const provider = 'stream';

  it('run the first call of the README as a module and by require()', async () => {
    const project = join(place, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', await pack('core'), await pack(provider)], project);

    const manifest = JSON.parse(readFileSync(join(project, `node_modules/@x/${provider}/package.json`), 'utf8'));
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/);
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['@x/core', 'valibot']);
    expect(manifest.scripts?.install ?? manifest.scripts?.postinstall).toBeUndefined();

    // The call goes to the real host by default; here to the sandbox.
    writeFileSync(
      join(project, 'redirect.mjs'),
      `const hosts = ${JSON.stringify(hosts)};
const { fetch } = globalThis;
globalThis.fetch = (url, init) => {
  const host = Object.keys(hosts).find((each) => url.startsWith(each + '/'));
  return fetch(host ? process.env.SANDBOX_URL + hosts[host] + url.slice(host.length) : url, init);
};`,
    );
    const { clientId, clientSecret } = sandbox.options.stream;
    const env = { SANDBOX_URL: sandbox.url, STREAM_CLIENT_ID: clientId, STREAM_CLIENT_SECRET: clientSecret };
    const code = blocksOf(`packages/${provider}/README.md`).find(({ language }) => language === 'ts')?.code as string;
    writeFileSync(join(project, 'first.mjs'), code);
    writeFileSync(
      join(project, 'first.cjs'),
      `const { createStreamClient } = require('@x/stream');
const { STREAM_CLIENT_ID: clientId, STREAM_CLIENT_SECRET: clientSecret } = process.env;
createStreamClient({ clientId, clientSecret }).streams.list({ first: 5, language: 'en' }).then(({ items }) => {
  for (const { user_name, viewer_count, title } of items) console.log(user_name, viewer_count, title);
});`,
    );
    const outputs = await Promise.all(
      ['first.mjs', 'first.cjs'].map((file) =>
        run(process.execPath, ['--import', './redirect.mjs', file], project, env),
      ),
    );
    expect(outputs[0]?.trim().split('\n')).toHaveLength(5);
    expect(outputs[1]).toBe(outputs[0]);
  });
});

describe('two built copies of core in one process', () => {
  it('know each other’s errors by isApiError and instanceof', async () => {
    const copies = await Promise.all(
      ['1.0.0', '1.7.3'].map(async (version) => {
        const folder = join(place, version, 'node_modules/@x/core');
        cpSync(`${root}packages/core/dist`, join(folder, 'dist'), { recursive: true });
        const manifest = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'));
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
        for (const name of ['ky', 'valibot'])
          symlinkSync(
            realpathSync(`${root}packages/core/node_modules/${name}`),
            join(place, version, 'node_modules', name),
          );
        return import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/node/index.js')).href);
      }),
    );
    const [a, b] = copies;
    expect(a.ApiError).not.toBe(b.ApiError);
    const fields = { code: 'network', provider: 'p', operation: 'o', retryable: true };
    for (const [maker, judge] of [
      [a, b],
      [b, a],
    ]) {
      const error = new maker.ApiError('x', fields);
      expect([judge.isApiError(error), error instanceof judge.ApiError]).toEqual([true, true]);
    }
  });
});
