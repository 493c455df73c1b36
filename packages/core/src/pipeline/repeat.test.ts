import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serve, testClient } from '../test-kit.ts';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('ky', (original) => {
  loaded.times += 1;
  return original();
});

let server: Awaited<ReturnType<typeof serve>>;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = await serve((request, response) =>
    request.url === '/token' ? response.end('{"access_token":"t0ken","expires_in":60}') : respond(response),
  );
});
afterAll(() => server.close());

it('ky is loaded for what is repeated, and for nothing else', async () => {
  const events: string[] = [];
  const client = testClient(server.url, {
    retries: 2,
    random: () => 0,
    onEvent: (event) => 'attempt' in event && events.push(`${event.attempt} ${event.type}`),
  });
  respond = (response) => response.writeHead(404).end('{}');
  await expect(client.things.get({ id: '1' })).rejects.toMatchObject({ code: 'not_found' });
  respond = (response) => response.writeHead(503).end('{}');
  await expect(client.things.create({ id: '1' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(loaded.times).toBe(0);

  events.length = 0;
  await expect(client.things.get({ id: '1' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(loaded.times).toBe(1);
  expect(events).toEqual([
    ...['1 request', '1 response', '1 retry', '2 request', '2 response', '2 retry'],
    ...['3 request', '3 response'],
  ]);
});

it('an abort while ky is loading ends the call', async () => {
  const controller = new AbortController();
  const attempts: number[] = [];
  const reason = new Error('enough');
  const client = testClient(server.url, {
    retries: 2,
    onEvent: (event) => {
      if (event.type === 'request') attempts.push(event.attempt);
      if (event.type === 'retry') controller.abort(reason);
    },
  });
  respond = (response) => response.writeHead(503).end('{}');
  await expect(client.things.get({ id: '1' }, { signal: controller.signal })).rejects.toBe(reason);
  expect(attempts).toEqual([1, 1]);
});
