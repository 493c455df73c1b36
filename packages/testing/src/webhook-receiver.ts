import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { memoryWebhookStore, type ReceivedRequest, type WebhookStore } from '@x/webhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

/** Options of all receivers, and of receivers that recognize repeated deliveries. */
export interface TestedReceiverOptions {
  readonly clock: { now(): number };
  readonly maxBytes: number;
  onError(error: unknown): unknown;
  readonly store?: WebhookStore;
  readonly leaseMs?: number;
}

/** A receiver to test, with one handler for all messages. */
export interface TestedReceiver {
  handle(request: Request | ReceivedRequest, handler: () => unknown): Promise<Response>;
  verify(request: Request | ReceivedRequest): Promise<unknown>;
}

/** Facts about a provider's receiver that the suite needs. */
export interface ReceiverUnderTest {
  /** Creates the receiver. `store` and `leaseMs` are for receivers that recognize repeated deliveries. */
  open(options: TestedReceiverOptions): TestedReceiver;
  /** Signs a new message for the handler, as the API does. */
  sign(sentAt: number): Promise<Request>;
  /** Headers, in lowercase, without which a request is not genuine. */
  readonly signedHeaders: readonly string[];
  /** Status of the response to a handled message. */
  readonly handledStatus: number;
  /** Maximum age of a message, in milliseconds. */
  readonly toleranceMs: number;
  /** Whether the receiver recognizes repeated deliveries, with a store. */
  readonly deduplicates: boolean;
}

/** A request to send, as bytes. */
interface Wire {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Ways that a function can fail. */
const failures: readonly (readonly [how: string, fail: () => never | Promise<never>])[] = [
  [
    'throws',
    () => {
      throw new Error('it is down');
    },
  ],
  ['rejects', () => Promise.reject(new Error('it is down'))],
];

const start = Date.UTC(2026, 10, 21, 12);
const leaseMs = 60_000;
const maxBytes = 10_000;

/** Two forms in which an app passes a request on. */
const forms: Readonly<Record<string, (request: IncomingMessage) => Request | ReceivedRequest>> = {
  'a web Request': (request) => {
    const { method = '', headers } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? (Readable.toWeb(request) as ReadableStream) : null;
    return new Request('http://localhost/', {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      body,
      ...(hasBody && { duplex: 'half' }),
    } as RequestInit);
  },
  "a request of Node's http": (request) => ({ method: request.method, headers: request.headers, body: request }),
};

/**
 * Tests how a webhook receiver handles requests that are hostile, corrupted, or arrive twice.
 *
 * This module is a separate entry, because the main entry loads nock, which replaces Node's sockets with ones that do
 * not pass incomplete requests on.
 */
export function describeWebhookReceiver(name: string, tested: ReceiverUnderTest): void {
  const { handledStatus, signedHeaders, toleranceMs, deduplicates } = tested;

  /** Opens a receiver whose clock the test sets, with its handler and its `onError`. */
  function open(options: Partial<TestedReceiverOptions> = {}) {
    const clock = { time: start, now: () => clock.time };
    const handler = vi.fn<() => unknown>();
    const onError = vi.fn();
    const receiver = tested.open({ clock, maxBytes, onError, leaseMs, ...options });
    return { clock, handler, onError, receiver };
  }

  async function genuine(sentAt = start): Promise<Wire> {
    const request = await tested.sign(sentAt);
    return { headers: Object.fromEntries(request.headers), body: await request.bytes() };
  }

  /** Returns a request with another value of a header, or without the header. */
  const withHeader = ({ headers, ...rest }: Wire, name: string, value?: string): Wire => {
    const { [name]: _, ...others } = headers;
    return { ...rest, headers: value === undefined ? others : { ...others, [name]: value } };
  };

  const unhandled = vi.fn();
  beforeEach(() => void process.on('unhandledRejection', unhandled.mockReset()));
  afterEach(async () => {
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  describe.each(Object.entries(forms))(`the webhook receiver of ${name}, given %s`, (_, form) => {
    /** Serves a receiver on a loopback port, as an application does. */
    async function serve(options: Partial<TestedReceiverOptions> = {}) {
      const opened = open(options);
      const { receiver, handler } = opened;
      let waiting = Promise.withResolvers<number>();
      const server = createServer(async (request, answer) => {
        const response = await receiver.handle(form(request), handler).catch((error: unknown) => {
          return new Response(String(error), { status: 599 });
        });
        waiting.resolve(response.status);
        waiting = Promise.withResolvers();
        answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      onTestFinished(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });

      async function post({ method = 'POST', headers, body }: Wire) {
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const length = { 'content-length': hasBody ? body.length : 0 };
        const request = send({ host: '127.0.0.1', port, method, headers: { ...headers, ...length }, agent: false });
        request.end(hasBody ? body : undefined);
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return { status: response.statusCode, allow: response.headers.allow, reason: await text(response) };
      }
      return {
        ...opened,
        port,
        post,
        /** Resolves to the status of the next response, even if nobody is connected to receive it. */
        nextStatus: () => waiting.promise,
        postStatus: async (wire: Wire) => (await post(wire)).status,
      };
    }

    it('handles a genuine request once', async () => {
      const { postStatus, handler, onError } = await serve();
      expect(await postStatus(await genuine())).toBe(handledStatus);
      expect([handler.mock.calls.length, onError.mock.calls]).toEqual([1, []]);
    });

    it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'])(
      'refuses the method %s with 405 and names POST',
      async (method) => {
        const { post, handler } = await serve();
        expect(await post({ ...(await genuine()), method })).toMatchObject({ status: 405, allow: 'POST' });
        expect(handler).not.toHaveBeenCalled();
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=application/json',
      'application/jsonp',
      'application/json-patch+json',
      'text/plain, application/json',
      '',
      undefined,
    ])('refuses the content type %j with 415', async (type) => {
      const { post, handler } = await serve();
      const wire = withHeader(await genuine(), 'content-type', type);
      expect(await post(wire)).toMatchObject({ status: 415, reason: 'content_type' });
      expect(handler).not.toHaveBeenCalled();
    });

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;x=1'])(
      'accepts the content type "%s"',
      async (type) => {
        const { postStatus } = await serve();
        expect(await postStatus(withHeader(await genuine(), 'content-type', type))).toBe(handledStatus);
      },
    );

    it.each(signedHeaders)('responds 403 when the header %s is missing, empty or changed', async (header) => {
      const { postStatus, handler, onError } = await serve();
      const wire = await genuine();
      for (const altered of [
        withHeader(wire, header),
        withHeader(wire, header, ''),
        withHeader(wire, header, 'x'),
        withHeader(wire, header, `${wire.headers[header]}, ${wire.headers[header]}`),
        withHeader(wire, header, 'x'.repeat(5000)),
        withHeader(wire, header, '\xff\x80'),
      ])
        expect(await postStatus(altered)).toBe(403);
      expect([handler.mock.calls, onError.mock.calls]).toEqual([[], []]);
    });

    it('responds 403 to a body that was changed, cut, extended or left out', async () => {
      const { postStatus, handler } = await serve();
      const wire = await genuine();
      const text = Buffer.from(wire.body).toString();
      for (const body of [
        wire.body.slice(1),
        wire.body.slice(0, -1),
        Buffer.from(`${text} `),
        Buffer.from(`\ufeff${text}`),
        new Uint8Array(),
      ])
        expect(await postStatus({ ...wire, body })).toBe(403);
      expect(handler).not.toHaveBeenCalled();
    });

    it('responds 413 to a body of more than maxBytes, and still checks the signature of a body of maxBytes', async () => {
      const { post, handler } = await serve();
      const wire = await genuine();
      const grown = (size: number) => ({ ...wire, body: Buffer.concat([wire.body], size) });
      expect(await post(grown(maxBytes + 1))).toMatchObject({ status: 413, reason: 'too_large' });
      expect(await post(grown(maxBytes))).toMatchObject({ status: 403, reason: 'signature' });
      expect(handler).not.toHaveBeenCalled();
    });

    it('responds 413 to an endless body, and continues with the next request', async () => {
      const { port, postStatus } = await serve();
      const { headers } = await genuine();
      const request = send({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
      request.on('error', () => {}); // the server may close the connection while this side is still writing
      let chunks = 0;
      const write = () => {
        for (let more = true; more && chunks < 10_000; chunks += 1) more = request.write(Buffer.alloc(maxBytes));
      };
      request.on('drain', write);
      write();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      expect(chunks).toBeLessThan(10_000);
      request.destroy();
      expect(await postStatus(await genuine())).toBe(handledStatus);
    });

    it.each(['after its headers', 'in the middle of its body'])(
      'does not handle a request that is aborted %s, and continues with the next one',
      async (when) => {
        const { port, nextStatus, postStatus, handler, onError } = await serve();
        const { headers, body } = await genuine();
        const socket = connect(port, '127.0.0.1');
        const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(body.length) });
        const sent = body.slice(0, when === 'after its headers' ? 0 : body.length / 2);
        const status = nextStatus();
        socket.write(`POST / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
        socket.write(sent, () => socket.destroySoon());
        expect(await status).toBe(403);
        expect([handler.mock.calls, onError.mock.calls]).toEqual([[], []]);
        expect(await postStatus(await genuine())).toBe(handledStatus);
      },
    );

    it(`${deduplicates ? 'does not handle' : 'handles'} a replayed message again, and refuses it when it is too old`, async () => {
      const { postStatus, handler, clock } = await serve();
      const wire = await genuine();
      for (let delivery = 0; delivery < 3; delivery += 1) expect(await postStatus(wire)).toBe(handledStatus);
      clock.time += toleranceMs;
      expect(await postStatus(wire)).toBe(handledStatus);
      expect(handler).toHaveBeenCalledTimes(deduplicates ? 1 : 4);
      clock.time += 1;
      expect(await postStatus(wire)).toBe(403);
      expect(handler).toHaveBeenCalledTimes(deduplicates ? 1 : 4);
    });

    it(`handles ${deduplicates ? 'one' : 'each'} of several deliveries of a message that arrive at the same time`, async () => {
      const { postStatus, handler } = await serve();
      const wire = await genuine();
      const gate = Promise.withResolvers<void>();
      handler.mockReturnValue(gate.promise);
      const statuses: (number | undefined)[] = [];
      const deliveries = Array.from({ length: 8 }, async () => statuses.push(await postStatus(wire)));
      if (deduplicates) await vi.waitFor(() => expect(statuses).toEqual(Array.from({ length: 7 }, () => 503)));
      else await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(8));
      gate.resolve();
      await Promise.all(deliveries);
      expect(statuses.filter((status) => status === handledStatus)).toHaveLength(deduplicates ? 1 : 8);
      expect(handler).toHaveBeenCalledTimes(deduplicates ? 1 : 8);
    });

    it.each([...failures, ['rejects with undefined', () => Promise.reject(undefined)] as const])(
      'responds 500 when the handler %s, reports it once, and handles the next delivery',
      async (_, fail) => {
        const { post, postStatus, handler, onError } = await serve();
        const wire = await genuine();
        handler.mockImplementationOnce(fail);
        // The response must not reveal the error.
        expect(await post(wire)).toMatchObject({ status: 500, reason: '' });
        expect(onError).toHaveBeenCalledTimes(1);
        expect(await postStatus(wire)).toBe(handledStatus);
        expect(handler).toHaveBeenCalledTimes(2);
      },
    );

    it('handles other messages while a handler hangs, and the same message again after leaseMs', async () => {
      const { post, postStatus, handler, clock } = await serve();
      const wire = await genuine();
      const hanging = Promise.withResolvers<void>();
      handler.mockReturnValueOnce(hanging.promise);
      const first = post(wire);
      await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1));
      expect(await postStatus(await genuine())).toBe(handledStatus);
      if (deduplicates) expect(await postStatus(wire)).toBe(503);
      clock.time += leaseMs;
      expect(await postStatus(wire)).toBe(handledStatus);
      expect(handler).toHaveBeenCalledTimes(3);
      hanging.resolve();
      expect((await first).status).toBe(handledStatus);
    });

    it.each([...failures, ['never finishes', () => new Promise(() => {})] as const])(
      'responds as usual when onError %s',
      async (_, observe) => {
        let calls = 0;
        const onError = () => {
          calls += 1;
          return observe();
        };
        const { postStatus, handler } = await serve({ onError });
        handler.mockRejectedValueOnce(new Error('no database'));
        const wire = await genuine();
        expect([await postStatus(wire), await postStatus(wire), calls]).toEqual([500, handledStatus, 1]);
      },
    );

    if (deduplicates) {
      const outcomes = [
        { method: 'take', status: 500, handled: 0 },
        { method: 'finish', status: handledStatus, handled: 1 },
        { method: 'release', status: 500, handled: 1 },
      ] as const;
      it.each(outcomes.flatMap((outcome) => failures.map(([how, fail]) => ({ ...outcome, how, fail }))))(
        "responds $status when the store's $method $how, and reports the error",
        async ({ method, status, handled, fail }) => {
          const { post, handler, onError } = await serve({ store: { ...memoryWebhookStore(), [method]: fail } });
          if (method === 'release') handler.mockRejectedValueOnce(new Error('no database'));
          expect(await post(await genuine())).toMatchObject({ status, reason: '' });
          expect(handler).toHaveBeenCalledTimes(handled);
          expect(onError.mock.lastCall?.[0]).toEqual(new Error('it is down'));
        },
      );

      it('responds 500 without calling the handler when the lease ended before the store responded', async () => {
        const clock = { time: start, now: () => clock.time };
        const store = memoryWebhookStore({ clock });
        const slow: WebhookStore = {
          ...store,
          async take(id, ms) {
            const state = await store.take(id, ms);
            clock.time += leaseMs + 1;
            return state;
          },
        };
        const { postStatus, handler, onError } = await serve({ clock, store: slow });
        expect(await postStatus(await genuine())).toBe(500);
        expect(handler).not.toHaveBeenCalled();
        expect(onError).toHaveBeenCalledTimes(1);
        expect(onError.mock.lastCall?.[0]).toMatchObject({ message: expect.stringContaining('leaseMs') });
      });

      it('waits for a slow store, and handles the message once', async () => {
        const store = memoryWebhookStore({ clock: { now: () => start } });
        const stalled = Promise.withResolvers<void>();
        const take = vi.fn(async (id: string, ms: number) => {
          await stalled.promise;
          return store.take(id, ms);
        });
        const { postStatus, handler } = await serve({ store: { ...store, take } });
        const wire = await genuine();
        const deliveries = [postStatus(wire), postStatus(wire)];
        await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(2));
        expect(handler).not.toHaveBeenCalled();
        handler.mockReturnValue(new Promise(setImmediate));
        stalled.resolve();
        expect((await Promise.all(deliveries)).toSorted()).toEqual([handledStatus, 503]);
        expect(handler).toHaveBeenCalledTimes(1);
      });
    }
  });

  describe(`the webhook receiver of ${name}, given other kinds of bodies,`, () => {
    const streamOf = (body: Uint8Array) => new Blob([body as Uint8Array<ArrayBuffer>]).stream();
    const requestOf = ({ headers, body }: Wire) =>
      new Request('http://localhost/', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> });
    const read = async <Body>(body: Body, use: (body: Body) => unknown) => {
      await use(body);
      return body;
    };
    const lock = (body: ReadableStream | null) => void body?.getReader();
    const cases: [string, (wire: Wire) => unknown][] = [
      ['of a Request that was read before', (wire) => read(requestOf(wire), (request) => request.text())],
      ['of a Request that a reader has locked', (wire) => read(requestOf(wire), ({ body }) => lock(body))],
      [
        'of a Node stream that was read before',
        async (wire) => ({ ...wire, body: await read(Readable.from([wire.body]), text) }),
      ],
      [
        'of a web stream that a reader has locked',
        async (wire) => ({ ...wire, body: await read(streamOf(wire.body), lock) }),
      ],
      ['that was parsed', (wire) => ({ ...wire, body: JSON.parse(Buffer.from(wire.body).toString()) })],
      ['that is null', (wire) => ({ ...wire, body: null })],
      ['that is missing', ({ headers }) => ({ headers })],
      ['that is an array', (wire) => ({ ...wire, body: [...wire.body] })],
    ];
    it.each(cases)('rejects a body %s with a TypeError that names it', async (_, make) => {
      const { receiver, handler, onError } = open();
      const wire = await genuine();
      await expect(receiver.handle((await make(wire)) as ReceivedRequest, handler)).rejects.toThrow(/^body must /);
      await expect(receiver.verify((await make(wire)) as ReceivedRequest)).rejects.toThrow(TypeError);
      expect([handler.mock.calls, onError.mock.calls]).toEqual([[], []]);
    });

    const accepted: [string, (wire: Wire) => ReceivedRequest][] = [
      ['bytes', (wire) => wire],
      ['a string', (wire) => ({ ...wire, body: Buffer.from(wire.body).toString() })],
      ['a web stream', (wire) => ({ ...wire, body: streamOf(wire.body) as never })],
      [
        'a Node stream of single bytes',
        (wire) => ({ ...wire, body: Readable.from(Array.from(wire.body, (byte) => Uint8Array.of(byte))) }),
      ],
      [
        'a Node stream of strings',
        (wire) => ({ ...wire, body: Readable.from([Buffer.from(wire.body)]).setEncoding('utf8') }),
      ],
    ];
    it.each(accepted)('accepts a body that is %s', async (_, make) => {
      const { receiver, handler } = open();
      const wire = await genuine();
      expect((await receiver.handle(make(wire), handler)).status).toBe(handledStatus);
    });

    it('stops reading a stream after maxBytes', async () => {
      const { receiver, handler } = open();
      let chunks = 0;
      async function* endless() {
        for (; chunks < 1000; chunks += 1) yield new Uint8Array(maxBytes / 2);
      }
      const { headers } = await genuine();
      expect((await receiver.handle({ headers, body: endless() }, handler)).status).toBe(413);
      expect(chunks).toBeLessThan(4);
    });
  });
}
