import { execFile, spawn } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './readme.ts';

// Docker needs a daemon. Its steps are done here without one, in order, in a folder in place of the image.

const package_ = `${root}packages/sandbox`;
const run = promisify(execFile);

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, with their lines joined. */
function instructionsOf(file: string): Instruction[] {
  const lines = file
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
      if (name === undefined || text === undefined) throw new Error(`not an instruction: ${line}`);
      return { name, text };
    });
}

const instructions = instructionsOf(readFileSync(`${package_}/Dockerfile`, 'utf8'));
const textOf = (name: string): string => instructions.find((instruction) => instruction.name === name)?.text ?? '';
/** The words of an instruction in the form that no shell interprets. */
const wordsOf = (text: string): string[] => JSON.parse(text);

describe('the Dockerfile of the sandbox', () => {
  it('has instructions of Docker only, in an order in which each has what it needs', () => {
    expect(instructions.map(({ name }) => name)).toEqual([
      'FROM',
      'ENV',
      'WORKDIR',
      'COPY',
      'RUN',
      'USER',
      'EXPOSE',
      'HEALTHCHECK',
      'ENTRYPOINT',
      'CMD',
    ]);
  });

  it('is made from a version of Node that the package supports, and runs as a user that is not root', () => {
    const [, major] = /^node:(\d+)-alpine$/.exec(textOf('FROM')) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(22);
    expect(textOf('USER')).toBe('node');
  });

  it('is published with the package', () => {
    expect(JSON.parse(readFileSync(`${package_}/package.json`, 'utf8')).files).toContain('Dockerfile');
  });
});

describe('the image of the sandbox', () => {
  const place = mkdtempSync(join(tmpdir(), 'docker-'));
  const image = join(place, 'image');
  const registry = createServer();
  const env: Record<string, string> = {};

  beforeAll(async () => {
    const context = join(place, 'context');
    for (const folder of [context, image, join(place, 'dependencies')]) mkdirSync(folder);
    await run('pnpm', ['pack', '--pack-destination', context], { cwd: package_ });
    Object.assign(env, {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      HOME: place,
      npm_config_cache: join(place, 'cache'),
      npm_config_registry: await serveDependencies(join(place, 'dependencies')),
    });
    for (const { name, text } of instructions)
      if (name === 'COPY') copy(context, text);
      else if (name === 'RUN') await run('/bin/sh', ['-c', text], { cwd: image, env });
  }, 120_000);
  afterAll(() => {
    registry.close();
    rmSync(place, { recursive: true });
  });

  /** `COPY pattern target`. */
  function copy(context: string, text: string): void {
    const [pattern = '', target = ''] = text.split(' ');
    const [file, ...others] = globSync(pattern, { cwd: context });
    expect(others).toEqual([]);
    copyFileSync(join(context, file ?? ''), join(image, target));
  }

  /** A registry on this machine with what the package depends on, as it is installed here. */
  async function serveDependencies(folder: string): Promise<string> {
    const { dependencies } = JSON.parse(readFileSync(`${package_}/package.json`, 'utf8'));
    const known = new Map<string, { manifest: { name: string; version: string }; tarball: string }>();
    for (const name of Object.keys(dependencies)) {
      const source = realpathSync(`${package_}/node_modules/${name}`);
      const copied = join(folder, name.replace('/', '-'));
      cpSync(source, join(copied, 'package'), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
      await run('tar', ['-czf', `${copied}.tgz`, 'package'], { cwd: copied });
      const manifest = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'));
      known.set(name, { manifest, tarball: `${copied}.tgz` });
    }
    registry.on('request', (request, response) => {
      const path = decodeURIComponent(request.url ?? '/').slice(1);
      const file = [...known.values()].find(({ tarball }) => path === `-/${basename(tarball)}`)?.tarball;
      if (file) return void response.end(readFileSync(file));
      const found = known.get(path);
      if (!found) return void response.writeHead(404).end('{}');
      const { manifest, tarball } = found;
      const dist = { tarball: `${url}/-/${basename(tarball)}` };
      const versions = { [manifest.version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    return url;
  }

  /** Starts the container with these arguments, on a free port. */
  async function start(...args: string[]) {
    const [, ...program] = wordsOf(textOf('ENTRYPOINT')).map((word) => word.replace(textOf('WORKDIR'), image));
    const child = spawn(process.execPath, [...program, ...args, '--port', '0'], { cwd: image, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/http:\/\/[\d.]+:\d+/);
    const [, port = ''] = /http:\/\/[\d.]+:(\d+)/.exec(output) ?? [];
    const ended = new Promise((resolve) => child.on('close', resolve));
    return {
      port,
      output: () => output,
      stop() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  /** The exit code of the health check, for a container on this port. */
  async function checkHealth(port: string): Promise<number> {
    const [, , command = ''] = /^(--\S+ )+CMD (.*)$/.exec(textOf('HEALTHCHECK')) ?? [];
    const [, ...args] = wordsOf(command).map((word) => word.replaceAll(textOf('EXPOSE'), port));
    const child = spawn(process.execPath, args, { env });
    return new Promise((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  }

  it('serves, is healthy, and ends when it is stopped', async () => {
    const container = await start(...wordsOf(textOf('CMD')));
    expect(container.output()).toContain('listening on 0.0.0.0');
    const random = await fetch(`http://127.0.0.1:${container.port}/quotes/random`);
    expect(random.status).toBe(200);
    expect(await checkHealth(container.port)).toBe(0);
    expect(await container.stop()).toBe(0);
    expect(await checkHealth(container.port)).toBe(1);
  });

  it('serves quotations alone, with the same health check', async () => {
    const container = await start('quotes', '--host', '0.0.0.0');
    expect(await checkHealth(container.port)).toBe(0);
    expect(await container.stop()).toBe(0);
  });

  it('is built from a Dockerfile that can be taken out of the package', async () => {
    const folder = join(place, 'extracted');
    mkdirSync(folder);
    const tarball = globSync('*.tgz', { cwd: join(place, 'context') })[0] ?? '';
    const archive = join(place, 'context', tarball);
    await run('tar', ['--extract', '--strip-components', '1', '--file', archive, 'package/Dockerfile'], {
      cwd: folder,
    });
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe(readFileSync(`${package_}/Dockerfile`, 'utf8'));
  });

  it('restores the state of the container before', async () => {
    const state = join(place, 'state.json');
    const before = await start('--host', '0.0.0.0', '--state', state, '--json');
    const { control } = JSON.parse(before.output().split('\n').at(-2) ?? '');
    const headers = { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' };
    const local = control.url.replace('0.0.0.0', '127.0.0.1');
    const issued = await fetch(`${local}/stream/issueUserToken`, { method: 'POST', headers, body: '{}' });
    const { accessToken } = await issued.json();
    expect(await before.stop()).toBe(0);
    const after = await start('--host', '0.0.0.0', '--state', state);
    const validated = await fetch(`http://127.0.0.1:${after.port}/stream/id/oauth2/validate`, {
      headers: { authorization: `OAuth ${accessToken}` },
    });
    expect(validated.status).toBe(200);
    expect(await after.stop()).toBe(0);
  });

  it('listens on the port that it exposes', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        ...wordsOf(textOf('ENTRYPOINT'))
          .slice(1)
          .map((word) => word.replace(textOf('WORKDIR'), image)),
        '--help',
      ],
      { env },
    );
    expect(stdout).toContain(`port to listen on (default ${textOf('EXPOSE')};`);
  });
});
