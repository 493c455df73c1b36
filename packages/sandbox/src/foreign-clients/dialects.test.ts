import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aiohttp, type Dialect, nodeFetch, pythonJson, pythonRequests, type Sent, urllib3 } from './testing.ts';

// The tests of clients in other languages replay what their HTTP libraries send. Here the libraries themselves send it, where
// they are installed: on Debian, the packages python3-requests, python3-urllib3 and python3-aiohttp.

const run = promisify(execFile);

/** The one request that `send` makes to the URL it is given: the lines of its head, and its body. */
async function capture(
  send: (url: string) => Promise<unknown>,
): Promise<{ head: string[]; body: string; host: string }> {
  let head: string[] = [];
  let body = '';
  const server = createServer(async (request, response) => {
    const { method, url, httpVersion, rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    head = [`${method} ${url} HTTP/${httpVersion}`, ...lines];
    for await (const chunk of request) body += chunk;
    response.setHeader('connection', 'close').end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await send(`http://${host}`);
  } finally {
    server.close();
  }
  return { head, body, host };
}

/** The lines without what differs between versions of a library: its name, and the encodings it can read. */
const comparable = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^(user-agent|accept-encoding): .*/i, '$1'));

async function expectSame(dialect: Dialect, sent: Sent, send: (url: string) => Promise<unknown>): Promise<void> {
  const { head, body, host } = await capture(send);
  expect(comparable(dialect(sent, host))).toEqual(comparable(head));
  expect(sent.body ?? '').toBe(body);
}

/** A Python with a version of `library` that starts with `version`, the system's before others; undefined when there is none. */
async function findPython(library: string, version: string): Promise<string | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const found = await run(python, ['-c', `import ${library}; print(${library}.__version__)`]).catch(() => undefined);
    if (found?.stdout.startsWith(version)) return python;
  }
  return undefined;
}

const python = "{'uris': ['spotify:track:é'], 'public': True}";
const body = pythonJson({ uris: ['spotify:track:é'], public: true });
const target = '/v1/x/?a=b&c=d';
const get: Sent = { method: 'GET', target, token: 'Bearer t' };
const post: Sent = { method: 'POST', target, token: 'Bearer t', body };
const emptyPost: Sent = { method: 'POST', target, token: 'Bearer t' };
const remove: Sent = { method: 'DELETE', target, token: 'Bearer t' };

interface Library {
  readonly name: string;
  /** How versions begin that the tests were written from. */
  readonly version: string;
  readonly dialect: Dialect;
  readonly sents: readonly Sent[];
  /** The Python program that sends a request to the address in its first argument. */
  program(sent: Sent): string;
}

const libraries: readonly Library[] = [
  {
    name: 'requests',
    version: '2.',
    dialect: pythonRequests('application/json'),
    sents: [get, post, emptyPost, remove],
    program: (sent) => `
import json, requests, sys
headers = {'Authorization': 'Bearer t', 'Content-Type': 'application/json'}
data = ${sent.body ? `json.dumps(${python})` : 'None'}
url = sys.argv[1] + '${target}'
requests.Session().request('${sent.method}', url, headers=headers, params={'market': None}, data=data)`,
  },
  {
    name: 'urllib3',
    version: '',
    dialect: urllib3(['Content-Type: application/json', 'User-Agent: Plaid Python', 'PLAID-CLIENT-ID: c']),
    sents: [post],
    program: () => `
import json, sys, urllib3
headers = {'Content-Type': 'application/json', 'User-Agent': 'Plaid Python', 'PLAID-CLIENT-ID': 'c'}
urllib3.PoolManager().request('POST', sys.argv[1] + '${target}', headers=headers, body=json.dumps(${python}))`,
  },
  {
    name: 'aiohttp',
    version: '3.8.',
    dialect: aiohttp(['Client-ID: c']),
    sents: [get, post, emptyPost, remove],
    program: (sent) => `
import aiohttp, asyncio, sys
async def main():
    headers = {'Client-ID': 'c', 'Authorization': 'Bearer t'}
    async with aiohttp.ClientSession() as session:
        url = sys.argv[1] + '${target}'
        await session.request('${sent.method}', url, headers=headers, json=${sent.body ? python : 'None'})
asyncio.run(main())`,
  },
];

for (const { name, version, dialect, sents, program } of libraries) {
  const found = await findPython(name, version);
  const needs = found ? '' : ` (skipped: no Python with ${name} ${version}* is installed)`;
  describe.skipIf(!found)(`Python's ${name}${needs}`, () => {
    for (const sent of sents) {
      const what = `${sent.method} ${sent.body ? 'with' : 'without'} a body`;
      it(`sends a ${what} as the tests of its clients replay it`, async () => {
        await expectSame(dialect, sent, (url) => run(found ?? '', ['-c', program(sent), url]));
      });
    }
  });
}

it("Node's fetch sends a GET as the tests of its clients replay it", async () => {
  await expectSame(nodeFetch(), { method: 'GET', target }, (url) => fetch(url + target));
});
