import { createBankClient } from '@x/bank';
import { createWebhookReceiver as createBankReceiver } from '@x/bank/webhooks';
import { cachedFetch } from '@x/cache';
import { isApiError, logEvents, memoryRateLimiter, memoryStore } from '@x/core';
import { fakeList } from '@x/core/testing';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { signInRoutes } from '@x/oauth';
import { otel } from '@x/otel';
import { createTableStatement, postgresStore, postgresWebhookStore } from '@x/postgres';
import { createQuotesClient } from '@x/quotes';
import { redisRateLimiter, redisShardStore, redisStore, redisWebhookStore } from '@x/redis';
import { createClock, createSandbox } from '@x/sandbox';
import { sandboxTest } from '@x/sandbox/vitest';
import { createSealer, kvStore, secretStore } from '@x/stores';
import { fileStore } from '@x/stores/file';
import { createStreamClient } from '@x/stream';
import { memoryShardStore } from '@x/stream/events';
import { createWebhookReceiver as createStreamReceiver, memoryWebhookStore } from '@x/stream/webhooks';
import { expect, it } from 'vitest';

const secret = 'a-secret-that-no-error-may-show-1';
const ids = { clientId: 'id', clientSecret: secret };

const factories: Readonly<
  Record<string, readonly [create: (options: never) => unknown, valid: object, needs: string]>
> = {
  stream: [createStreamClient, ids, 'createStreamClient needs options: clientId and clientSecret'],
  music: [createMusicClient, ids, 'createMusicClient needs options: clientId and clientSecret'],
  bank: [createBankClient, ids, 'createBankClient needs options: clientId and clientSecret'],
  food: [createFoodClient, { apiKey: secret }, 'createFoodClient needs options: apiKey'],
  quotes: [createQuotesClient, { baseUrl: 'http://127.0.0.1:9' }, 'createQuotesClient needs options: baseUrl'],
};

/** Options that are invalid for every provider, with the message. */
const problems: readonly (readonly [options: object, problem: string])[] = [
  [{ timeOutMs: 5 }, 'unknown option timeOutMs; did you mean timeoutMs?'],
  [{ validation: 'loose' }, 'validation must be one of strict, report; got "loose"'],
  [{ retries: -1 }, 'retries must be a whole number of at least 0; got -1'],
  [{ timeoutMs: '5s' }, 'timeoutMs must be a number of milliseconds above 0; got "5s"'],
  [{ deadlineMs: Number.NaN }, 'deadlineMs must be a number of milliseconds of at least 0; got NaN'],
  [{ storeTimeoutMs: 0 }, 'storeTimeoutMs must be a number of milliseconds above 0; got 0'],
  [{ fetch: 'x' }, 'fetch must be a function; got a string of 1 character'],
  [{ onEvent: true }, 'onEvent must be a function, or an array of functions'],
  [
    { tokens: { set() {}, delete() {} } },
    'tokens must be a token store (an object with the functions get, set and delete)',
  ],
  [{ tokens: secret }, 'tokens must be a token store'],
  [{ baseUrl: 5 }, 'baseUrl must be a string; got a number'],
];
const ownProblems: readonly (readonly [provider: string, options: object, problem: string])[] = [
  ['stream', { clientId: 'id', clientsecret: 's' }, 'unknown option clientsecret; did you mean clientSecret?'],
  ['stream', { clientType: 'publik' }, 'clientType must be one of confidential, public; got "publik"'],
  ['stream', { validateTokens: 'no' }, 'validateTokens must be true or false; got "no"'],
  [
    'stream',
    { extension: { secret, ownerID: '1' } },
    'unknown option extension.ownerID; did you mean extension.ownerId?',
  ],
  ['stream', { extension: { secret } }, 'extension.ownerId is required: a string'],
  ['music', { mode: 'dev' }, 'mode must be one of development, extended; got "dev"'],
  ['music', { clientSecret: [secret] }, 'clientSecret must be a string; got an array'],
  [
    'bank',
    { environment: 'development' },
    'environment must be sandbox or production, since Plaid removed its development environment; got "development"',
  ],
  ['bank', { credentialsIn: 'query' }, 'credentialsIn must be one of body, headers; got "query"'],
  ['bank', { secret }, 'unknown option secret; '],
  ['food', { credentialsIn: 'body' }, 'credentialsIn must be one of query, headers; got "body"'],
  ['food', { key: secret }, 'unknown option key; '],
  ['quotes', { basePath: 1 }, 'basePath must be a string; got a number'],
];

it.each([
  ...Object.keys(factories).flatMap((provider) => problems.map((problem) => [provider, ...problem] as const)),
  // A secret as an option's name, or as another option's value. (Clients of quotes have no secret.)
  ...['stream', 'music', 'bank', 'food'].flatMap(
    (provider) =>
      [
        [provider, { [`x${secret}`]: 1 }, 'unknown option x'],
        [provider, { validation: secret }, 'validation must be one of strict, report'],
      ] as const,
  ),
  ...ownProblems,
])('a %s client refuses the options %j, without showing a secret', (provider, options, problem) => {
  const [create, valid] = factories[provider] as (typeof factories)[string];
  let error: unknown;
  try {
    create({ ...valid, ...options } as never);
  } catch (thrown) {
    error = thrown;
  }
  if (!isApiError(error)) throw new Error(`expected an ApiError, got ${error}`);
  expect(error).toMatchObject({ code: 'invalid_params', provider, operation: `${provider} client`, retryable: false });
  expect(error.message.slice(0, `${provider} client: ${problem}`.length)).toBe(`${provider} client: ${problem}`);
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(secret);
  expect(error.stack).toContain('options.test.ts');
});

it.each(Object.entries(factories))(
  'a %s client reports what it needs when it is given no options',
  (_, [create, , needs]) => {
    expect(create as () => unknown).toThrow(needs);
  },
);

it.each(Object.entries(factories))('a %s client accepts options that are undefined', (_, [create, valid]) => {
  const unset = { timeoutMs: undefined, retries: undefined, fetch: undefined, tokens: undefined, baseurl: undefined };
  expect(() => create(Object.freeze({ ...unset, ...valid }) as never)).not.toThrow();
});

const storage = { getItem: async () => null, setItem: async () => {}, removeItem: async () => {} };
const redis = { evalSha: async () => null, eval: async () => null };
const pool = { query: async () => ({ rows: [] }) };
it.each<[create: () => unknown, message: string]>([
  [() => redisStore(redis, { ttl: 5 } as object), 'redisStore: unknown option ttl; did you mean ttlMs?'],
  [() => redisStore(redis, { ttlMs: -1 }), 'redisStore: ttlMs must be a number of milliseconds above 0; got -1'],
  [
    () => redisStore(redis, { encryption: { key: [secret] } as never }),
    'redisStore: unknown option encryption.key; did you mean encryption.keys?',
  ],
  [() => redisStore({} as never), 'redisStore: client must be a client or cluster of redis or ioredis'],
  [
    () => postgresStore({ query: async () => ({ rows: [] }) }, { encryption: { key: [secret] } as never }),
    'postgresStore: unknown option encryption.key; did you mean encryption.keys?',
  ],
  [() => postgresStore({} as never), 'postgresStore: pool must be a Pool of pg'],
  [
    () => fileStore('/x', { encryption: { keys: secret as never } }),
    'fileStore: encryption.keys must be an array of 32-byte keys',
  ],
  [() => kvStore({} as never), 'kvStore: storage must be a KV namespace, or an unstorage storage (an object with the'],
  [() => kvStore(storage, { prefix: 'app?' }), 'kvStore: prefix must not contain "?", because unstorage ignores'],
  [() => kvStore(storage, { prefix: 5 as never }), 'kvStore: prefix must be a string; got a number'],
  [
    () => redisRateLimiter(redis, { onfailure: 'local' } as object),
    'redisRateLimiter: unknown option onfailure; did you mean onFailure?',
  ],
  [() => redisRateLimiter(redis, { timeoutMs: Number.NaN }), 'redisRateLimiter: timeoutMs must be a number of milli'],
  [() => redisRateLimiter(undefined as never), 'redisRateLimiter: client must be a client or cluster of redis'],
  [() => otel({ tracerprovider: {} } as object), 'otel: unknown option tracerprovider; did you mean tracerProvider?'],
  [() => otel({ meterProvider: {} as never }), 'otel: meterProvider must be a meter provider (an object with'],
  [
    () => memoryRateLimiter({ maxRetryAfterMs: -1 }),
    'memoryRateLimiter: maxRetryAfterMs must be a number of milliseconds of',
  ],
  [() => fileStore('/x', { lockTTLMs: 5 } as object), 'fileStore: unknown option lockTTLMs; did you mean lockTtlMs?'],
  [() => fileStore('/x', { lockPollMs: 0 }), 'fileStore: lockPollMs must be a number of milliseconds above 0'],
  [
    () => createStreamReceiver({ secret, leaseMS: 5 } as never),
    'createWebhookReceiver: unknown option leaseMS; did you mean leaseMs?',
  ],
  [
    () => createStreamReceiver({ secret, store: { take() {} } as never }),
    'createWebhookReceiver: store must be a webhook store (an object with the functions take, finish and release)',
  ],
  [() => memoryWebhookStore({ max: 0 }), 'memoryWebhookStore: max must be a whole number of at least 1'],
  [
    () => createBankReceiver({ verificationKey: 'x' } as never),
    'createWebhookReceiver: verificationKey must be a function; got a string of 1 character',
  ],
  [() => createBankReceiver({} as never), 'createWebhookReceiver: verificationKey is required: a function'],
  [() => secretStore(memoryStore(), { bogus: 1 } as object), 'secretStore: unknown option bogus; the options are'],
  [() => cachedFetch({ ttl: 5 } as object), 'cachedFetch: unknown option ttl; did you mean ttlMs?'],
  [() => memoryShardStore({ clok: Date } as object), 'memoryShardStore: unknown option clok; did you mean clock?'],
  [
    () => createSealer({ keys: [new Uint8Array(32)], alowPlain: true } as never),
    'createSealer: unknown option alowPlain; did you mean allowPlain?',
  ],
  [() => createSealer({ keys: [secret] }), 'createSealer: keys[0] must be 32 bytes, or their base64'],
  [() => logEvents({} as never), 'logEvents: logger must be'],
  [() => redisStore(redis, { prefix: '{x}' }), 'redisStore: prefix must not contain "{" or "}"'],
  [() => redisWebhookStore(redis, { ttlMs: 1 } as object), 'redisWebhookStore: unknown option ttlMs; '],
  [
    () => redisShardStore(redis, { prefx: 'x' } as object),
    'redisShardStore: unknown option prefx; did you mean prefix?',
  ],
  [() => postgresWebhookStore(pool, { tabel: 'x' } as object), 'postgresWebhookStore: unknown option tabel; did you'],
  [() => createTableStatement('a b'), 'createTableStatement: table must be a name of lowercase letters'],
  [() => signInRoutes({} as never, {} as never), 'signInRoutes: clients must have at least one client'],
  [() => fakeList([], { pagesize: 1 } as object), 'fakeList: unknown option pagesize; did you mean pageSize?'],
  [() => createClock({ frozn: true } as object), 'createClock: unknown option clock.frozn; did you mean clock.frozen?'],
  [() => sandboxTest({ scope: 'file' as never }), 'sandboxTest: scope must be one of test, worker; got "file"'],
])('stores, caches and receivers refuse an unknown or invalid option with an ApiError: $1', (create, message) => {
  let error: unknown;
  try {
    create();
  } catch (thrown) {
    error = thrown;
  }
  if (!isApiError(error, 'invalid_params')) throw new Error(`expected an ApiError, got ${error}`);
  expect(error.message.startsWith(message)).toBe(true);
  expect(error.operation).toBe(message.slice(0, message.indexOf(':')));
  expect(error.stack).toContain('options.test.ts');
  expect(`${error.stack}`).not.toContain(secret);
});

it('calls reject unknown and invalid options before any request', async () => {
  const sandbox = await createSandbox({ listen: false });
  const bank = createBankClient(sandbox.options.bank);
  const quotes = createQuotesClient(sandbox.options.quotes);
  const stream = createStreamClient(sandbox.options.stream);
  const access_token = secret;
  const outcomes: readonly (readonly [PromiseLike<unknown>, string])[] = [
    [
      bank.transactions.syncAll({ access_token }, { maxRestart: 5 } as object),
      'transactions.syncAll: unknown option maxRestart; did you mean maxRestarts?',
    ],
    [
      bank.transactions.syncAll({ access_token }, null as never),
      'transactions.syncAll: options must be an object; got null',
    ],
    [
      bank.transactions.follow({ access_token }, { intervalMs: -1 }).next(),
      'transactions.follow: intervalMs must be a number of milliseconds above 0; got -1',
    ],
    [
      bank.transactions.follow({ access_token }, { wake: [] as never }).next(),
      'transactions.follow: wake must be an async iterable; got an array of 0 entries',
    ],
    [
      bank.request('/item/get', { access_token }, { retry: 1 } as object),
      'request POST /item/get: unknown option retry; did you mean retries?',
    ],
    [
      quotes.quotes.random.stream({}, { limits: 5 } as object).next(),
      'quotes.random.stream: unknown option limits; did you mean limit?',
    ],
    [stream.oauth.device({ scope: ['a'] } as object), 'oauth.device: unknown option scope; did you mean scopes?'],
    [
      stream.withAccount('ann').users.list({}, { retries: 0.5 }),
      'users.list: retries must be a whole number of at least 0; got 0.5',
    ],
  ];
  for (const [outcome, message] of outcomes) {
    const error = await Promise.resolve(outcome).catch((reason: unknown) => reason);
    expect((error as Error).message).toBe(message);
    expect(error).toMatchObject({ code: 'invalid_params' });
  }
  expect(sandbox.requests).toEqual([]);
  await sandbox.close();
});
