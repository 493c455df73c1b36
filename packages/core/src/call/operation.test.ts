import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure, secrets, serve, testClient } from '../../test/test-kit.ts';
import { isApiError } from '../errors/api-error.ts';

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve((request, response) => {
    const isToken = request.url?.startsWith('/token') ?? false;
    response.writeHead(isToken ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isToken ? { access_token: secrets.accessToken, expires_in: 3600 } : { message: 'none' }),
    );
  });
});
afterAll(() => server.close());

describe("an error's stack", () => {
  /** Counts how many stacks are formatted. */
  function countFormatted() {
    const { prepareStackTrace } = Error;
    onTestFinished(() => {
      Error.prepareStackTrace = prepareStackTrace;
    });
    let formatted = 0;
    Error.prepareStackTrace = (_, frames) => {
      formatted += 1;
      return `Formatted\n${frames.map((frame) => `    at ${frame.getFunctionName()}`).join('\n')}`;
    };
    return () => formatted;
  }

  it('is formatted once per call', async () => {
    const formatted = countFormatted();
    const client = testClient(server.url);
    async function callOfTheApplication() {
      return failure(client.things.get({ id: '1' }));
    }
    const error = await callOfTheApplication();
    expect(isApiError(error)).toBe(true);
    expect(error.stack).toMatch(/^ApiError: things\.get: 404 none\..*\n {4}at callOfTheApplication\n/);
    expect(formatted()).toBe(1);
  });

  it("is each caller's own, is shown when the error is inspected or cloned, and can be replaced", async () => {
    const client = testClient(server.url);
    async function oneCaller() {
      return failure(client.things.get({ id: '1' }));
    }
    async function anotherCaller() {
      return failure(client.things.get({ id: '1' }));
    }
    const [one, other] = [await oneCaller(), await anotherCaller()];
    expect(one.stack).toContain('oneCaller');
    expect(other.stack).toContain('anotherCaller');
    expect(inspect(one)).toContain(one.stack);
    expect(structuredClone(other).stack).toBe(other.stack);
    expect(Object.keys(one)).not.toContain('stack');
    one.stack = 'replaced';
    expect(one.stack).toBe('replaced');
    Object.freeze(other);
    expect(other.stack).toContain('anotherCaller');
  });

  it("is the caller's even if two callers listen to the promise", async () => {
    async function callOfTheApplication() {
      const call = testClient(server.url).things.get({ id: '1' });
      call.catch(() => {});
      await undefined;
      return call;
    }
    expect((await failure(callOfTheApplication())).stack).toContain('callOfTheApplication');
  });

  it('has the number of frames that the application set', async () => {
    const { stackTraceLimit } = Error;
    onTestFinished(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    Error.stackTraceLimit = 1;
    const error = await failure(testClient(server.url).things.get({ id: '1' }));
    expect(error.stack?.split('\n')).toHaveLength(2);
  });

  it('is present even if the application has frozen the frame limit', async () => {
    const { stackTraceLimit } = Error;
    onTestFinished(() => {
      Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true });
    });
    Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: false });
    const error = await failure(testClient(server.url).things.get({ id: '1' }));
    expect(error.stack).toContain('operation.test.ts');
  });
});

it("a client's errors reuse the known forms of its secrets", async () => {
  const client = testClient(server.url);
  await failure(client.things.get({ id: '1' }));
  const encode = vi.spyOn(globalThis, 'btoa');
  onTestFinished(() => encode.mockRestore());
  await failure(client.things.get({ id: '1' }));
  expect(encode).not.toHaveBeenCalled();
});
