import { spawn } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@x/testing/programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './readme.ts';

// Docker needs a daemon, so these tests run the Dockerfile's steps without it, in order. A folder replaces the image.

const package_ = `${root}packages/sandbox`;

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the instructions of a Dockerfile, with their lines joined. */
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
/** Returns the words of an instruction in exec form, which no shell interprets. */
const wordsOf = (text: string): string[] => JSON.parse(text);

describe('the Dockerfile of the sandbox', () => {
  it('uses a version of Node that the package supports, and a user other than root', () => {
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

  beforeAll(async () => {
    const context = join(place, 'context');
    for (const folder of [context, image]) mkdirSync(folder);
    await run(package_, 'pnpm', 'pack', '--pack-destination', context);
    // A registry would have core as well. Here, the image gets its tarball.
    await run(`${package_}/../core`, 'pnpm', 'pack', '--out', join(image, 'core.tgz'));
    writeFileSync(join(image, 'package.json'), '{"dependencies":{"@x/core":"file:core.tgz"}}');
    for (const { name, text } of instructions)
      if (name === 'COPY') copy(context, text);
      else if (name === 'RUN') await run(image, '/bin/sh', '-c', text.replace(/ && npm cache clean --force$/, ''));
  }, 120_000);
  afterAll(() => rmSync(place, { recursive: true }));

  /** Runs `COPY pattern target`. */
  function copy(context: string, text: string): void {
    const [pattern = '', target = ''] = text.split(' ');
    const [file, ...others] = globSync(pattern, { cwd: context });
    expect(others).toEqual([]);
    copyFileSync(join(context, file ?? ''), join(image, target));
  }

  /** Starts the container with these arguments, on a free port. */
  async function start(...args: string[]) {
    const [, ...program] = wordsOf(textOf('ENTRYPOINT')).map((word) => word.replace(textOf('WORKDIR'), image));
    const child = spawn(process.execPath, [...program, ...args, '--port', '0'], { cwd: image });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/http:\/\/[\d.]+:\d+/);
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

  /** Returns the exit code of the health check for a container on this port. */
  async function checkHealth(port: string): Promise<number> {
    const [, , command = ''] = /^(--\S+ )+CMD (.*)$/.exec(textOf('HEALTHCHECK')) ?? [];
    const [, ...args] = wordsOf(command).map((word) => word.replaceAll(textOf('EXPOSE'), port));
    const child = spawn(process.execPath, args);
    return new Promise((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  }

  it('serves, is healthy, and ends when it is stopped', async () => {
    const container = await start(...wordsOf(textOf('CMD')));
    expect(container.output()).toContain('listening on 0.0.0.0');
    const random = await fetch(`http://127.0.0.1:${container.port}/quotes/api/random`);
    expect(random.status).toBe(200);
    expect(await checkHealth(container.port)).toBe(0);
    expect(await container.stop()).toBe(0);
    expect(await checkHealth(container.port)).toBe(1);
  });

  it('serves only quotations, with the same health check', async () => {
    const container = await start('quotes', '--host', '0.0.0.0');
    expect(await checkHealth(container.port)).toBe(0);
    expect(await container.stop()).toBe(0);
  });

  it('listens on the port that it exposes', async () => {
    const [, ...program] = wordsOf(textOf('ENTRYPOINT')).map((word) => word.replace(textOf('WORKDIR'), image));
    const help = await run(image, process.execPath, ...program, '--help');
    expect(help).toContain(`port to listen on (default ${textOf('EXPOSE')};`);
  });
});
