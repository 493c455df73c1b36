import { once } from 'node:events';
import { createServer } from 'node:http';
import { createBankClient } from '@x/bank';
import { createWebhookReceiver as createBankReceiver } from '@x/bank/webhooks';
import { createSandbox, type Sandbox } from '@x/sandbox';
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
  const env = environmentOf(sandbox);
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
