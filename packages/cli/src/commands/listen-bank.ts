import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callOperation } from '@x/catalog';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { aborted, untilInterrupted } from '../interrupt.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import { say, write } from '../terminal.ts';
import { forward } from './forward.ts';

/** Longest webhook, in bytes. */
const longest = 2 ** 20;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > longest) throw new Problem('a webhook is longer than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stands for the calls of the command, which are about a bank login. */
const operation = { name: 'bank listen', auth: 'user', params: {} } as const;

/** Runs `x bank listen`. */
export const listenToBank: Run<CallFlags & { readonly 'forward-to'?: string }> = async (
  terminal,
  flags,
  _,
  secrets,
) => {
  const { BANK_URL = '' } = terminal.env;
  if (flags.sandbox || !/^http:\/\/(127\.0\.0\.1|localhost)\b/.test(BANK_URL))
    throw new Problem(
      'Plaid cannot reach this machine, but a sandbox on it can. Run x sandbox, and set the variables that it prints',
    );
  const { api, close } = await openApi(terminal, 'bank', flags, { secrets, operation });
  const target = flags['forward-to'];
  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request);
      response.end();
      await write(terminal.stdout, `${secrets.hide(JSON.stringify(JSON.parse(body.toString())))}\n`);
      const { 'content-type': type = 'application/json', 'plaid-verification': signature = '' } = request.headers;
      const headers = { 'content-type': type, 'plaid-verification': String(signature) };
      if (target !== undefined)
        await forward(terminal, new Request(target, { method: 'POST', headers, body: new Uint8Array(body) }));
    } catch {
      response.destroy(); // not a webhook
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const setWebhook = (webhook: string | null) => callOperation(api.client, 'item.updateWebhook', { webhook });
  try {
    const { item } = (await callOperation(api.client, 'item.get')) as {
      readonly item: { readonly webhook?: string | null };
    };
    await setWebhook(`http://127.0.0.1:${port}/`);
    say(terminal, 'listening. Fire a webhook with x bank fire SYNC_UPDATES_AVAILABLE. Press Ctrl+C to stop');
    await untilInterrupted(async (signal) => {
      await aborted(signal);
      await setWebhook(item.webhook || null);
    });
  } finally {
    server.close();
    server.closeAllConnections();
    await close();
  }
};
