import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeFlow } from '../../../oauth/src/code-flow.ts';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { serve, testClient, testProvider } from '../../test/test-kit.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { isApiError } from '../errors/api-error.ts';
import { createClient } from './create-client.ts';

let server: Awaited<ReturnType<typeof serve>>;
let requests = 0;
beforeAll(async () => {
  server = await serve((_, response) => {
    requests += 1;
    response.end('{}');
  });
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => server.close());

type Client = ReturnType<typeof testClient>;
const calls: readonly (readonly [string, (client: Client, options: never) => PromiseLike<unknown>])[] = [
  ['things.get', (client, options) => client.things.get({ id: 'a' }, options)],
  ['things.list', (client, options) => client.things.list({}, options)],
  ['things.list', (client, options) => client.things.list({}, options).toArray({ limit: 1 })],
  ['things.list', (client, options) => client.things.list({}, options).pages()[Symbol.asyncIterator]().next()],
  ['request GET /things', (client, options) => client.request('/things', {}, options)],
];

it.each(
  calls.flatMap(([operation, call]) =>
    (
      [
        [{ timeout: 5 }, 'unknown option timeout; did you mean timeoutMs?'],
        [{ retries: -1 }, 'retries must be a whole number of at least 0; got -1'],
        [{ maxWaitMs: '1' }, 'maxWaitMs must be a number of milliseconds of at least 0; got "1"'],
        [{ signal: {} }, 'signal must be an AbortSignal, such as the signal of an AbortController; got an object'],
        [null, 'options must be an object; got null'],
        ['x', 'options must be an object; got a string of 1 character'],
      ] as const
    ).map(([options, problem]) => [operation, options, problem, call] as const),
  ),
)('%s rejects the options %o before any request: %s', async (operation, options, problem, call) => {
  const outcome = call(testClient(server.url), options as never);
  const error = await Promise.resolve(outcome).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'invalid_params', provider: 'test', operation });
  expect((error as Error).message).toBe(`${operation}: ${problem}`);
  expect((error as Error).stack).toContain('call-options.test.ts');
  expect(requests).toBe(0);
});

it.each([
  [{ prefetch: -1 }, 'prefetch must be a whole number of at least 0, or Infinity; got -1'],
  [{ concurrency: 0 }, 'concurrency must be a whole number of at least 1, or Infinity; got 0'],
  [{ curser: 'x' }, 'unknown option curser; did you mean cursor?'],
])('a list rejects the options %o: %s', async (options, problem) => {
  const list = testClient(server.url).things.byOffset({}, options as never);
  await expect(list).rejects.toThrow(`things.byOffset: ${problem}`);
  await expect(list.pages()[Symbol.asyncIterator]().next()).rejects.toThrow(`things.byOffset: ${problem}`);
});

it('calls with a single result do not accept list options', async () => {
  const call = testClient(server.url).things.get({ id: 'a' }, { cursor: 'x' } as never);
  await expect(call).rejects.toThrow(
    'unknown option cursor; the options are signal, timeoutMs, deadlineMs, retries, maxWaitMs',
  );
});

it.each<[object, string]>([
  [{ timeoutMs: '5s' }, 'timeoutMs must be a number of milliseconds above 0; got "5s"'],
  [{ validation: 'loose' }, 'validation must be one of strict, report; got "loose"'],
  [{ rateLimiter: {} }, "rateLimiter must be a function or 'off'; got an object"],
])('createClient rejects the options %o of a provider without its own checks', (options, problem) => {
  const provider = testProvider(server.url, options as ClientOptions);
  const signIn = (tools: Parameters<typeof codeFlow>[0]) =>
    codeFlow(tools, { path: '/authorize', pkce: true, askAgain: 'again', plainHosts: [] });
  for (const create of [() => createClient(provider, {}), () => createUserClient(provider, {}, signIn)])
    expect(create).toThrow(
      expect.toSatisfy(
        (error) => isApiError(error) && error.code === 'invalid_params' && error.message === `test client: ${problem}`,
      ),
    );
});

it.each<[string, object | undefined, string]>([
  ['authorize', { redirectURI: 'https://app.test/' }, 'unknown option redirectURI; did you mean redirectUri?'],
  [
    'authorize',
    { redirectUri: 'https://app.test/', scopes: 'a b' },
    'scopes must be an array of strings; got a string',
  ],
  ['authorize', undefined, 'options must be an object; got undefined'],
  ['exchange', { account: 'a', callbackURL: 'https://app.test/' }, 'did you mean callbackUrl?'],
  ['exchange', { account: 'a', callbackUrl: 'https://app.test/' }, 'session is missing'],
])('oauth.%s rejects the options %o: %s', async (method, options, problem) => {
  const { oauth } = createUserClient(testProvider(server.url), {}, (tools) =>
    codeFlow(tools, { path: '/authorize', pkce: true, askAgain: 'again', plainHosts: [] }),
  );
  const error = await oauth[method as 'authorize'](options as never).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'invalid_params', operation: `oauth.${method}` });
  expect((error as Error).message).toContain(problem);
  expect(requests).toBe(0);
});
