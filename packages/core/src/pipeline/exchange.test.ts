import { afterAll, beforeAll, expect, it } from 'vitest';
import { appGrants } from '../../../oauth/src/app-grants.ts';
import { endpoints, failure, serve, testClient, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { ErrorCode, ErrorOutcome } from '../errors/api-error.ts';

/** A status, a connection that breaks before the response or in its body, or a body that is sent with status 200. */
type Answer = number | 'drop' | 'half' | `<${string}` | `{${string}`;

let server: Awaited<ReturnType<typeof serve>>;
let answers: Answer[];
let requests: number;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"tok-abcdef-123456"}');
    const answer = answers[requests] ?? 'drop';
    requests += 1;
    if (typeof answer === 'number') response.writeHead(answer).end('{}');
    else if (answer === 'drop') response.destroy();
    else if (answer === 'half') response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy());
    else response.end(answer);
  });
});
afterAll(() => server.close());

const calls = {
  create: ({ things }: ReturnType<typeof testClient>) => things.create({ id: 'a' }),
  remove: ({ things }: ReturnType<typeof testClient>) => things.remove({ id: 'a' }),
  get: ({ things }: ReturnType<typeof testClient>) => things.get({ id: 'a' }),
  request: (client: ReturnType<typeof testClient>) => client.request('POST /things', { id: 'a' }),
};

const [mayBeDone, isDone] = ['The request may have been carried out', 'The request was carried out: do not repeat it'];

it.each<[keyof typeof calls, Answer[], ErrorCode, ErrorOutcome, retryable: boolean, remedy?: string]>([
  ['create', ['drop'], 'network', 'unknown', false, mayBeDone],
  ['request', ['drop'], 'network', 'unknown', false, mayBeDone],
  ['create', [503], 'unavailable', 'unknown', false, mayBeDone],
  ['create', [408], 'rejected', 'unknown', false, mayBeDone],
  ['create', [302], 'invalid_response', 'unknown', false],
  ['create', ['half'], 'network', 'done', false, isDone],
  ['create', ['<html>'], 'invalid_response', 'done', false],
  ['create', ['{"id":7}'], 'invalid_response', 'done', false],
  ['create', [409], 'conflict', 'not_done', false],
  ['create', [429, 429], 'rate_limited', 'not_done', true, 'Try again later'],
  ['create', [425, 425], 'rejected', 'not_done', true],
  ['create', [429, 'drop'], 'network', 'unknown', false, mayBeDone],
  ['remove', ['drop', 'drop'], 'network', 'unknown', true, 'Check the address'],
  ['remove', ['drop', 404], 'not_found', 'unknown', false],
  ['remove', ['half', 'drop'], 'network', 'done', true],
  ['remove', ['half', 404], 'not_found', 'done', false],
  ['get', ['drop', 'half'], 'network', 'not_done', true],
  ['get', ['<html>'], 'invalid_response', 'not_done', false],
])('%s after %j: %s, %s, retryable %s', async (call, given, code, outcome, retryable, remedy = '') => {
  answers = given;
  requests = 0;
  const client = testClient(server.url, { retries: 1, random: () => 0, validation: 'strict' });
  const error = await failure(calls[call](client));
  expect(error).toMatchObject({ code, outcome, retryable });
  expect(error.toJSON()).toMatchObject({ outcome });
  expect(error.message).toContain(remedy);
  expect(requests).toBe(given.length);
});

// Nothing listens on port 2, and `fetch` allows it.
it.each([undefined, globalThis.fetch])('a write that was not sent is repeated, and was not done', async (fetch) => {
  const provider = testProvider(server.url, { retries: 1, random: () => 0, fetch });
  const { things } = createClient({ ...provider, baseUrl: 'http://127.0.0.1:2' }, endpoints);
  const error = await failure(things.create({ id: 'a' }));
  expect(error).toMatchObject({ code: 'network', outcome: 'not_done', retryable: true });
  expect(error.message).toContain('(2 attempts)');
});

it('a write whose token request failed was not done', async () => {
  answers = ['drop'];
  const provider = testProvider(server.url);
  const app = { ...provider.app, endpoint: { ...provider.app.endpoint, path: '/other' } };
  const { things } = createClient({ ...provider, grants: appGrants(app) }, endpoints);
  expect(await failure(things.create({ id: 'a' }))).toMatchObject({ code: 'network', outcome: 'not_done' });
});
