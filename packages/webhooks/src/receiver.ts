import { runWithin } from '@x/core/provider';
import { headerOf, type ReceivedRequest, readBody } from './received-request.ts';
import { type RefusalReason, type RefusedRequest, type RequestRefusal, refuse } from './refusal.ts';
import type { WebhookStore } from './store.ts';

/** Fields of every verified message, of any provider. */
export interface VerifiedMessage {
  /** Kind of message. */
  readonly kind: string;
  /** Response to send once the message was handled, or if it does not need a handler. */
  readonly response: Response;
}

/** Recognizes repeated deliveries of one message. */
export interface Deduplication<Handled> {
  /** Remembers which messages were handled. */
  readonly store: WebhookStore;
  /** Returns the ID of a message, which is the same for every delivery of it. */
  idOf(message: Handled): string;
  /** Milliseconds that handling may take. After that, the message may be handled again. */
  readonly leaseMs: number;
  /** Milliseconds for which a handled message is remembered. */
  readonly rememberMs: number;
  /**
   * Longest wait for one operation of the store, in milliseconds, above 0. Default 5000, because the sender waits for
   * the response.
   */
  readonly storeTimeoutMs?: number | undefined;
}

/** Provider-specific parts of a webhook receiver. */
export interface WebhookProtocol<
  Message extends VerifiedMessage,
  Handled extends Message,
  Handlers,
  Reason extends RefusalReason,
> {
  /** Verifies a request that is a POST of JSON. `body` is its complete raw body. */
  verify(request: Request | ReceivedRequest, body: Uint8Array): Promise<Message | RefusedRequest<Reason>>;
  /** Whether a message has to be handled. Others, such as a challenge, only need their response. */
  isHandled(message: Message): message is Handled;
  /** Calls the handler of a message. The message counts as handled once the result is settled. */
  dispatch(message: Handled, handlers: Handlers): unknown;
  /** For APIs whose messages have an ID. Default: every delivery is handled. */
  readonly deduplication?: Deduplication<Handled>;
}

/** Options of a receiver that are the same for all providers. */
export interface ReceiverSettings<Reported> {
  /** Maximum size of a body in bytes. Reading stops after it, and the request is refused. Default 1,048,576. */
  readonly maxBytes?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  readonly clock?: { now(): number } | undefined;
  /**
   * Called with an error that a handler or the store threw, or with the reason why a request could not be verified. Its
   * result, errors and rejections are ignored. Default: `console.error` with the error.
   */
  readonly onError?: ((error: unknown, message: Reported) => unknown) | undefined;
}

/** Used without deduplication, so that every delivery is a new message. */
const handleAll: Deduplication<unknown> = {
  store: { take: async () => 'taken', finish: async () => {}, release: async () => {} },
  idOf: () => '',
  leaseMs: Number.POSITIVE_INFINITY,
  rememberMs: 0,
};

/** Receiver of a provider's webhooks. */
export interface Receiver<Message extends VerifiedMessage, Handlers, Reason extends RefusalReason> {
  /** Verifies a request without handling it. */
  readonly verify: (request: Request | ReceivedRequest) => Promise<Message | RefusedRequest<Reason | RequestRefusal>>;
  /** Verifies a request, calls its handler, and returns the response to send. */
  readonly handle: (request: Request | ReceivedRequest, handlers: Handlers) => Promise<Response>;
}

/** Creates a webhook receiver from a provider's own parts. */
export function createReceiver<
  Message extends VerifiedMessage,
  Handled extends Message,
  Handlers,
  Reason extends RefusalReason,
  Reported,
>(
  protocol: WebhookProtocol<Message, Handled, Handlers, Reason>,
  settings: ReceiverSettings<Reported>,
): Receiver<Message, Handlers, Reason> {
  const { maxBytes = 2 ** 20, clock = Date, onError = (reported: unknown) => console.error(reported) } = settings;
  const deduplication: Deduplication<Handled> = protocol.deduplication ?? handleAll;
  const { leaseMs, rememberMs } = deduplication;
  const store = boundedStore(deduplication);

  /** Reports an error, without waiting for the result of `onError`. A refused request is reported if it has a cause. */
  function report(error: unknown, message: Handled | RefusedRequest): void {
    // A provider that sets no cause has no refused request among its `Reported`.
    (async () => onError(error, message as Reported))().catch(() => {}); // a faulty `onError` changes nothing
  }

  async function verify(
    request: Request | ReceivedRequest,
  ): Promise<Message | RefusedRequest<Reason | RequestRefusal>> {
    if ((request.method ?? 'POST') !== 'POST') return refuse('method');
    if (!/^application\/json *(;|$)/i.test(headerOf(request, 'content-type'))) return refuse('content_type');
    const body = await readBody(request, maxBytes);
    return body ? protocol.verify(request, body) : refuse('too_large');
  }

  async function handle(request: Request | ReceivedRequest, handlers: Handlers): Promise<Response> {
    const message = await verify(request);
    if (!isRefused(message)) return protocol.isHandled(message) ? handleOnce(message, handlers) : message.response;
    if ('cause' in message) report(message.cause, message);
    return message.response;
  }

  async function handleOnce(message: Handled, handlers: Handlers): Promise<Response> {
    const id = deduplication.idOf(message);
    let leaseEnd = 0;
    try {
      const askedAt = clock.now();
      const state = await store.take(id, leaseMs);
      if (state === 'done') return message.response;
      // Do not respond with a 2xx, because if the running handler fails, the sender must still have a delivery to
      // repeat.
      if (state === 'busy') return new Response(null, { status: 503 });
      leaseEnd = askedAt + leaseMs;
      // Another delivery may have taken the message since the lease ended; the sender repeats this one.
      if (clock.now() > leaseEnd) throw new Error(`store.take took longer than leaseMs (${leaseMs} ms): not handled`);
      await protocol.dispatch(message, handlers);
    } catch (error) {
      report(error, message);
      // After the lease, the message may belong to another delivery.
      if (clock.now() < leaseEnd) await store.release(id).catch((failure) => report(failure, message));
      return new Response(null, { status: 500 });
    }
    // The message is handled, so if the store fails now, the worst outcome is a repeated delivery.
    await store.finish(id, rememberMs).catch((failure) => report(failure, message));
    return message.response;
  }
  return { verify, handle };
}

/** Wraps a store so that no operation takes forever, and all failures are rejections. */
function boundedStore({ store, storeTimeoutMs = 5000 }: Deduplication<never>): WebhookStore {
  const ask = <T>(
    method: keyof WebhookStore,
    operation: (watch: { readonly isOver: boolean }) => Promise<T>,
  ): Promise<T> => {
    const tooLate = `no response to ${method} within storeTimeoutMs (${storeTimeoutMs} ms). Check that the webhook store can be reached, or increase storeTimeoutMs`;
    return runWithin({ limitMs: storeTimeoutMs, tooLate }, operation);
  };
  return {
    take: (id, leaseMs) =>
      ask('take', async (watch) => {
        const state = await store.take(id, leaseMs);
        // Nobody handles a message that is taken too late before the sender repeats it.
        if (watch.isOver && state === 'taken') await store.release(id);
        return state;
      }),
    finish: (id, rememberMs) => ask('finish', () => store.finish(id, rememberMs)),
    release: (id) => ask('release', () => store.release(id)),
  };
}

const isRefused = <Message extends VerifiedMessage, Reason extends RefusalReason>(
  message: Message | RefusedRequest<Reason>,
): message is RefusedRequest<Reason> => message.kind === 'refused';
