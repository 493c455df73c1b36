import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createBankClient } from '@x/bank';
import type { ClientEvent } from '@x/core';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { signWebhook } from '@x/stream/webhooks';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importBlock } from './guide-blocks.ts';

const secret = 'at least ten characters';

/** What the apps of the guide take, as each of them declares it. */
interface Services {
  stream: ReturnType<typeof createStreamClient>;
  bank: ReturnType<typeof createBankClient>;
  secret: string;
  enqueue(job: string): void;
  deadlineMs?: number;
}

/** What `createApp` of the guide's block for a framework returns. */
async function appOf<App>(framework: string, services: Services): Promise<App> {
  const { createApp } = await importBlock('web-frameworks', ` from '${framework}';`);
  return createApp(services);
}

/** Starts the app of each framework on a free port of this machine. */
const frameworks: Record<string, (services: Services) => Promise<{ server: Server; close(): Promise<unknown> }>> = {
  async Hono(services) {
    const { fetch } = await appOf<Hono>('hono', services);
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve()) as Server;
    await promise;
    return { server, close: () => closed(server) };
  },
  async Express(services) {
    const app = await appOf<Express>('express', services);
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = app.listen(0, '127.0.0.1', () => resolve());
    await promise;
    return { server, close: () => closed(server) };
  },
  async Fastify(services) {
    const app = await appOf<FastifyInstance>('fastify', services);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { server: app.server, close: () => app.close() };
  },
};

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

describe.each(Object.entries(frameworks))('The app of the guide for %s', (_, start) => {
  let sandbox: Sandbox;
  let services: Services;
  let jobs: string[];
  let origin: string;
  let close: () => Promise<unknown>;
  let onEvent: (event: ClientEvent) => void;
  let onJob: (job: string) => void;

  beforeEach(async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    sandbox = await createSandbox();
    jobs = [];
    onEvent = () => {};
    onJob = () => {};
    services = {
      stream: createStreamClient({
        ...sandbox.options.stream,
        retries: 0,
        onEvent: (event) => onEvent(event),
      }),
      bank: createBankClient(sandbox.options.bank),
      secret,
      enqueue(job) {
        jobs.push(job);
        onJob(job);
      },
    };
    await services.stream.games.top({ first: 1 }); // gets the app token
    await serveApp();
  });
  afterEach(async () => {
    await close();
    await sandbox.close();
  });

  async function serveApp() {
    const app = await start(services);
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    close = app.close;
  }

  /** Resolves at the first event of this type of a call of `streams.list`. */
  const eventOf = <Type extends ClientEvent['type']>(type: Type) =>
    new Promise<ClientEvent & { type: Type }>((resolve) => {
      const earlier = onEvent;
      onEvent = (event) => {
        earlier(event);
        if (event.operation === 'streams.list' && event.type === type) resolve(event as ClientEvent & { type: Type });
      };
    });

  it('responds with a page, and with the next one for its cursor', async () => {
    const first = await (await fetch(`${origin}/streams`)).json();
    const second = await (await fetch(`${origin}/streams?cursor=${first.next}`)).json();
    expect(first.names).toHaveLength(20);
    expect(second.names).toHaveLength(20);
    expect(second.names).not.toEqual(first.names);
  });

  it('aborts the call when the visitor disconnects', async () => {
    sandbox.faults.add({ provider: 'stream', path: '/helix/streams', stall: 'before' });
    const sent = eventOf('request');
    const ended = eventOf('call-end');
    const visitor = new AbortController();
    const visit = fetch(`${origin}/streams`, { signal: visitor.signal });
    await sent;
    visitor.abort();
    await expect(visit).rejects.toThrow('aborted');
    expect(await ended).toMatchObject({ outcome: 'aborted' });
  });

  it('responds with 504 when the deadline has passed', async () => {
    await close();
    services.deadlineMs = 20;
    await serveApp();
    sandbox.faults.add({ provider: 'stream', path: '/helix/streams', stall: 'before' });
    const response = await fetch(`${origin}/streams`);
    expect([response.status, await response.json()]).toEqual([504, { error: 'timeout' }]);
  });

  it.each([
    ['503 and Retry-After', { status: 503, headers: { 'retry-after': '120' } }, 503, 'unavailable', '120'],
    ['401, since the credentials are those of the app,', { status: 401 }, 500, 'unauthenticated', null],
    ['404', { status: 404 }, 404, 'not_found', null],
    ['a response that is not JSON', { status: 200, body: '<html>' }, 502, 'invalid_response', null],
  ])('maps %s of the provider to the status for the visitor', async (_title, fault, status, error, retryAfter) => {
    sandbox.faults.add({ provider: 'stream', path: '/helix/streams', ...fault, times: Number.POSITIVE_INFINITY });
    const response = await fetch(`${origin}/streams`);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
  });

  it('responds with 400 to a cursor that the visitor made up', async () => {
    const response = await fetch(`${origin}/streams?cursor=made-up`);
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_cursor' }]);
  });

  it('responds with 500 when the failure is not that of a call, and with 404 to an unknown path', async () => {
    vi.spyOn(services.stream, 'with').mockImplementation(() => {
      throw new Error('a mistake in the route');
    });
    expect((await fetch(`${origin}/streams`)).status).toBe(500);
    expect((await fetch(`${origin}/unknown`)).status).toBe(404);
  });

  it("verifies Twitch's webhooks by their raw body", async () => {
    const user = { broadcaster_user_id: '7', broadcaster_user_login: 'ann', broadcaster_user_name: 'Ann' };
    const event = { id: '1', ...user, type: 'live', started_at: '2026-11-21T12:00:00Z' } as const;
    const signed = await signWebhook({ secret, type: 'stream.online', version: '1', event });
    const body = await signed.text();
    const { headers } = signed;
    const deliver = (sent: string) => fetch(`${origin}/webhooks/twitch`, { method: 'POST', headers, body: sent });
    // The same JSON with one more space has another signature.
    const altered = await deliver(`${body} `);
    expect([altered.status, await altered.text(), jobs]).toEqual([403, 'signature', []]);
    expect([(await deliver(body)).status, jobs]).toEqual([204, ['online 7']]);
  });

  it("verifies Plaid's webhooks, which the sandbox signs and sends", async () => {
    const { bank } = services;
    const [access_token = ''] = sandbox.controls.bank.accessTokens;
    const { promise, resolve } = Promise.withResolvers<string>();
    onJob = resolve;
    await bank.item.updateWebhook({ access_token, webhook: `${origin}/webhooks/plaid` });
    const { item } = await bank.item.get({ access_token });
    await bank.sandbox.fireWebhook({ access_token, webhook_code: 'SYNC_UPDATES_AVAILABLE' });
    expect(await promise).toBe(`sync ${item.item_id}`);
  });
});
