import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secrets, serve, shownAs, testClient } from '../test/test-kit.ts';
import type { ClientEvent } from './declare/events.ts';
import { ApiError, isAbort } from './errors/api-error.ts';

let server: Awaited<ReturnType<typeof serve>>;
let arrived: () => void;
let events: ClientEvent[];

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
    arrived();
  });
});
beforeEach(() => {
  events = [];
});
afterAll(() => server.close());

const client = () => testClient(server.url, { onEvent: (event) => events.push(event) });
type Client = ReturnType<typeof client>;
const outcomes = () => events.flatMap((event) => (event.type === 'call_end' ? [event.outcome] : []));

/** Aborts a call while it waits for its response, and returns the error that it rejects with. */
async function abortWith(reason: unknown, call: (client: Client, signal: AbortSignal) => PromiseLike<unknown>) {
  const controller = new AbortController();
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const outcome = call(client(), controller.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  await waiting;
  controller.abort(reason);
  return { error: await outcome, signal: controller.signal };
}

const calls: readonly (readonly [string, (client: Client, signal: AbortSignal) => PromiseLike<unknown>])[] = [
  ['a call', ({ things }, signal) => things.get({ id: '1' }, { signal })],
  ['a list', ({ things }, signal) => things.list({}, { signal })],
  ['an iteration', ({ things }, signal) => things.list({}, { signal }).toArray({ limit: 1 })],
  ['a custom request', (client, signal) => client.request('/things', {}, { signal })],
  ['a call on a bound client', (client, signal) => client.with({ signal }).things.get({ id: '1' })],
];

describe.each(calls)('aborting %s', (_, call) => {
  it.each([['Client connection prematurely closed.'], [7], [{ left: true }], [null], ['']])(
    'rejects with an ApiError of code aborted if the reason is %j, which is not an Error',
    async (reason) => {
      const { error } = await abortWith(reason, call);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: 'aborted', provider: 'test', retryable: false });
      expect((error as ApiError).cause).toBeInstanceOf(Error);
      if (typeof reason === 'string') expect((error as Error).message).toContain(reason);
      expect(isAbort(error)).toBe(true);
      expect(outcomes().at(-1)).toBe('aborted');
    },
  );

  it.each([[undefined], [new Error('left')], [new DOMException('late', 'TimeoutError')]])(
    'rejects with the reason itself if it is %s',
    async (reason) => {
      const { error, signal } = await abortWith(reason, call);
      expect(error).toBe(signal.reason);
      expect(isAbort(error, signal)).toBe(true);
      expect(isAbort(error)).toBe(reason === undefined);
      expect(outcomes().at(-1)).toBe('aborted');
    },
  );

  it('rejects with an ApiError of code aborted if the signal was aborted with a string beforehand', async () => {
    const error = await call(client(), AbortSignal.abort('left')).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'aborted' });
    expect(outcomes()).toEqual(['aborted']);
  });
});

it('an abort error hides a secret in its reason', async () => {
  const { error } = await abortWith(`left ${secrets.clientSecret}`, ({ things }, signal) =>
    things.get({ id: '1' }, { signal }),
  );
  expect(error).toMatchObject({ code: 'aborted' });
  expect(shownAs(error)).not.toContain(secrets.clientSecret);
});

it('isAbort is false for other errors, even after an abort', () => {
  const signal = AbortSignal.abort();
  for (const error of [new Error('x'), undefined, null, 'AbortError', new DOMException('late', 'TimeoutError')])
    expect(isAbort(error, signal)).toBe(false);
  expect(isAbort(signal.reason)).toBe(true);
});
