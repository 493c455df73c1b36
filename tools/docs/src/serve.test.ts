import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf, serveFolder } from './serve.ts';

it('the server of the built site serves files and index pages of the folder, and nothing beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'site/guides'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'site/guides/index.html'), '<h1>Guides</h1>');
  writeFileSync(join(folder, 'site/style.css'), 'p {}');
  const server = await serveFolder(join(folder, 'site'), 0);
  onTestFinished(() => void server.close());
  const read = async (path: string) => {
    const response = await fetch(addressOf(server) + path);
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  expect(addressOf(server)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await read('guides/')).toEqual([200, 'text/html; charset=utf-8', '<h1>Guides</h1>']);
  expect(await read('style.css')).toEqual([200, 'text/css', 'p {}']);
  for (const path of ['', 'nothing.html', '..%2fsecret.html', '%2e%2e/secret.html'])
    expect((await read(path))[0]).toBe(404);
});

it.each([
  [['--help'], 0, 'Usage: npx pnpm@12 site'],
  [['--sreve'], 2, 'Usage: npx pnpm@12 site'],
  [['--port', 'x'], 2, '--port must be a whole number from 0 to 65535; got "x"'],
])('the command of the site with %j builds nothing and explains its options', (args, status, text) => {
  const program = fileURLToPath(new URL('build.ts', import.meta.url));
  const result = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(result.status).toBe(status);
  expect(result.stdout + result.stderr).toContain(text);
});
