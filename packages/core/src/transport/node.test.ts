import { getEventListeners, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import zlib from 'node:zlib';
import { Agent, getGlobalDispatcher, interceptors, MockAgent, ProxyAgent, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../test/test-kit.ts';
import { exchangeByFetch } from './fetch.ts';
import { exchange } from './node.ts';

let server: Awaited<ReturnType<typeof serve>>;
let respond: (response: ServerResponse, request: IncomingMessage) => void;
let seen: IncomingMessage[] = [];

const runtimeFetch = fetch;
const agent = getGlobalDispatcher();
const later = process.versions.undici?.startsWith('8.');
const symbol = Symbol.for(`undici.globalDispatcher.${later ? 2 : 1}`);
const standing = (globalThis as Record<symbol, unknown>)[symbol];

beforeAll(async () => {
  server = await serve((request, response) => {
    seen.push(request);
    respond(response, request);
  });
});
afterAll(() => server.close());
afterEach(() => {
  seen = [];
  vi.unstubAllGlobals();
  setGlobalDispatcher(agent);
  setStanding(standing);
});

const setStanding = (value: unknown) => Object.assign(globalThis, { [symbol]: value });
const invalid = Object.assign(new Error('invalid onRequestStart method'), { code: 'UND_ERR_INVALID_ARG' });

const limit = 1000;
const get = { method: 'GET', headers: {}, body: undefined };
const send = (by: typeof exchange, { signal = new AbortController().signal, ...rest }: { signal?: AbortSignal } = {}) =>
  by(`${server.url}/a?b=c%20d`, { ...get, signal, ...rest }, limit);
const textOf = (bytes: (() => Uint8Array) | undefined) => bytes && Buffer.from(bytes()).toString();
/** Returns whether each request was sent by `fetch`, recognized by a header that only `fetch` sends. */
const byFetch = () => seen.map(({ headers }) => 'sec-fetch-mode' in headers);

const ways = { agent: exchange, fetch: exchangeByFetch((...args) => runtimeFetch(...args)) };

describe.each(Object.entries(ways))('an exchange by %s', (name, by) => {
  it('sends method, address, headers and body unchanged', async () => {
    respond = async (response, request) => {
      const body = (await request.toArray()).join('');
      const { method, url, headers } = request;
      response.end(JSON.stringify([method, url, headers['x-one'], headers['content-length'], body]));
    };
    const request = {
      method: 'PATCH',
      headers: { 'x-one': '1' },
      body: '{"ä":1}',
      signal: new AbortController().signal,
    };
    const { status, bytes } = await by(`${server.url}/a?b=c%20d`, request, limit);
    expect([status, textOf(bytes)]).toEqual([200, JSON.stringify(['PATCH', '/a?b=c%20d', '1', '8', '{"ä":1}'])]);
    expect(byFetch()).toEqual([name === 'fetch']);
  });

  it('returns status and headers, with headers of the same name combined', async () => {
    respond = (response) =>
      response.writeEarlyHints({ link: '</x>; rel=preload' }, () => {
        response.writeHead(
          418,
          [
            ['X-Two', 'a'],
            ['x-two', 'b'],
            ['x-latin', Buffer.from('é', 'latin1').toString('latin1')],
          ].flat(),
        );
        response.end();
      });
    const { status, headers, bytes } = await send(by);
    expect([status, headers.get('x-two'), headers.get('x-latin'), headers.get('x-none')]).toEqual([
      418,
      'a, b',
      'é',
      null,
    ]);
    expect(bytes?.()).toHaveLength(0);
  });

  it('does not follow redirects', async () => {
    respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect((await send(by)).status).toBe(302);
    expect(seen).toHaveLength(1);
  });

  const text = 'text '.repeat(30);
  const { gzipSync, deflateSync, deflateRawSync, brotliCompressSync } = zlib;
  it.each<[string, string, Buffer]>([
    ['gzip', 'gzip', gzipSync(text)],
    ['gzip under its old name, in capitals', 'X-GZIP', gzipSync(text)],
    ['gzip that is cut off', 'gzip', gzipSync(text).subarray(0, -8)],
    ['deflate', 'deflate', deflateSync(text)],
    ['deflate without a header', 'deflate', deflateRawSync(text)],
    ['br', 'br', brotliCompressSync(text)],
    ['two codings', 'br, gzip', gzipSync(brotliCompressSync(text))],
    ['an unknown coding', 'x-own', Buffer.from(text)],
  ])('reads %s', async (_, encoding, body) => {
    respond = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
    expect(textOf((await send(by)).bytes)).toBe(text);
  });

  it('counts the limit after decompression', async () => {
    const encoded = (size: number) => {
      respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(size)));
      return send(by);
    };
    expect((await encoded(limit)).bytes?.()).toHaveLength(limit);
    expect((await encoded(limit + 1)).bytes).toBeUndefined();
  });

  it('stops reading a body that continues past the limit', async () => {
    let closed: Promise<unknown> | undefined;
    respond = (response) => {
      closed = once(response, 'close');
      const write = () => {
        while (response.write(Buffer.alloc(500)));
      };
      response.on('drain', write);
      write();
    };
    const { status, bytes } = await send(by);
    expect([status, bytes]).toEqual([200, undefined]);
    await closed;
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off', (response) => response.write('half', () => response.socket?.destroy())],
    ['does not match its content coding', (response) => response.end('not gzip')],
  ])('reports a body that %s', async (_, write) => {
    respond = (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      write(response);
    };
    const { status, bytes, broken } = await send(by);
    expect([status, bytes]).toEqual([200, undefined]);
    expect(broken).toBeInstanceOf(Error);
  });

  it('resolves to the reason if there is no response', async () => {
    respond = (response) => response.socket?.destroy();
    const { status, broken } = await send(by);
    expect(status).toBe(0);
    expect((broken as Error).cause ?? broken).toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  it.each(['before the response', 'within the response'])(
    'frees the connection when it is aborted %s',
    async (when) => {
      const controller = new AbortController();
      let closed: Promise<unknown> | undefined;
      respond = (response) => {
        closed = once(response, 'close');
        if (when === 'within the response') response.write('half');
        setImmediate(() => controller.abort(new Error('enough')));
      };
      const outcome = await send(by, controller).then(
        ({ broken }) => broken,
        (error) => error,
      );
      expect(outcome).toMatchObject({ message: 'enough' });
      await closed;
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    },
  );

  it('rejects with the abort reason, of any type', async () => {
    const controller = new AbortController();
    respond = () => controller.abort(null);
    expect(await send(by, controller).catch((error) => [error])).toEqual([null]);
  });

  it('sends nothing if its signal was aborted beforehand', async () => {
    await expect(send(by, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(seen).toEqual([]);
  });

  it('reuses its connections', async () => {
    const ports = new Set<unknown>();
    const fresh = await serve(({ socket }, response) => {
      ports.add(socket.remotePort);
      response.end('{}');
    });
    for (let call = 0; call < 10; call++) await by(fresh.url, { ...get, signal: new AbortController().signal }, limit);
    expect(ports.size).toBeLessThan(3);
    await fresh.close();
  });

  it('removes no more than five codings from a response', async () => {
    const layers = (count: number) => {
      respond = (response) => {
        let body: Uint8Array = Buffer.from('text');
        for (let layer = 0; layer < count; layer++) body = gzipSync(body);
        response
          .writeHead(200, {
            'content-encoding': Array.from({ length: count }, (_, index) => (index === 5 ? ',gzip' : 'gzip')).join(),
          })
          .end(body);
      };
      return send(by).catch((broken) => ({ bytes: undefined, broken }));
    };
    expect(textOf((await layers(5)).bytes)).toBe('text');
    expect((await layers(6)).broken).toBeInstanceOf(Error);
  });

  it.each<[string, string, object]>([
    ['a header that cannot be sent', 'http://', { headers: { 'x-one': 'a\nb' } }],
    ['credentials in the address', 'http://me:password@', {}],
    ['a body of a GET request', 'http://', { body: '{}' }],
  ])('refuses %s', async (_, start, request) => {
    const url = server.url.replace('http://', start);
    const response = await by(url, { ...get, signal: new AbortController().signal, ...request }, limit);
    expect(response).toMatchObject({ status: 0, broken: expect.any(TypeError) });
    expect(seen).toEqual([]);
  });
});

describe("the runtime's agent", () => {
  it.skipIf(!zlib.zstdCompressSync)('reads zstd, which fetch does not', async () => {
    respond = (response, { headers }) => {
      expect(headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(zlib.zstdCompressSync('text'));
    };
    expect(textOf((await send(exchange)).bytes)).toBe('text');
  });

  it('is used through its configured proxy', async () => {
    const targets: string[] = [];
    const proxy = await serve((request, response) => {
      targets.push(String(request.url));
      response.end('by proxy');
    });
    setGlobalDispatcher(new ProxyAgent({ uri: proxy.url, proxyTunnel: false }));
    expect(textOf((await send(exchange)).bytes)).toBe('by proxy');
    expect(targets).toEqual([`${server.url}/a?b=c%20d`]);
    await getGlobalDispatcher().close();
    await proxy.close();
  });

  it('may be a mock', async () => {
    const mock = new MockAgent();
    mock
      .get(server.url)
      .intercept({ path: '/a?b=c%20d' })
      .reply(200, 'mocked', { headers: { 'x-two': 'b' } });
    setGlobalDispatcher(mock);
    const { bytes, headers } = await send(exchange);
    expect([textOf(bytes), headers.get('x-two')]).toEqual(['mocked', 'b']);
  });

  it('follows no redirects, even if the agent follows them by default', async () => {
    respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    setGlobalDispatcher(new Agent().compose(interceptors.redirect({ maxRedirections: 3 })));
    expect((await send(exchange)).status).toBe(302);
    expect(seen).toHaveLength(1);
  });

  it.skipIf(later)('may pass header values as a list, as interceptors do', async () => {
    const lines = ['x-two', ['a', 'b']].map((line) => [line].flat().map((text) => Buffer.from(text)));
    const dispatch = (_: object, handler: { onHeaders(...args: unknown[]): void; onComplete(): void }) => {
      handler.onHeaders(200, [lines[0]?.[0], lines[1]]);
      handler.onComplete();
    };
    setStanding({ dispatch });
    expect((await send(exchange)).headers.get('x-two')).toBe('a, b');
  });

  it.skipIf(later)('may reuse the memory of the headers, which it shares with the body', async () => {
    const lines = ['x-two', 'a'].map((text) => Buffer.from(text));
    const dispatch = (_: object, handler: { onHeaders(...args: unknown[]): void; onComplete(): void }) => {
      handler.onHeaders(200, lines);
      handler.onComplete();
    };
    setStanding({ dispatch });
    const { headers } = await send(exchange);
    for (const line of lines) line.fill(0);
    expect([headers.get('x-two'), ...(headers as unknown as Iterable<unknown>)]).toEqual(['a', ['x-two', 'a']]);
  });

  describe.skipIf(later)('may deliver several responses in pieces at the same time', () => {
    type Handler = Record<'onConnect' | 'onHeaders' | 'onData' | 'onComplete', (...given: unknown[]) => void>;

    beforeEach(() => {
      const asked: Handler[] = [];
      const dispatch = (_: object, handler: Handler) => {
        asked.push(handler);
        if (asked.length < 3) return true;
        for (const [index, handler] of asked.entries()) {
          handler.onConnect(() => {});
          handler.onHeaders(200, []);
          for (const piece of ['this is ', 'response ', String(index)]) handler.onData(Buffer.from(piece));
          handler.onComplete();
        }
        return true;
      };
      setStanding({ dispatch });
    });

    it('and each keeps its own pieces', async () => {
      const answers = await Promise.all([send(exchange), send(exchange), send(exchange)]);
      const texts = answers.map(({ bytes }) => textOf(bytes));
      expect(texts).toEqual(['this is response 0', 'this is response 1', 'this is response 2']);
    });

    it('and all are completed in the same turn, after the turn in which the agent takes their connections back', async () => {
      const done: string[] = [];
      for (const name of ['a', 'b', 'c']) send(exchange).then(() => done.push(name));
      await nextTurn();
      expect(done).toEqual([]);
      await nextTurn();
      expect(done).toEqual(['a', 'b', 'c']);
    });
  });

  it('does not delay a call whose signal was aborted beforehand', async () => {
    setStanding({ dispatch: () => true });
    await expect(send(exchange, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('leaves no listener on its signal', async () => {
    respond = (response) => response.end('{}');
    const { signal } = new AbortController();
    await send(exchange, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is not used if fetch is replaced', async () => {
    respond = (response) => response.end('{}');
    vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => runtimeFetch(...args));
    expect((await send(exchange)).status).toBe(200);
    expect(byFetch()).toEqual([true]);
  });

  it.each<[string, unknown]>([
    ['is not an agent', {}],
    [
      'throws when it is called',
      {
        dispatch: () => {
          throw invalid;
        },
      },
    ],
    [
      'refuses the call',
      {
        dispatch: (_: unknown, handler: Record<string, (...args: unknown[]) => void>) =>
          handler.onError ? handler.onError(invalid) : handler.onResponseError?.(undefined, invalid),
      },
    ],
  ])('is not used if it %s', async (_, other) => {
    respond = (response) => response.end('{}');
    // The runtime's own fetch would also use the agent, so this one stands in for a runtime whose fetch does not.
    const elsewhere = (...args: Parameters<typeof fetch>) => {
      setStanding(standing);
      return runtimeFetch(...args);
    };
    elsewhere.toString = () => String(runtimeFetch);
    vi.stubGlobal('fetch', elsewhere);
    setStanding(other);
    expect((await send(exchange)).status).toBe(200);
    expect(byFetch()).toEqual([true]);
  });
});
