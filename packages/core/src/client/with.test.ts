import { getEventListeners } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, serve, testClient, testProvider } from '../../test/test-kit.ts';

let server: Awaited<ReturnType<typeof serve>>;
let received: IncomingHttpHeaders[];
/** Whether paths get no response. */
let stalled: boolean;
let arrived: () => void;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
    received.push(request.headers);
    arrived();
    if (stalled) return;
    response.end('{"id":"1","data":[{"id":"1"}]}');
  });
});
beforeEach(() => {
  received = [];
  stalled = false;
  arrived = () => {};
});
afterAll(() => server.close());

const userClient = () => createUserClient(testProvider(server.url), endpoints, () => ({}));

/** Waits until the server has received a call that it does not respond to. */
function stall(): Promise<void> {
  stalled = true;
  return new Promise((resolve) => {
    arrived = resolve;
  });
}

describe('client.with', () => {
  it('sends its headers with calls, lists and custom requests', async () => {
    const client = testClient(server.url).with({ headers: { 'x-trace': 'a' } });
    await client.things.get({ id: '1' });
    await client.things.list();
    await client.request('/things');
    expect(received.map((headers) => headers['x-trace'])).toEqual(['a', 'a', 'a']);
  });

  it('merges headers, and the latest value wins regardless of case', async () => {
    const client = testClient(server.url)
      .with({ headers: { 'X-One': '1', 'x-two': '2' } })
      .with({ headers: { 'x-TWO': 'two', 'x-three': '3' } });
    await client.things.get({ id: '1' }, { headers: { 'X-Three': 'three', 'x-four': '4' } });
    expect(received[0]).toMatchObject({ 'x-one': '1', 'x-two': 'two', 'x-three': 'three', 'x-four': '4' });
  });

  it('adds its headers to the headers option, which applies to every request, including token requests', async () => {
    const headers = { 'user-agent': 'my-app', 'x-trace': 'a' };
    const client = testClient(server.url, { headers });
    headers['x-trace'] = 'changed later';
    await client.things.get({ id: '1' });
    await client.with({ headers: { 'X-Trace': 'b' } }).things.list();
    await client.request('/things', {}, { headers: { 'x-call': 'c' } });
    const user = createUserClient(
      testProvider(server.url, { headers: { 'user-agent': 'my-app' } }),
      endpoints,
      () => ({}),
    );
    await user.accounts.set('ann', { accessToken: 'of-ann' });
    await user.withAccount('ann').things.get({ id: '1' });
    expect(received.map((each) => [each['user-agent'], each['x-trace'], each['x-call']])).toEqual([
      ['my-app', 'a', undefined],
      ['my-app', 'b', undefined],
      ['my-app', 'a', 'c'],
      ['my-app', undefined, undefined],
    ]);
  });

  it.each([
    [{ authorization: 'Bearer a' }, 'headers must not contain authorization: the client sends its own credentials'],
    [{ host: 'a' }, 'headers must not contain host: the client sets it itself'],
    ['x-trace: a', 'headers must be a plain object of names and values'],
  ])('shares its rules with the headers option, which refuses %j', (headers, message) => {
    expect(() => testClient(server.url, { headers: headers as never })).toThrow(
      expect.objectContaining({ code: 'invalid_params', message: expect.stringContaining(message) }),
    );
  });

  it('does not change the client that it is called on', async () => {
    const client = testClient(server.url);
    client.with({ headers: { 'x-trace': 'a' } });
    await client.things.get({ id: '1' });
    expect(received[0]).not.toHaveProperty('x-trace');
  });

  it('is overridden by the options of a call', async () => {
    stalled = true;
    const client = testClient(server.url).with({ timeoutMs: 60_000, deadlineMs: 60_000 });
    await expect(client.things.get({ id: '1' }, { timeoutMs: 20 })).rejects.toThrow('timeoutMs (20');
    await expect(client.with({ deadlineMs: 20 }).things.get({ id: '1' })).rejects.toThrow('deadlineMs (20');
  });

  it.each([
    ['a call', 'the first with', 0],
    ['a call', 'the second with', 1],
    ['a call', 'its own options', 2],
    ['a list', 'the first with', 0],
    ['a list', 'the second with', 1],
    ['a list', 'its own options', 2],
  ])('ends %s by the signal of %s', async (kind, _, which) => {
    const controllers = [0, 1, 2].map(() => new AbortController());
    const [first, second, own] = controllers.map(({ signal }) => signal);
    const { things } = testClient(server.url).with({ signal: first }).with({ signal: second });
    const waiting = stall();
    const call = kind === 'a list' ? things.list({}, { signal: own }) : things.get({ id: '1' }, { signal: own });
    const outcome = call.then(
      () => undefined,
      (error: unknown) => error,
    );
    await waiting;
    const reason = new Error('left');
    controllers[which]?.abort(reason);
    expect(await outcome).toBe(reason);
  });

  it('sends nothing once its signal has aborted', async () => {
    const client = testClient(server.url).with({ signal: AbortSignal.abort(new Error('left')) });
    await expect(client.things.get({ id: '1' })).rejects.toThrow('left');
    await expect(client.things.list().toArray({ limit: 1 })).rejects.toThrow('left');
    expect(received).toEqual([]);
  });

  it('ends a list between two of its items', async () => {
    const controller = new AbortController();
    const list = testClient(server.url).with({ signal: controller.signal }).things.list();
    const items = list[Symbol.asyncIterator]();
    await list;
    controller.abort(new Error('left'));
    await expect(items.next()).rejects.toThrow('left');
  });

  it('leaves no listener on its signal after its calls', async () => {
    const { signal } = new AbortController();
    const client = testClient(server.url).with({ signal });
    for (let count = 0; count < 20; count += 1) await client.things.get({ id: '1' });
    await client.things.list().toArray({ limit: 10 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each([
    [{ signl: 1 }, 'unknown option signl; did you mean signal?'],
    [{ cursor: 'x' }, 'unknown option cursor'],
    [{ retries: -1 }, 'retries must be a whole number of at least 0; got -1'],
    [{ signal: {} }, 'signal must be an AbortSignal, such as the signal of an AbortController; got an object'],
    [{ headers: { authorization: 'x' } }, 'headers must not contain authorization'],
    [{ headers: { accept: 'x' } }, 'headers must not contain accept'],
    [undefined, 'options must be an object; got undefined'],
  ])('throws on the options %o: %s', (options, problem) => {
    for (const client of [testClient(server.url), userClient(), userClient().withAccount('ann')]) {
      let error: unknown;
      try {
        client.with(options as never);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ code: 'invalid_params', operation: 'with' });
      expect((error as Error).message).toContain(`with: ${problem}`);
      expect((error as Error).stack?.split('\n')[1]).toContain('with.test.ts');
    }
  });

  it('checks options of calls on a bound client', async () => {
    const client = testClient(server.url).with({ retries: 1, headers: { 'x-a': '1' } });
    for (const options of [null, 'x', { retries: -1 }, { headers: 'x' }, { curser: '' }])
      await expect(client.things.list({}, options as never)).rejects.toMatchObject({ code: 'invalid_params' });
    expect(received).toEqual([]);
  });

  it('combines with withAccount in either order', async () => {
    const client = userClient();
    await client.accounts.set('ann', { accessToken: 'of-ann' });
    const options = { headers: { 'x-trace': 'a' } };
    await client.with(options).withAccount('ann').things.mine();
    await client.withAccount('ann').with(options).things.mine();
    const expected = { 'x-trace': 'a', authorization: 'Bearer of-ann' };
    expect(received).toMatchObject([expected, expected]);
  });

  it('shares grants and sign-in with its root', async () => {
    const client = userClient();
    const bound = client.with({ retries: 1 });
    await bound.accounts.set('ann', { accessToken: 'of-ann' });
    await client.withAccount('ann').things.mine();
    expect(received[0]?.authorization).toBe('Bearer of-ann');
    expect(bound.oauth).toBe(client.oauth);
  });
});
