import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../test/test-kit.ts';

// Each of these tests fails with a Node or undici that works differently from node.ts's assumptions, which are listed
// in the comment there. They are in a separate file from node.test.ts, because undici's own package replaces Node's
// agent.

const [major = ''] = (process.versions.undici ?? '').split('.');
const controlled = Number(major) >= 8;
const symbol = Symbol.for(`undici.globalDispatcher.${controlled ? 2 : 1}`);

interface Agent {
  dispatch(options: object, handler: object): unknown;
}
function agent(): Agent {
  new Headers();
  return (globalThis as Record<symbol, unknown>)[symbol] as Agent;
}

type Report = readonly [name: string, ...values: unknown[]];

/** Creates a handler that reports its calls, in the form that this undici expects. */
function reporter(reports: Report[], end: () => void): object {
  const finish = (name: string) => (error: unknown) => {
    reports.push([name, (error as { code?: string } | undefined)?.code]);
    end();
  };
  if (controlled)
    return {
      onRequestStart: ({ abort }: { abort: unknown }) => reports.push(['connected', typeof abort]),
      onResponseStart: (_: unknown, status: number, fields: object) => reports.push(['headers', status, fields]),
      onResponseData: (_: unknown, chunk: Uint8Array) => reports.push(['data', String(Buffer.from(chunk))]),
      onResponseEnd: () => finish('end')(undefined),
      onResponseError: (_: unknown, error: unknown) => finish('error')(error),
    };
  return {
    onConnect: (abort: unknown) => reports.push(['connected', typeof abort]),
    onHeaders(status: number, lines: (Buffer | string)[]) {
      const texts = lines.map(String);
      const fields = texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1]]] : []));
      return reports.push(['headers', status, Object.fromEntries(fields)]) > 0;
    },
    onData: (chunk: Uint8Array) => reports.push(['data', String(Buffer.from(chunk))]) > 0,
    onComplete: () => finish('end')(undefined),
    onError: finish('error'),
  };
}

/** Runs one request through the agent, and returns the reports of its handler and of its channels. */
async function dispatch(options: object): Promise<{ reports: Report[]; during: string[]; sent: unknown[] }> {
  const reports: Report[] = [];
  const during: string[] = [];
  const sent: unknown[] = [];
  let created: unknown;
  let isDispatching = true;
  const listeners: [name: string, listener: (event: unknown) => void][] = [
    ['net.client.socket', () => isDispatching && during.push('socket')],
    [
      'undici:request:create',
      (event) => {
        created = (event as { request: unknown }).request;
        if (isDispatching) during.push('request');
      },
    ],
    [
      'undici:client:sendHeaders',
      (event) => {
        const { request, socket } = event as { request: unknown; socket: Socket };
        sent.push(request === created, typeof socket.unref, typeof socket.ref);
      },
    ],
  ];
  for (const [name, listener] of listeners) subscribe(name, listener);
  try {
    const { promise, resolve } = Promise.withResolvers<void>();
    agent().dispatch(
      { path: '/', method: 'GET', headers: {}, maxRedirections: 0, ...options },
      reporter(reports, resolve),
    );
    isDispatching = false;
    await promise;
  } finally {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  }
  return { reports, during, sent };
}

let server: Awaited<ReturnType<typeof serve>>;
let requests = 0;
const respond = (_: IncomingMessage, response: ServerResponse) => {
  requests += 1;
  response.writeHead(302, { location: '/elsewhere', 'content-encoding': 'gzip' }).end('raw');
};

beforeEach(async () => {
  requests = 0;
  server = await serve(respond);
});
afterEach(() => server.close());

describe("the transport's assumptions about Node", () => {
  it("1: the text of the global fetch names Node's undici", () => {
    expect(String(fetch)).toContain('internal/deps/undici');
  });

  it('2: undici has a major version that the transport knows', () => {
    expect(['6', '7', '8']).toContain(major);
  });

  it('3: the agent is a global under the symbol of that major version', () => {
    expect(agent()).toMatchObject({ dispatch: expect.any(Function) });
  });

  it('4: the agent reports a response unchanged, neither decoded nor redirected', async () => {
    const { reports } = await dispatch({ origin: server.url });
    expect(reports).toEqual([
      ['connected', 'function'],
      ['headers', 302, expect.objectContaining({ location: '/elsewhere', 'content-encoding': 'gzip' })],
      ['data', 'raw'],
      ['end', undefined],
    ]);
    expect(requests).toBe(1);
  });

  it('5: the agent refuses unsupported requests with a known code, and sends nothing', async () => {
    const { reports } = await dispatch({ origin: server.url, headers: { 'x-one': 'a\nb' } });
    expect(reports).toEqual([['error', 'UND_ERR_INVALID_ARG']]);
    expect(requests).toBe(0);
  });

  it('6: the socket that is opened for a request is reported while it is dispatched', async () => {
    const { during } = await dispatch({ origin: server.url });
    expect(during).toContain('socket');
  });

  it('7: a request is reported while it is dispatched, and again with the socket that sends it', async () => {
    const { during, sent } = await dispatch({ origin: server.url });
    expect(during).toContain('request');
    expect(sent).toEqual([true, 'function', 'function']);
  });
});
