import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aiohttp, type Dialect, nodeFetch, pythonJson, pythonRequests, type Sent, urllib3 } from './replay.ts';

// The tests of clients in other languages replay what their HTTP libraries send. Here, the libraries themselves send it
// if they are installed. Their Debian packages are python3-requests, python3-urllib3 and python3-aiohttp.

const run = promisify(execFile);

/** Removes what differs between versions of a library from header lines: its name, and the encodings it supports. */
const comparable = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^(user-agent|accept-encoding): .*/i, '$1'));

/** Compares the request that `send` sends to a URL with the request that the tests replay. */
async function expectSame(dialect: Dialect, sent: Sent, send: (url: string) => Promise<unknown>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sending = send(`http://${host}${sent.target}`);
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  expect(comparable(dialect(sent, host))).toEqual(comparable([`${method} ${url} HTTP/${httpVersion}`, ...lines]));
  expect(sent.body ?? '').toBe(await text(request));
  response.setHeader('connection', 'close').end();
  await sending;
}

const get: Sent = { method: 'GET', target: '/v1/x/?a=b&c=d', token: 'Bearer t' };
const post: Sent = { ...get, method: 'POST', body: pythonJson({ uris: ['spotify:track:é'], public: true }) };
const all = [get, post, { ...get, method: 'POST' }, { ...get, method: 'DELETE' }];

/**
 * Each library, the beginning of the version that the tests are based on, the requests to compare, and a program that
 * sends `method`, `url` and `value`.
 */
const libraries: readonly (readonly [name: string, version: string, Dialect, readonly Sent[], program: string])[] = [
  [
    'requests',
    '2.',
    pythonRequests('application/json'),
    all,
    `
import requests
headers = {'Authorization': 'Bearer t', 'Content-Type': 'application/json'}
data = json.dumps(value) if value else None
requests.Session().request(method, url, headers=headers, params={'market': None}, data=data)`,
  ],
  [
    'urllib3',
    '',
    urllib3(['Content-Type: application/json', 'PLAID-CLIENT-ID: c']),
    [post],
    `
import urllib3
headers = {'Content-Type': 'application/json', 'PLAID-CLIENT-ID': 'c', 'User-Agent': urllib3.util.SKIP_HEADER}
urllib3.PoolManager().request(method, url, headers=headers, body=json.dumps(value))`,
  ],
  [
    'aiohttp',
    '3.8.',
    aiohttp(['Client-ID: c']),
    all,
    `
import aiohttp, asyncio
async def main():
    headers = {'Client-ID': 'c', 'Authorization': 'Bearer t'}
    async with aiohttp.ClientSession() as session:
        await session.request(method, url, headers=headers, json=value)
asyncio.run(main())`,
  ],
];

const python = (...args: string[]) => run('/usr/bin/python3', ['-c', ...args]);

for (const [name, version, dialect, sents, program] of libraries) {
  const found = await python(`import ${name}; print(${name}.__version__)`).catch(() => undefined);
  const isThere = found?.stdout.startsWith(version) === true;
  const needs = isThere ? '' : ` (skipped: ${name} ${version}* of Python is not installed)`;
  describe.skipIf(!isThere)(`Python's ${name}${needs}`, () => {
    it.each(sents)('sends $method as the tests of its clients replay it, with the body $body', async (sent) => {
      const value = sent.body ? "{'uris': ['spotify:track:é'], 'public': True}" : 'None';
      const given = `import json, sys\nmethod, url, value = sys.argv[1], sys.argv[2], ${value}`;
      await expectSame(dialect, sent, (url) => python(given + program, sent.method, url));
    });
  });
}

it("Node's fetch sends a GET as the tests of its clients replay it", async () => {
  await expectSame(nodeFetch(), { method: 'GET', target: get.target }, (url) => fetch(url));
});
