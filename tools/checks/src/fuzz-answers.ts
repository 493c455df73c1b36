import assert from 'node:assert/strict';
import { createBankClient } from '@x/bank';
import { operationsOf } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient, endpoints as musicEndpoints } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox } from '@x/sandbox';
import { createStreamClient, endpoints as streamEndpoints } from '@x/stream';
import { errorOf, type Fuzz, fc, fuzz, mutate, nastyJson } from './fuzz-kit.ts';
import { around, methodOf, operations, type Provider, server, userClients } from './fuzz-world.ts';

/** A call and its real response. */
export interface Real {
  readonly provider: Provider;
  readonly name: string;
  readonly params: object;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

/** Longer responses, in bytes, are left out: what takes ten times as long finds no more. */
const longest = 20_000;

/** Responses of the sandbox to every reading call whose required parameters can be guessed, and some that are refused. */
export async function record(): Promise<readonly Real[]> {
  const sandbox = await createSandbox({
    listen: false,
    stream: { users: 60, streams: 20, clips: 40, videos: 40 },
    music: { artists: 10, shows: 3, audiobooks: 3 },
    bank: { transactionsPerItem: 20, readyAtOnce: true, institutions: 15 },
    quotes: { quotes: 60 },
  });
  let answers: Real['answer'][] = [];
  const fetch = (async (input: string, init: RequestInit) => {
    const response = await sandbox.fetch(input, init);
    if (!/token$/.test(input))
      answers.push({ status: response.status, headers: response.headers, text: await response.clone().text() });
    return response;
  }) as typeof globalThis.fetch;
  const { stream, music, bank, food, quotes } = sandbox.options;
  const all = { fetch, retries: 0 };
  const clients = {
    stream: createStreamClient({ ...stream, ...all, validateTokens: false }),
    music: createMusicClient({ ...music, ...all }),
    bank: createBankClient({ ...bank, ...all }),
    food: createFoodClient({ ...food, ...all }),
    quotes: createQuotesClient({ ...quotes, ...all }),
  };
  const scopesOf = (tree: object) => [...new Set(operationsOf(tree).flatMap(([, { scopes = [] }]) => scopes))];
  const [someone, other] = sandbox.controls.stream.users();
  const [listener] = sandbox.controls.music.users();
  const broadcaster = someone?.id ?? '';
  await clients.stream.setGrant(
    'ann',
    sandbox.controls.stream.issueUserToken({ userId: broadcaster, scopes: scopesOf(streamEndpoints) }),
  );
  await clients.music.setGrant(
    'ann',
    sandbox.controls.music.issueUserToken({ userId: listener?.id ?? '', scopes: scopesOf(musicEndpoints) }),
  );
  const users = { ...clients, stream: clients.stream.withAccount('ann'), music: clients.music.withAccount('ann') };

  // Ids of the music catalog by the first part of the path.
  const found = async (type: 'album' | 'artist' | 'track' | 'playlist' | 'show' | 'episode' | 'audiobook') =>
    (await clients.music.search({ q: 'year:1900-2100 a', type, limit: 1 })).items[0]?.id ??
    (await clients.music.search({ q: 'a', type, limit: 1 })).items[0]?.id;
  const types = ['album', 'artist', 'track', 'playlist', 'show', 'episode', 'audiobook'] as const;
  const ids = Object.fromEntries(await Promise.all(types.map(async (type) => [`${type}s`, await found(type)])));
  const fdcId = (await clients.food.foods.search({ query: 'cheddar' })).items[0]?.fdcId;
  const quote = (await clients.quotes.quotes.list({ limit: 1 })).items[0];
  const guesses: Readonly<Record<Provider, Readonly<Record<string, unknown>>>> = {
    stream: { broadcaster_id: broadcaster, user_id: other?.id, query: 'a', first: 2, moderator_id: broadcaster },
    music: {
      ...ids,
      playlist_id: ids.playlists,
      q: 'love',
      type: 'track',
      limit: 2,
      uris: [`spotify:track:${ids.tracks}`],
    },
    bank: {
      access_token: sandbox.controls.bank.accessTokens[0],
      country_codes: ['US'],
      institution_id: 'ins_109508',
      query: 'bank',
      start_date: '2000-01-01',
      end_date: '2100-01-01',
      count: 3,
      offset: 0,
    },
    food: { fdcId, fdcIds: [fdcId], query: 'cheddar', pageSize: 2 },
    quotes: { id: quote?._id, slug: quote?.authorSlug, query: 'love', limit: 2 },
  };

  const real: Real[] = [];
  const call = async (provider: Provider, name: string, params: object) => {
    answers = [];
    await errorOf(() => methodOf(users[provider], name)(params));
    const [answer] = answers;
    if (answer && /^\s*[[{]/.test(answer.text) && answer.text.length < longest)
      real.push({ provider, name, params, answer });
  };
  for (const { provider, name, spec } of operations) {
    if (!(spec.idempotent ?? spec.method === 'GET') || spec.deprecated || /^sandbox\./.test(name)) continue;
    const entries = Object.entries({ ...spec.params?.entries, ...spec.query?.entries, ...spec.body?.entries });
    const guess = (param: string) =>
      provider === 'music' && /^ids?$/.test(param)
        ? (ids[/^\/v1\/(\w+)/.exec(spec.path)?.[1] ?? ''] ?? ids[name.split('.')[1] ?? ''])
        : guesses[provider][param];
    const params = Object.fromEntries(
      entries
        .map(([param, { type }]) => [param, guess(param), /optional|nullish/.test(type)] as const)
        .filter(
          ([param, value, optional]) =>
            value !== undefined && (!optional || /^(first|limit|count|pageSize)$/.test(param)),
        ),
    );
    const lacking = entries.some(([param, { type }]) => !/optional|nullish/.test(type) && !(param in params));
    if (!lacking) await call(provider, name, params);
  }
  await call('music', 'albums.get', { id: 'x'.repeat(22) });
  await call('bank', 'accounts.get', { access_token: 'access-sandbox-wrong' });
  await call('food', 'foods.get', { fdcId: 1 });
  await call('quotes', 'quotes.get', { id: 'none' });
  await call('stream', 'streams.list', { after: 'nonsense' });
  return real;
}

/** Calls `call` with `body` as its response; lists are read on. */
export async function serve(
  { provider, name, params }: Real,
  status: number,
  headers: Headers,
  body: BodyInit,
  limit = 20,
) {
  const { fetch, wrong } = server(
    () => new Response([204, 205, 304].includes(status) ? null : body, { status, headers }),
  );
  const client = (await userClients(fetch))[provider];
  const error = await errorOf(async () => {
    const call = methodOf(client, name)(params);
    await (call.toArray?.({ limit }) ?? call);
  });
  assert.deepEqual(wrong, []);
  if (error) assert.notEqual(error.code, 'network');
  return error;
}

const statuses = fc.oneof(fc.integer({ min: 400, max: 599 }), fc.constantFrom(400, 401, 403, 404, 409, 429, 500, 503));
const names = [
  'message',
  'error',
  'error_code',
  'error_type',
  'error_message',
  'request_id',
  'statusMessage',
  'reason',
  'code',
];
const errorBody = fc.oneof(
  nastyJson,
  fc.dictionary(fc.constantFrom(...names), nastyJson),
  fc.record({ error: fc.dictionary(fc.constantFrom(...names), nastyJson) }),
);
const headerNames = [
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'content-length',
  'location',
];
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'http://elsewhere.invalid/',
  ),
  fc.integer().map(String),
);
const change = fc.tuple(fc.nat(), fc.option(nastyJson, { nil: undefined }));
const edit = fc.tuple(fc.nat(), fc.constantFrom('flip', 'cut', 'double'), fc.nat(255));

/** Responses of a server. */
export const answers = (real: readonly Real[]): readonly Fuzz[] => [
  fuzz(
    'responses with fields changed or gone: a result or an ApiError',
    2500,
    fc.asyncProperty(fc.nat(), fc.array(change, { minLength: 1, maxLength: 3 }), async (index, changes) => {
      const call = around(real, index);
      const { status, headers, text } = call.answer;
      const body = changes.reduce((value, [at, by]) => mutate(value, at, by), JSON.parse(text) as unknown);
      await serve(call, status, headers, JSON.stringify(body) ?? '');
    }),
  ),
  fuzz(
    'responses with bytes changed, cut or doubled: a result or an ApiError',
    1500,
    fc.asyncProperty(fc.nat(), fc.array(edit, { minLength: 1, maxLength: 4 }), async (index, edits) => {
      const call = around(real, index);
      let bytes = Buffer.from(call.answer.text);
      for (const [at, what, by] of edits) {
        const place = at % Math.max(1, bytes.length);
        if (what === 'flip') bytes[place] = by;
        else if (what === 'cut') bytes = bytes.subarray(0, place);
        else bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(Math.floor(place / 2))]);
      }
      await serve(call, call.answer.status, call.answer.headers, new Uint8Array(bytes));
    }),
  ),
  fuzz(
    'responses of any status and error body: an ApiError of that status',
    1500,
    fc.asyncProperty(fc.nat(), statuses, errorBody, async (index, status, body) => {
      const error = await serve(around(real, index), status, new Headers(), JSON.stringify(body));
      assert.equal(error?.status, status);
    }),
  ),
  fuzz(
    'responses with any headers: a result or an ApiError',
    1500,
    fc.asyncProperty(
      fc.nat(),
      fc.dictionary(fc.constantFrom(...headerNames), headerValue),
      fc.constantFrom(200, 302, 429, 503),
      async (index, headers, status) => {
        const call = around(real, index);
        await serve(call, status, new Headers(headers), call.answer.text);
      },
    ),
  ),
];
