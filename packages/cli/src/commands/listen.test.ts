import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBankClient } from '@x/bank';
import { createWebhookReceiver as createBankReceiver } from '@x/bank/webhooks';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { accountStore } from '@x/stores/accounts';
import { createWebhookReceiver as createStreamReceiver } from '@x/stream/webhooks';
import { environmentOf, listen } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli } from '../../test/run-cli.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

/** Starts a webhook of the person. Resolves each delivery with the status that its receiver answered with. */
async function startHook(handle: (request: object) => Promise<Response>) {
  const received: number[] = [];
  const server = createServer(async (request, response) => {
    const answer = await handle({ method: request.method, headers: request.headers, body: request });
    received.push(answer.status);
    response.writeHead(answer.status).end();
  });
  onTestFinished(() => void server.close());
  return { url: await listen(server), received };
}

/** Starts a command, and waits until it listens. */
async function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { program, printed } = startCli(args, env);
  await expect.poll(() => printed.stderr).toContain('listening');
  return { program, printed };
}

it('x bank listen sends webhooks on with their signature, and leaves the address of the login as it was', async () => {
  const bank = createBankClient(sandbox.options.bank);
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  const webhookOf = async () => (await bank.item.get({ access_token })).item.webhook;
  const before = await webhookOf();
  const receiver = createBankReceiver({ verificationKey: bank.webhooks.verificationKey, ...sandbox.shared });
  const codes: string[] = [];
  const { url, received } = await startHook((request) =>
    receiver.handle(request as never, { notification: ({ event }) => void codes.push(String(event.webhook_code)) }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'x-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await accountStore({ directory: join(folder, 'x'), keyIn: 'file' });
  await store.secrets('bank').set('only', access_token);
  const env = { ...environmentOf(sandbox), BANK_ACCESS_TOKEN: '', XDG_CONFIG_HOME: folder };
  const { program, printed } = await start(['bank', 'listen', '--forward-to', url], env);
  const { stderr } = await runCli(['bank', 'fire', 'SYNC_UPDATES_AVAILABLE'], { env });
  expect(stderr).toBe('');
  await expect.poll(() => codes).toContain('SYNC_UPDATES_AVAILABLE');
  expect(new Set(received)).toEqual(new Set([200]));
  const events = printed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).webhook_code);
  expect(events).toContain('SYNC_UPDATES_AVAILABLE');
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect((await webhookOf()) || null).toBe(before || null);
});

it.each([
  ['bank listen', 'x: bank listen needs a user. Run x login bank, or set BANK_ACCESS_TOKEN'],
  ['stream listen stream.online', 'x: stream listen needs a user. Run x login stream, or set STREAM_USER_TOKEN'],
  ['bank listen --forward-to localhost:3000', 'must be an address that starts with http:// or https://'],
  ['stream listen stream.online --condition id', 'must be a field and its value, such as broadcaster_user_id=123'],
])('x %s is refused', async (line, message) => {
  const { stderr } = await runCli(line.split(' '), { env: { ...environmentOf(sandbox), BANK_ACCESS_TOKEN: '' } });
  expect(stderr).toContain(message);
});

it('x stream listen signs events as Twitch does, with a secret that no output shows', async () => {
  const { accessToken } = sandbox.controls.stream.issueUserToken();
  const secret = 'canary-webhook-secret';
  const receiver = createStreamReceiver({ secret, ...sandbox.shared });
  const types: string[] = [];
  const { url } = await startHook((request) =>
    receiver.handle(request as never, { notification: ({ type }) => void types.push(String(type)) }),
  );
  const env = { ...environmentOf(sandbox), STREAM_USER_TOKEN: accessToken, STREAM_WEBHOOK_SECRET: secret };
  const { program, printed } = await start(['stream', 'listen', 'stream.online', '--forward-to', url], env);
  sandbox.controls.stream.eventSub.fire('stream.online');
  await expect.poll(() => types).toEqual(['stream.online']);
  expect(JSON.parse(printed.stdout)).toMatchObject({ type: 'stream.online', event: { type: 'live' } });
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([0, null]);
  for (const canary of [secret, accessToken]) expect(printed.stdout + printed.stderr).not.toContain(canary);
});
