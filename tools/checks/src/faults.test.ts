import { inspect } from 'node:util';
import { createBankClient } from '@x/bank';
import { type CallOptions, type ErrorCode, isApiError } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox, type Fault } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { describe, expect, it } from 'vitest';

/** What can go wrong on the way, and the code it has with every provider. */
const faults: [name: string, fault: Fault, code: ErrorCode, attempts: number][] = [
  ['500', { status: 500, body: '' }, 'unavailable', 3],
  ['502 HTML', { status: 502, body: '<html>Bad gateway</html>' }, 'unavailable', 3],
  ['503', { status: 503, body: { message: 'later' }, headers: { 'retry-after': '0' } }, 'unavailable', 3],
  ['404 HTML', { status: 404, body: '<html>no</html>' }, 'not_found', 1],
  ['redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'invalid_response', 1],
  ['HTML', { body: '<html>portal</html>' }, 'invalid_response', 1],
  ['empty 200', { body: '' }, 'invalid_response', 1],
  ['truncated JSON', { truncateBytes: 20 }, 'invalid_response', 1],
  ['wrong shape', { body: { data: 7, tracks: 7, foods: 7, results: 7, accounts: 7 } }, 'invalid_response', 1],
  ['null', { body: 'null' }, 'invalid_response', 1],
  ['too large', { padToBytes: 2_000_000 }, 'invalid_response', 1],
  ['dropped before', { drop: 'before' }, 'network', 3],
  ['dropped after', { drop: 'after' }, 'network', 3],
  ['dropped mid-body', { drop: 'mid-body' }, 'network', 3],
  ['slow', { delayMs: 60_000 }, 'timeout', 3],
];

describe.each(['stream', 'music', 'bank', 'food', 'quotes'] as const)('%s', (provider) => {
  it.each(faults)('%s', async (_, fault, code, attempts) => {
    const sandbox = await createSandbox();
    const { stream, music, bank, food, quotes } = sandbox.options;
    const options = { random: () => 0, maxBodyBytes: 1_000_000, retries: 2 };
    const access_token = sandbox.controls.bank.accessTokens[0] ?? '';
    const clients = {
      stream: createStreamClient({ ...stream, ...options }),
      music: createMusicClient({ ...music, ...options }),
      bank: createBankClient({ ...bank, ...options }),
      food: createFoodClient({ ...food, ...options }),
      quotes: createQuotesClient({ ...quotes, ...options }),
    };
    const call: (callOptions?: CallOptions) => PromiseLike<unknown> = {
      stream: (callOptions?: CallOptions) => clients.stream.games.top({}, callOptions),
      music: (callOptions?: CallOptions) => clients.music.search({ q: 'love', type: 'track' }, callOptions),
      bank: (callOptions?: CallOptions) => clients.bank.accounts.get({ access_token }, callOptions),
      food: (callOptions?: CallOptions) => clients.food.foods.search({ query: 'cheddar' }, callOptions),
      quotes: (callOptions?: CallOptions) => clients.quotes.quotes.list({}, callOptions),
    }[provider];
    await call(); // works, and has its token
    const before = sandbox.requests.length;
    sandbox.faults.add({ ...fault, times: Number.POSITIVE_INFINITY });
    const error = await call(fault.delayMs ? { timeoutMs: 50 } : {}).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!isApiError(error)) throw error ?? new Error('it worked');
    expect([error.code, error.provider]).toEqual([code, provider]);
    expect(sandbox.requests.slice(before)).toHaveLength(attempts);
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
    const secrets = [stream.clientSecret, music.clientSecret, bank.secret, access_token, food.apiKey];
    for (const secret of secrets) expect(shown).not.toContain(secret);
    await sandbox.close();
  });
});
