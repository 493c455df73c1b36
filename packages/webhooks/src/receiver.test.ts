import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createReceiver,
  headerOf,
  memoryWebhookStore,
  type RefusalReason,
  refuse,
  type WebhookStore,
} from './index.ts';

/** A message of a made-up API, whose kind is its body. */
interface Message {
  readonly kind: string;
  readonly id: string;
  readonly response: Response;
}

/** The time does not change, so no lease ends, no matter how slow the machine is. */
const clock = { now: () => 0 };

/** Creates a receiver of the made-up API: a request is genuine unless its header `refuse` names a reason. */
function open(store?: WebhookStore) {
  const handler = vi.fn<(message: Message) => unknown>();
  const onError = vi.fn();
  const receiver = createReceiver(
    {
      async verify(request, body): Promise<Message | ReturnType<typeof refuse>> {
        const reason = headerOf(request, 'refuse') as RefusalReason | '';
        if (reason === 'unavailable') return { ...refuse(reason), cause: undefined };
        if (reason) return refuse(reason);
        const kind = new TextDecoder().decode(body);
        return { kind, id: headerOf(request, 'id'), response: new Response(kind, { status: 202 }) };
      },
      isHandled: (message: Message): message is Message => message.kind !== 'challenge',
      dispatch: (message, handle: typeof handler) => handle(message),
      ...(store && { deduplication: { store, idOf: ({ id }: Message) => id, leaseMs: 10, rememberMs: 20 } }),
    },
    { onError, clock },
  );
  const handle = async (body: string, headers: Record<string, string> = {}) => {
    const response = await receiver.handle(
      { headers: { 'content-type': 'application/json', ...headers }, body },
      handler,
    );
    return [response.status, await response.text()];
  };
  return { handler, onError, handle };
}

describe('a receiver', () => {
  it.each([
    ['method', 405],
    ['content_type', 415],
    ['too_large', 413],
    ['signature', 403],
    ['key', 403],
    ['timestamp', 403],
    ['message', 400],
  ] as const)('responds to a request that was refused for its %s with %i and the reason', async (reason, status) => {
    const { handle, handler, onError } = open();
    expect(await handle('event', { refuse: reason })).toEqual([status, reason]);
    expect([handler.mock.calls, onError.mock.calls]).toEqual([[], []]);
  });

  it('reports the cause of a refusal, even if it is undefined', async () => {
    const { handle, onError } = open();
    expect(await handle('event', { refuse: 'unavailable' })).toEqual([503, 'unavailable']);
    expect(onError.mock.calls).toEqual([[undefined, expect.objectContaining({ reason: 'unavailable' })]]);
  });

  it('handles every delivery without deduplication', async () => {
    const { handle, handler } = open();
    expect([await handle('event', { id: '1' }), await handle('event', { id: '1' })]).toEqual([
      [202, 'event'],
      [202, 'event'],
    ]);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('responds to a message that needs no handler at once, without asking the store', async () => {
    const down = () => Promise.reject(new Error('store is down'));
    const { handle, handler, onError } = open({ take: down, finish: down, release: down });
    expect(await handle('challenge')).toEqual([202, 'challenge']);
    expect([handler.mock.calls, onError.mock.calls]).toEqual([[], []]);
  });

  it('identifies messages by the ID that the provider returns, and remembers them for the provider’s times', async () => {
    const store = memoryWebhookStore({ clock });
    const take = vi.fn(store.take);
    const finish = vi.fn(store.finish);
    const { handle, handler } = open({ ...store, take, finish });
    await handle('event', { id: '1' });
    await handle('other event', { id: '1' });
    expect(handler).toHaveBeenCalledTimes(1);
    expect(take.mock.calls).toEqual([
      ['1', 10],
      ['1', 10],
    ]);
    expect(finish.mock.calls).toEqual([['1', 20]]);
  });
});

describe('a store that never responds', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const never = () => new Promise<never>(() => {});
  const known = memoryWebhookStore({ clock });

  it.each<[string, Partial<WebhookStore>, (message: Message) => unknown, unknown, string]>([
    ['to take', { take: never }, () => {}, [500, ''], 'take'],
    ['to finish', { finish: never }, () => {}, [202, 'event'], 'finish'],
    ['to release', { release: never }, () => Promise.reject(new Error('no handler')), [500, ''], 'release'],
  ])('%s delays the response by storeTimeoutMs, and is reported', async (_, broken, handle, response, method) => {
    const { handle: receive, handler, onError } = open({ ...known, ...broken });
    handler.mockImplementation(handle);
    const responded = receive('event', { id: method });
    await vi.advanceTimersByTimeAsync(4999);
    expect(onError).not.toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining(method) }));
    await vi.advanceTimersByTimeAsync(1);
    expect(await responded).toEqual(response);
    expect(onError.mock.lastCall?.[0]).toMatchObject({
      message: expect.stringContaining(`no response to ${method} within storeTimeoutMs (5000 ms)`),
    });
  });

  it('in time releases a message that it takes too late, so that the repeated delivery is handled', async () => {
    const { promise: slow, resolve } = Promise.withResolvers<void>();
    const take = vi.fn(known.take).mockImplementationOnce((id, leaseMs) => slow.then(() => known.take(id, leaseMs)));
    const { handle, handler } = open({ ...known, take });
    const refused = handle('event', { id: 'late' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await refused).toEqual([500, '']);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(await handle('event', { id: 'late' })).toEqual([202, 'event']);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});
