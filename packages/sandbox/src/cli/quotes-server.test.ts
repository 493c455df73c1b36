import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { askAs, runCommand } from '../../test/sandbox.ts';
import { createSandbox } from '../create-sandbox.ts';
import { type QuotesServer, type QuotesServerOptions, readQuotesFile, startQuotesServer } from './quotes-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'quotes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const open: QuotesServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

/** Writes a file to the folder of this test, and returns its path. */
function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function start(options: Partial<QuotesServerOptions> = {}) {
  const server = await startQuotesServer({ port: 0, limit: 180, ...options });
  open.push(server);
  return server;
}

const quotes = [
  { content: 'Ship it.', author: 'Ann Example', tags: ['work'] },
  { content: 'Then test it.', author: 'Ann Example' },
];

describe('the quotation server', () => {
  it('serves what the sandbox serves', async () => {
    const { url, count } = await start();
    const sandbox = await createSandbox({ listen: false });
    const expected = await (await sandbox.fetch(`${sandbox.url}/quotes/api/quotes?limit=3`)).json();
    await sandbox.close();
    expect(count).toBe(436);
    expect(await (await fetch(`${url}/api/quotes?limit=3`)).json()).toEqual(expected);
  });

  it('serves only the quotations of a file', async () => {
    const { url, count } = await start({
      data: fileOf('own.json', { quotes, authors: [{ name: 'Ann Example', bio: 'An example.' }] }),
    });
    expect(count).toBe(2);
    expect(await (await fetch(`${url}/api/info/count`)).json()).toEqual({ quotes: 2, authors: 1, tags: 1 });
    expect((await (await fetch(`${url}/api/authors`)).json()).results).toMatchObject([{ bio: 'An example.' }]);
    expect(readQuotesFile(fileOf('array.json', quotes)).quotes).toEqual({ generated: 0, own: quotes });
  });

  it('serves nothing else of the sandbox, and no page at its root', async () => {
    const { url } = await start();
    for (const path of ['/', '/__sandbox/', '/__sandbox/health', '/__sandbox/faults', '/music/v1/me']) {
      const response = await fetch(url + path, { redirect: 'manual' });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  it('lets pages of any site read it, and accepts any host name', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/api/random`)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await askAs(`${url}/api/random`, 'quotes.example')).status).toBe(200);
  });

  it('limits requests by the address of the connection, or by the last address in a header', async () => {
    const { url } = await start({ limit: 2, addressHeader: 'x-forwarded-for' });
    const ask = async (address?: string) =>
      (await fetch(`${url}/api/random`, address === undefined ? {} : { headers: { 'x-forwarded-for': address } }))
        .status;
    expect([await ask('10.0.0.1'), await ask('6.6.6.6, 10.0.0.1'), await ask('7.7.7.7, 10.0.0.1')]).toEqual([
      200, 200, 429,
    ]);
    expect([await ask('10.0.0.2'), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
    const plain = await start({ limit: 1 });
    const forged = { headers: { 'x-forwarded-for': '1.1.1.1' } };
    expect([
      (await fetch(`${plain.url}/api/random`)).status,
      (await fetch(`${plain.url}/api/random`, forged)).status,
    ]).toEqual([200, 429]);
    const unlimited = await start({ limit: 0 });
    for (let time = 0; time < 200; time += 1) expect((await fetch(`${unlimited.url}/api/random`)).status).toBe(200);
  });
});

describe('a file of quotations', () => {
  it.each([
    ['missing.json', undefined, 'missing.json does not exist'],
    ['text.json', 'quotes', 'text.json is not valid JSON'],
    ['comma.json', '[\n  {"content": "x",}\n]', 'comma.json is not valid JSON at line 2, column'],
    ['number.json', 7, 'must contain an array of quotations, or an object with such an array as "quotes"; got 7'],
    ['empty.json', [], 'got an empty array'],
    ['typo.json', { quotes, autors: [] }, 'typo.json: unknown field autors; did you mean authors?'],
    ['field.json', [{ content: 'x' }], 'field.json: quotes[0].author is required'],
    [
      'twice.json',
      [...quotes, quotes[0]],
      'twice.json: quotes[2] is the same quotation as quotes[0]; remove one of them',
    ],
    [
      'author.json',
      { quotes, authors: [{ name: 'Nobody' }] },
      'author.json: authors[0].name must be the author of one of your quotations',
    ],
  ])('%s is refused, and the message names the place', (name, content, message) => {
    const file = content === undefined ? join(folder, name) : fileOf(name, content);
    expect(() => readQuotesFile(file)).toThrow(message);
  });
});

describe('the command', () => {
  it('serves until it is asked to stop', async () => {
    const program = runCommand(['quotes', '--port', '0', '--data', fileOf('served.json', quotes)]);
    const [, url] = /^2 quotations at (\S+)\n$/.exec(await program.started()) ?? [];
    expect((await (await fetch(`${url}/api/random`)).json()).author).toBe('Ann Example');
    expect((await program.stop()).code).toBe(0);
  });

  it.each([
    [['--data', 'no-such.json'], 1, 'sandbox quotes: no-such.json does not exist.'],
    [['--nonsense'], 2, 'sandbox quotes: unknown option --nonsense; the options are --data, --port'],
    [['--limit', 'x'], 2, 'sandbox quotes: --limit must be a whole number from 0 to 1000000; got "x"'],
    [['--address-header', 'a b'], 2, 'sandbox quotes: --address-header must be a header name; got "a b"'],
    [['--help'], 0, 'Usage: sandbox quotes'],
  ])('%j', async (args, code, text) => {
    expect(await runCommand(['quotes', ...args]).ended).toEqual({ code, output: expect.stringContaining(text) });
  });
});
