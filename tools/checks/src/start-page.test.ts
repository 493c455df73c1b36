import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { names } from '../../providers.ts';

const generated = new URL('./.generated/', import.meta.url);
// Characters that need escaping in JavaScript and in HTML.
const clientSecret = `it's "</code>" & \\n`;
let sandbox: Sandbox;

beforeAll(async () => {
  mkdirSync(generated, { recursive: true });
  sandbox = await createSandbox({ seed: 7, stream: { clientSecret } });
});
afterAll(async () => {
  rmSync(generated, { recursive: true });
  await sandbox.close();
});

/** Returns a provider's program as a browser shows it. */
async function readSnippet(provider: string): Promise<string> {
  const { controlApi: control } = sandbox;
  const page = await (await fetch(`${control.url}/`, { headers: { authorization: `Bearer ${control.token}` } })).text();
  const [, code = ''] = new RegExp(`<code id="snippet-${provider}">(.*?)</code>`, 's').exec(page) ?? [];
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return code.replace(/&(\w+|#39);/g, (_, name) => characters[name] as string);
}

it.each(names)('the program for %s on the start page runs unchanged', async (provider) => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation(
    (...values) => void printed.push(values.map((value) => inspect(value)).join(' ')),
  );
  const path = new URL(`${provider}.ts`, generated);
  writeFileSync(path, await readSnippet(provider));
  const before = sandbox.requests.length;
  await import(/* @vite-ignore */ path.href);
  expect(printed.join('\n')).toMatch(/\w{3}/);
  expect(printed.join('\n')).not.toContain('undefined');
  const asked = sandbox.requests.slice(before);
  expect([...new Set(asked.map((request) => request.provider))]).toEqual([provider]);
  expect(asked.at(-1)?.status).toBe(200);
});
