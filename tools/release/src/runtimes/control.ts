import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createWebhookSigner } from '@x/bank/webhooks';
import { createSandbox } from '@x/sandbox';
import { signWebhook } from '@x/stream/webhooks';
import type { SignedWebhooks, SmokeOptions, Switches } from './smoke/options.ts';

/** A sandbox whose switches are within reach of a suite that runs elsewhere on this machine. */
export interface SmokeServer {
  readonly options: SmokeOptions;
  close(): Promise<void>;
}

/** Starts a sandbox and its control. */
export async function startSmokeServer(): Promise<SmokeServer> {
  // All app tokens live for an hour.
  const sandbox = await createSandbox({ stream: { appTokenSeconds: 3600 }, music: { accessTokenSeconds: 3600 } });
  const switches: { [Path in keyof Switches]: (body: Switches[Path]['takes']) => unknown } = {
    '/faults'(faults) {
      sandbox.faults.clear();
      for (const fault of faults) sandbox.faults.add(fault);
    },
    '/advance': (ms) => sandbox.clock.advance(ms),
    '/webhooks': signWebhooks,
    '/listen'() {
      const { accessToken, userId } = sandbox.controls.stream.issueUserToken();
      return { url: sandbox.events.stream.url, accessToken, userId };
    },
    '/fire': (type) => sandbox.controls.stream.eventSub.fire(type),
  };
  const server = createServer(async (request, response) => {
    const turn = switches[request.url as keyof Switches] as ((body: unknown) => unknown) | undefined;
    if (!turn || request.method !== 'POST') return response.writeHead(404).end();
    response.setHeader('access-control-allow-origin', '*'); // the suite runs in pages too
    try {
      response.end(JSON.stringify((await turn(JSON.parse(await text(request)))) ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    options: {
      clients: sandbox.options,
      accessToken: sandbox.controls.bank.accessTokens[0] ?? '',
      control: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    async close() {
      server.closeAllConnections();
      await Promise.all([once(server.close(), 'close'), sandbox.close()]);
    },
  };
}

async function signWebhooks(): Promise<SignedWebhooks> {
  const secret = 'secret of the subscription';
  const signer = await createWebhookSigner();
  const key = await signer.verificationKey({ key_id: await signer.rotate() });
  if (!key) throw new Error('the signer does not know its own key');
  const channel = { broadcaster_user_id: '1', broadcaster_user_login: 'ann', broadcaster_user_name: 'Ann' };
  const event = { ...channel, id: '1', type: 'live', started_at: '2026-11-21T12:00:00Z' } as const;
  const stream = await signWebhook({ secret, type: 'stream.online', version: '1', event });
  const bank = await signer.sign({
    webhook_type: 'ITEM',
    webhook_code: 'PENDING_EXPIRATION',
    environment: 'sandbox',
    item_id: 'item-1',
    consent_expiration_time: '2026-11-21T12:00:00Z',
  });
  const written = async (request: Request) => ({
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  });
  return { stream: { ...(await written(stream)), secret }, bank: { ...(await written(bank)), key } };
}
