import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listeners } from './listeners.ts';
import { renderPage } from './page.ts';
import { createServices } from './services.ts';
import { readSettings } from './settings.ts';

/** Creates the services that the apps call, on a sandbox in this process. */
async function open() {
  const { options } = await createSandbox({ listen: false });
  const { music, stream, bank } = options;
  return createServices(readSettings({ CLIENTS: JSON.stringify({ music, stream, bank }) }));
}

it.each(['hono', 'express', 'fastify', 'next'])('the app for %s has at most 60 lines of its own code', (name) => {
  const cwd = new URL(`../${name}-app/`, import.meta.url);
  const files = globSync('{*,app/**/*}.{ts,tsx}', { cwd }).filter((file) => file !== 'next-env.d.ts');
  const lines = files.flatMap((file) => readFileSync(new URL(file, cwd), 'utf8').split('\n'));
  const code = lines.filter((line) => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*)/.test(line));
  expect(code.length).toBeGreaterThan(20);
  expect(code.length).toBeLessThanOrEqual(60);
});

it.each(Object.entries(listeners))('the app for %s responds to its own error with 500', async (_, listenerOf) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const services = await open();
  async function listStreams(): Promise<never> {
    throw new Error('a mistake in the route');
  }
  const server = createServer(await listenerOf({ ...services, listStreams })).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/streams`)).status).toBe(500);
});

it('the page escapes names from other people, and gives a session to visitors without one', async () => {
  const services = await open();
  const hostile = '"><script>alert(1)</script>\'&';
  const section = { name: 'music', title: 'Your playlists', items: [hostile], action: '/', label: 'Connect' };
  const openLibrary = async (): Promise<[typeof section, typeof section]> => [section, section];
  const { signal } = new AbortController();
  const { html, cookie } = await renderPage({ ...services, openLibrary }, undefined, signal);
  expect(html).toContain('<li>&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#39;&#38;</li>');
  expect(cookie).toMatch(/^session=[\w-]{36}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await renderPage({ ...services, openLibrary }, cookie, signal)).cookie).toBeUndefined();
});

it('readSettings names a missing variable', () => {
  expect(() => readSettings({})).toThrow('CLIENTS is not set. Set it to the options of the clients, as JSON');
});
