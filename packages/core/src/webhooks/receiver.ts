import { observe } from '../call/observe.ts';
import { runWithin, type StopWatch } from '../shared/run-within.ts';
import { headerOf, type ReceivedRequest, readBody } from './received-request.ts';
import { type RefusalReason, type RefusedRequest, type RequestRefusal, refuse } from './refusal.ts';
import type { WebhookStore } from './store.ts';

/** What every verified message has, of any provider. */
export interface VerifiedMessage {
  /** Kind of message. */
  readonly kind: string;
  /** The response to send when the message was handled, or does not need a handler. */
  readonly response: Response;
}

/** How repeated deliveries of one message are recognized. */
export interface Deduplication<Handled> {
  /** Remembers which messages were handled. */
  readonly store: WebhookStore;
  /** Returns the id of a message, which is the same for every delivery of it. */
  idOf(message: Handled): string;
  /** Milliseconds that handling may take; after them the message may be handled again. */
  readonly leaseMs: number;
  /** Milliseconds for which a handled message is remembered. */
  readonly rememberMs: number;
  /** Longest wait for one operation of the store, in milliseconds, above 0. Default 5000: the sender waits for the response. */
  readonly storeTimeoutMs?: number | undefined;
}

/** What a provider brings to receive its webhooks. */
export interface WebhookProtocol<
  Message extends VerifiedMessage,
  Handled extends Message,
  Handlers,
  Reason extends RefusalReason,
> {
  /** Verifies a request that is a POST of JSON. `body` is its complete raw body. */
  verify(request: Request | ReceivedRequest, body: Uint8Array): Promise<Message | RefusedRequest<Reason>>;
  /** Whether a message goes to a handler. The others, such as a challenge, only need their response. */
  isHandled(message: Message): message is Handled;
  /** Calls the handler of a message. The message counts as handled when the result is settled. */
  dispatch(message: Handled, handlers: Handlers): unknown;
  /** For APIs whose messages have an id. Default: every delivery is handled. */
  readonly deduplication?: Deduplication<Handled>;
}

/** Settings of a receiver that are the same for all providers. */
export interface ReceiverSettings<Reported> {
  /** Maximum size of a body in bytes. Reading stops after it, and the request is refused. Default 1,048,576. */
  readonly maxBytes?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  readonly clock?: { now(): number } | undefined;
  /**
   * Receives what a handler or the store threw, or why a request could not be verified. What it returns, throws or rejects
   * with is ignored. Default: `console.error` with the error.
   */
  readonly onError?: ((error: unknown, message: Reported) => unknown) | undefined;
}

/** Used without deduplication: every delivery is a new message. */
const handleAll: Deduplication<unknown> = {
  store: { take: async () => 'taken', finish: async () => {}, release: async () => {} },
  idOf: () => '',
  leaseMs: Number.POSITIVE_INFINITY,
  rememberMs: 0,
};

/** Receives the webhooks of a provider. */
export interface Receiver<Message extends VerifiedMessage, Handlers, Reason extends RefusalReason> {
  /** Verifies a request, and does not handle it. */
  readonly verify: (request: Request | ReceivedRequest) => Promise<Message | RefusedRequest<Reason | RequestRefusal>>;
  /** Verifies a request, calls its handler, and returns the response to send. */
  readonly handle: (request: Request | ReceivedRequest, handlers: Handlers) => Promise<Response>;
}

/** Creates a receiver of webhooks from what is special about a provider. */
export const createReceiver = <
  Message extends VerifiedMessage,
  Handled extends Message,
  Handlers,
  Reason extends RefusalReason,
  Reported,
>(
  protocol: WebhookProtocol<Message, Handled, Handlers, Reason>,
  settings: ReceiverSettings<Reported>,
): Receiver<Message, Handlers, Reason> => new ProtocolReceiver(protocol, settings);

class ProtocolReceiver<
  Message extends VerifiedMessage,
  Handled extends Message,
  Handlers,
  Reason extends RefusalReason,
  Reported,
> implements Receiver<Message, Handlers, Reason>
{
  readonly #protocol: WebhookProtocol<Message, Handled, Handlers, Reason>;
  readonly #settings: ReceiverSettings<Reported>;
  readonly #deduplication: Deduplication<Handled>;
  readonly #clock: { now(): number };

  constructor(protocol: WebhookProtocol<Message, Handled, Handlers, Reason>, settings: ReceiverSettings<Reported>) {
    this.#protocol = protocol;
    this.#settings = { ...settings };
    this.#deduplication = protocol.deduplication ?? handleAll;
    this.#clock = settings.clock ?? Date;
  }

  // Properties, because programs pass both on without their object.

  readonly verify: Receiver<Message, Handlers, Reason>['verify'] = async (request) => {
    const { maxBytes = 2 ** 20 } = this.#settings;
    if ((request.method ?? 'POST') !== 'POST') return refuse('method');
    if (!/^application\/json *(;|$)/i.test(headerOf(request, 'content-type'))) return refuse('content_type');
    const body = await readBody(request, maxBytes);
    return body ? this.#protocol.verify(request, body) : refuse('too_large');
  };

  readonly handle: Receiver<Message, Handlers, Reason>['handle'] = async (request, handlers) => {
    const message = await this.verify(request);
    if (isRefused(message)) {
      if ('cause' in message) this.#report(message.cause, message);
      return message.response;
    }
    return this.#protocol.isHandled(message) ? this.#handleOnce(message, handlers) : message.response;
  };

  async #handleOnce(message: Handled, handlers: Handlers): Promise<Response> {
    const { store, leaseMs, rememberMs } = this.#deduplication;
    const id = this.#deduplication.idOf(message);
    let leaseEnd = 0;
    try {
      const askedAt = this.#clock.now();
      const state = await this.#take(id);
      if (state === 'done') return message.response;
      // Not a 2xx: if the handler that runs now fails, the sender must still have a delivery to repeat.
      if (state === 'busy') return new Response(null, { status: 503 });
      leaseEnd = askedAt + leaseMs;
      // Another delivery may have taken the message since the lease ended; the sender repeats this one.
      if (this.#clock.now() > leaseEnd)
        throw new Error(`store.take took longer than leaseMs (${leaseMs} ms): not handled`);
      await this.#protocol.dispatch(message, handlers);
    } catch (error) {
      this.#report(error, message);
      // After the lease, the message may be another delivery's.
      if (this.#clock.now() < leaseEnd) await this.#update(message, 'release', () => store.release(id));
      return new Response(null, { status: 500 });
    }
    // The message is handled: when the store fails now, the worst that can happen is a repetition.
    await this.#update(message, 'finish', () => store.finish(id, rememberMs));
    return message.response;
  }

  /** Takes a message. One that is taken too late is released: nobody handles it before the sender repeats it. */
  #take(id: string): ReturnType<WebhookStore['take']> {
    const { store, leaseMs } = this.#deduplication;
    return this.#ask('take', async (watch) => {
      const state = await store.take(id, leaseMs);
      if (watch.isOver && state === 'taken') await store.release(id);
      return state;
    });
  }

  /** Updates the store. A failure is only reported, even of a store that throws before it returns a promise. */
  async #update(message: Handled, method: 'finish' | 'release', change: () => Promise<void>): Promise<void> {
    try {
      await this.#ask(method, change);
    } catch (error) {
      this.#report(error, message);
    }
  }

  /** Waits for an operation of the store, but not for good. */
  #ask<T>(method: keyof WebhookStore, operation: (watch: StopWatch) => Promise<T>): Promise<T> {
    const { storeTimeoutMs = 5000 } = this.#deduplication;
    const tooLate = `no response to ${method} within storeTimeoutMs (${storeTimeoutMs} ms). Check that the webhook store can be reached, or increase storeTimeoutMs`;
    return runWithin({ limitMs: storeTimeoutMs, tooLate }, operation);
  }

  /** Refused requests are reported only with a cause: a provider that sets none has no refusal among its `Reported`. */
  #report(error: unknown, message: Handled | RefusedRequest): void {
    const { onError = (reported: unknown) => console.error(reported) } = this.#settings;
    observe((reported) => onError(reported, message as Reported), error);
  }
}

const isRefused = <Message extends VerifiedMessage, Reason extends RefusalReason>(
  message: Message | RefusedRequest<Reason>,
): message is RefusedRequest<Reason> => message.kind === 'refused';
