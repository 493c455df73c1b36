import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeFlow } from '../../../oauth/src/code-flow.ts';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, secrets, serve, testProvider } from '../../test/test-kit.ts';
import type { CallEndEvent, ClientEvent } from '../declare/events.ts';
import type { ClientOptions } from '../declare/provider.ts';
import type { TokenStore } from '../declare/token-store.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { memoryStore } from '../tokens/store.ts';
import { type EventLogger, logEvents } from './log-events.ts';

let server: Awaited<ReturnType<typeof serve>>;
let respond: (response: ServerResponse, request: IncomingMessage) => void;
let now: number;

const json =
  (body: unknown, status = 200, headers = {}): typeof respond =>
  (response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') json({ access_token: secrets.accessToken, expires_in: 3600 })(response, request);
    else respond(response, request);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now = 1_700_000_000_000;
  respond = json({ data: [{ id: 'a' }] });
});

/** Creates a logger that accepts one string, as `console` does, and records the lines written with it. */
function lineLogger() {
  const lines: [level: string, ...values: unknown[]][] = [];
  const write =
    (level: string) =>
    (...values: unknown[]) =>
      void lines.push([level, ...values]);
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { logger, lines };
}

function clientOf(logger: EventLogger, options: ClientOptions = {}) {
  const given = { clock: { now: () => now }, random: () => 0, onEvent: logEvents(logger), ...options };
  const provider = { ...testProvider(server.url, given), consentLastsMs: 180 * 86_400_000 };
  return createUserClient(provider, endpoints, (tools) =>
    codeFlow(tools, { path: '/authorize', pkce: false, askAgain: 'again', plainHosts: [] }),
  );
}

/** Returns all lines except token requests, with calls under one name. */
const written = (lines: readonly (readonly unknown[])[]) =>
  lines
    .filter(([, line]) => !`${line}`.includes('oauth.token'))
    .map((values) => values.map((value) => `${value}`.replace(/call [\w-]+$/, 'call ID')));

describe('logEvents(console)', () => {
  it('writes one line for each call, and one for each token request', async () => {
    const { logger, lines } = lineLogger();
    const client = clientOf(logger);
    await client.things.get({ id: 'a' });
    await client.things.list();
    expect(lines.map((values) => values.map((value) => `${value}`.replace(/call [\w-]+$/, 'call ID')))).toEqual([
      ['debug', 'test oauth.token success (200) in 0 ms, call ID'],
      ['debug', 'test things.get success (200) in 0 ms, call ID'],
      ['debug', 'test things.list page 1 success (200) in 0 ms, call ID'],
    ]);
  });

  it('writes how many requests a call made, its error and the request ID', async () => {
    const { logger, lines } = lineLogger();
    let failures = 1;
    respond = (response, request) => {
      failures -= 1;
      json({ data: [{ id: 'a' }] }, failures >= 0 ? 503 : 200)(response, request);
    };
    const client = clientOf(logger, { retries: 1 });
    await client.things.get({ id: 'a' });
    respond = json({ message: 'no such thing' }, 404, { 'x-request-id': 'r-1' });
    await client.things.get({ id: 'a' }).catch(() => {});
    respond = json({}, 503);
    await client.things.get({ id: 'a' }).catch(() => {});
    await client.things.get({ id: 5 as never }).catch(() => {});
    await client.things.get({ id: 'a' }, { signal: AbortSignal.abort() }).catch(() => {});
    expect(written(lines)).toEqual([
      ['info', 'test things.get success (200) in 0 ms, 2 requests, call ID'],
      ['info', 'test things.get error not_found (404) in 0 ms, request ID r-1, call ID'],
      ['warn', 'test things.get error unavailable (503) in 0 ms, 2 requests, call ID'],
      ['error', 'test things.get error invalid_params in 0 ms, 0 requests, call ID'],
      ['debug', 'test things.get aborted in 0 ms, 0 requests, call ID'],
    ]);
  });

  it('warns once about each place where a response differs from the documentation', async () => {
    const { logger, lines } = lineLogger();
    respond = json({ data: [{ id: 5 }] });
    const client = clientOf(logger);
    await client.things.get({ id: 'a' });
    await client.things.get({ id: 'a' });
    expect(written(lines).filter(([level]) => level === 'warn')).toEqual([
      [
        'warn',
        expect.stringMatching(/^test things\.get: the response is not as documented at data\[\]\.id: .+, call ID$/),
      ],
    ]);
  });

  it('warns about a consent that ends soon', async () => {
    const { logger, lines } = lineLogger();
    const client = clientOf(logger);
    respond = json({ id: 'a' });
    await client.accounts.set('ann', { accessToken: secrets.accessToken, authorizedAt: now - 170 * 86_400_000 });
    await client.withAccount('ann').things.mine();
    expect(written(lines)).toEqual([
      [
        'warn',
        expect.stringMatching(
          /^test oauth: the consent of account 49915e0d7d4b402e ends at 2023-11-24T22:13:20\.000Z\. /,
        ),
      ],
      ['debug', 'test things.mine success (200) in 0 ms, account 49915e0d7d4b402e, call ID'],
    ]);
  });

  it('warns about a grant that the token store does not accept', async () => {
    const { logger, lines } = lineLogger();
    let failures = 2;
    const set: TokenStore['set'] = () => (failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve());
    const clock = { now: () => now, sleep: async () => {} };
    const { oauth } = clientOf(logger, { clock, tokens: { ...memoryStore(), set } });
    const session = { provider: 'test', clientId: 'client-id', redirectUri: 'https://app.test/back', state: 's' };
    await oauth.exchange({ account: 'ann', callbackUrl: '/back?code=c&state=s', session });
    expect(written(lines).filter(([level]) => level === 'warn')).toEqual([
      [
        'warn',
        'test oauth: the token store does not accept the new grant of account 49915e0d7d4b402e. The client keeps trying; check the store, call ID',
      ],
    ]);
  });

  it('shows no token, parameter or header, and writes one line no matter what a server sends as the request ID', async () => {
    const { logger, lines } = lineLogger();
    respond = json({ message: secrets.note }, 500, { 'x-request-id': secrets.accessToken });
    const client = clientOf(logger);
    const headers = { traceparent: 'header-secret-1' };
    await client.things.create({ id: 'a', secret_note: secrets.note }, { headers }).catch(() => {});
    const shown = lines.flat().join('\n');
    for (const secret of [...Object.values(secrets), 'header-secret-1', 'secret_note'])
      expect(shown).not.toContain(secret);
    const end = (requestId: string) => ({ ...endEvent('error', 'unavailable'), requestId });
    logEvents(logger)(end('r-1\nERROR fake\u2028line\u001b[31m') as ClientEvent);
    expect(lines.at(-1)?.[1]).toBe(
      'test things.get error unavailable (500) in 1 ms, request ID r-1 ERROR fake line [31m, call c-1',
    );
  });
});

const endEvent = (outcome: CallEndEvent['outcome'], code?: ErrorCode): CallEndEvent => ({
  type: 'call_end',
  ...{ callId: 'c-1', provider: 'test', operation: 'things.get', method: 'GET', path: '/things/{id}', host: 'x' },
  ...{ account: undefined, listId: undefined, page: undefined, requestId: undefined, bytes: undefined },
  ...{ outcome, code, status: 500, attempts: 1, durationMs: 1 },
});

const levels: Readonly<Record<ErrorCode, string>> = {
  invalid_params: 'error',
  invalid_cursor: 'warn',
  unauthenticated: 'error',
  reauthorization_required: 'warn',
  permission_denied: 'warn',
  not_found: 'info',
  conflict: 'warn',
  rejected: 'error',
  rate_limited: 'warn',
  quota_exceeded: 'warn',
  unavailable: 'warn',
  network: 'warn',
  timeout: 'warn',
  invalid_response: 'error',
  not_supported: 'error',
  aborted: 'debug',
};

it.each(Object.entries(levels))('logEvents writes a call that failed with %s at the level %s', (code, level) => {
  const { logger, lines } = lineLogger();
  logEvents(logger)(endEvent(code === 'aborted' ? 'aborted' : 'error', code as ErrorCode));
  expect(lines.map(([level]) => level)).toEqual([level]);
});

it('logEvents writes a failed call without a code at the level error', () => {
  const { logger, lines } = lineLogger();
  logEvents(logger)(endEvent('error'));
  expect(lines).toEqual([['error', 'test things.get error (500) in 1 ms, call c-1']]);
});

it('logEvents passes the event and the line to a logger with a child method', () => {
  const { logger, lines } = lineLogger();
  const event = endEvent('error', 'not_found');
  logEvents({ ...logger, child() {} })(event);
  expect(lines).toEqual([['info', event, 'test things.get error not_found (500) in 1 ms, call c-1']]);
});

it.each([
  [undefined, 'logger is required: a logger (an object with the functions debug, info, warn and error)'],
  [{ info() {} }, 'logger must be a logger (an object with the functions debug, info, warn and error); got an object'],
])('logEvents refuses %j as a logger', (logger, problem) => {
  expect(() => logEvents(logger as never)).toThrow(
    expect.objectContaining({ name: 'ApiError', code: 'invalid_params', message: `logEvents: ${problem}` }),
  );
});
