import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createBankClient } from '@x/bank';
import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished } from 'vitest';

/** A webhook receiver in a process of its own, which prints its port and then the status of each of its responses. */
const receiver = `
  import { createServer } from 'node:http';
  import { createBankClient } from '@x/bank';
  import { createWebhookReceiver } from '@x/bank/webhooks';
  import { followClock } from '@x/sandbox';
  const { URL: url, TOKEN: token, FOLLOWS, BANK } = process.env;
  const clock = FOLLOWS ? await followClock({ url, token }) : undefined;
  const bank = createBankClient({ ...JSON.parse(BANK), clock });
  const webhooks = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey, clock });
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const { status } = await webhooks.handle({ method, headers, body: request }, { notification() {} });
    response.writeHead(status).end();
    console.log(status);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

it.each([
  ['accepts the signature of a sandbox whose clock it follows', 'yes', '200'],
  ["refuses the sandbox's signature without followClock, because it is from another day", '', '403'],
])('a webhook receiver in another process %s', async (_, FOLLOWS, status) => {
  const sandbox = await createSandbox({ clock: { frozen: true } });
  onTestFinished(() => sandbox.close());
  await sandbox.clock.advance(10 * 24 * 3_600_000);

  const { clock, ...options } = sandbox.options.bank;
  const child = spawn(process.execPath, ['--conditions=@x/source', '--input-type=module', '--eval', receiver], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      URL: sandbox.controlApi.url,
      TOKEN: sandbox.controlApi.token,
      FOLLOWS,
      BANK: JSON.stringify(options),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  child.stdout.setEncoding('utf8');
  const [port] = await once(child.stdout, 'data');

  const bank = createBankClient(sandbox.options.bank);
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  const answered = once(child.stdout, 'data');
  // Plaid confirms the new address with a webhook to it.
  await bank.item.updateWebhook({ access_token, webhook: `http://127.0.0.1:${Number(port)}/` });
  expect(String(await answered).trim()).toBe(status);
});
