import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

/** Starts a server that responds to API calls, but never to authorization requests. */
async function silentServer() {
  const pending: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (pathname.startsWith('/id/')) return void pending.push(pathname);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [], total: 0, pagination: {} }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pending };
}

/** Runs a program with a client. Its timers last up to a thousand times longer, so that no timeout ends a request. */
async function runProgram(url: string, program: string) {
  const script = `
    import { createStreamClient } from '@x/stream';
    const { setTimeout: real } = globalThis;
    globalThis.setTimeout = (run, ms, ...rest) => real(run, Math.min(ms * 1000, 2_147_483_647), ...rest);
    const client = createStreamClient({
      clientId: 'id',
      clientSecret: 'secret',
      baseUrl: '${url}',
      authUrl: '${url}/id',
    });
    const now = Date.now(); // the client's clock
    const grant = { accessToken: 'access', refreshToken: 'refresh', obtainedAt: now - 7_200_000, expiresAt: now + 3_600_000 };
    const use = () => client.withAccount('ann').channels.followed({ user_id: '1' });
    ${program}
  `;
  const child = spawn(process.execPath, ['--conditions=@x/source', '--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

const patience = 30_000; // for a process to start on a busy machine

const expiring = "await client.accounts.set('ann', { ...grant, expiresAt: now + 200_000 }); await use();";
/** Prints a line if the process is still running after a second, and ends it. */
const stopAfterASecond = `process.on('exit', () => console.log('ended early'));
  real(() => { console.log('still running'); process.kill(process.pid); }, 1000).unref();`;

it.each([
  [
    'ends even if the validation of a token has had no response',
    `await client.accounts.set('ann', grant); await use(); console.log('done');`,
    'done\n',
  ],
  [
    'ends when the grace period of its client is over',
    `await client.accounts.set('ann', grant);
     await use();
     console.log(client.health().callsInProgress); // a validation, which does not keep the process alive
     await client.close({ graceMs: 1 });
     console.log(client.health().state);`,
    '1\nclosed\n',
  ],
])(
  'a process %s',
  async (_, program, output) => {
    const { url, pending } = await silentServer();
    expect(await runProgram(url, program)).toEqual({ code: 0, output });
    expect(pending).toEqual(['/id/oauth2/validate']);
  },
  patience,
);

it.each([
  ['a token is being refreshed in the background, because the refresh token may be used up', ''],
  ['a call waits for a refresh that began in the background', "await client.accounts.refresh('ann');"],
  ['close waits for a refresh in the background', 'await client.close();'],
])(
  'a process does not end while %s',
  async (_, rest) => {
    const { url, pending } = await silentServer();
    const ended = await runProgram(url, `${expiring} ${stopAfterASecond} ${rest}`);
    expect(ended).toEqual({ code: null, output: 'still running\n' });
    expect(pending.sort()).toEqual(['/id/oauth2/token', '/id/oauth2/validate']);
  },
  patience,
);
