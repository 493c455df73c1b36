import assert from 'node:assert/strict';
import { createWebhookReceiver as bankReceiver, createWebhookSigner } from '@x/bank/webhooks';
import { signWebhook, createWebhookReceiver as streamReceiver } from '@x/stream/webhooks';
import { it } from 'vitest';
import { fc, holds, nastyText } from './fuzz-kit.ts';
import { noteUnhandled } from './unhandled.ts';

// Fuzzes genuine webhook requests, each changed in one place.

noteUnhandled();
const secret = 'a secret of the webhooks';
const event = {
  user_id: '1',
  user_login: 'a',
  user_name: 'A',
  broadcaster_user_id: '2',
  broadcaster_user_login: 'b',
  broadcaster_user_name: 'B',
  followed_at: '2026-01-01T00:00:00Z',
};
const signer = await createWebhookSigner();
const kinds = {
  stream: {
    genuine: () => signWebhook({ secret, type: 'channel.follow', version: '2', event }),
    receiver: streamReceiver({ secret, onError: () => {} }),
  },
  bank: {
    genuine: () =>
      signer.sign({ webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: 'x' } as never),
    receiver: bankReceiver({ verificationKey: signer.verificationKey, onError: () => {} }),
  },
};
const change = fc.tuple(fc.constantFrom('header', 'gone', 'body', 'method', 'raw'), fc.nat(), nastyText);

it.each(['stream', 'bank'] as const)(
  'the %s receiver refuses a changed body, and responds to any other change or throws a TypeError',
  async (kind) => {
    const { genuine, receiver } = kinds[kind];
    const names = [...(await genuine()).headers.keys()];
    await holds(
      400,
      fc.asyncProperty(change, async ([what, index, text]) => {
        const request = await genuine();
        const headers: Record<string, string> = Object.fromEntries(request.headers);
        let body: unknown = new Uint8Array(await request.arrayBuffer());
        let method = 'POST';
        const name = names[index % names.length] as string;
        if (what === 'header') headers[name] = text;
        else if (what === 'gone') delete headers[name];
        else if (what === 'method') method = text;
        else if (what === 'body') {
          const bytes = body as Uint8Array;
          const place = index % bytes.length;
          bytes[place] = (bytes[place] as number) ^ 1;
        } else body = index % 2 ? text : JSON.parse(Buffer.from(body as Uint8Array).toString());
        const handled: number[] = [];
        const response = await receiver
          .handle({ method, headers, body } as never, { notification: () => handled.push(1) })
          .catch((error: unknown) => {
            if (!(error instanceof TypeError)) throw error;
          });
        // A changed content type or an unsigned header may still be genuine; a changed body never is.
        if (what === 'body') assert.deepEqual([response?.status, handled], [403, []]);
        if (response && !handled[0]) assert.ok(response.status >= 200);
      }),
    );
  },
);
