import { type ClientEvent, isApiError } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { createClients, type Provider } from './clients.ts';
import { methodOf } from './fuzz-world.ts';
import { operations } from './operations.ts';

const sandbox = await createSandbox({ listen: false });
afterAll(() => sandbox.close());

type Mode = 'report' | 'strict';

/**
 * A call whose params are not as documented, the start of the report's message, and parts of the query or the body that
 * is sent.
 */
type Odd = [
  provider: Provider,
  call: string,
  params: Readonly<Record<string, unknown>>,
  report?: string | undefined,
  ...sent: string[],
];

const track = '11dFghVXANMlKmJXsNCbNl';
const access_token = 'access-sandbox-00000000-0000-0000-0000-000000000000';
const processorParams = { access_token, account_id: 'an-account' };
const transfer = {
  access_token,
  account_id: 'a',
  amount: '1.00',
  type: 'debit',
  network: 'ach',
  user: { legal_name: 'Ann' },
};

const table: Readonly<Record<string, { readonly sentBy: readonly Mode[]; readonly odd: readonly Odd[] }>> = {
  'an unknown value of a documented list': {
    sentBy: ['report'],
    odd: [
      ['stream', 'streams.list', { type: 'vods' }, 'type is not one of the documented values', 'type=vods'],
      [
        'stream',
        'videos.list',
        { user_id: '1', sort: 'tiem' },
        'sort is not one of the documented values (did you mean "time"?)',
        'sort=tiem',
      ],
      [
        'music',
        'artists.albums',
        { id: track, include_groups: ['album', 'mixtape'] },
        'include_groups[1] is not one of the documented values',
        'mixtape',
      ],
      [
        'music',
        'artists.albums',
        { id: track, include_groups: 'singel' },
        'include_groups is not one of the documented values (did you mean "single"?)',
        'singel',
      ],
      [
        'bank',
        'processor.token.create',
        { ...processorParams, processor: 'drivewelth' },
        'processor is not one of the documented values (did you mean "drivewealth"?)',
        '"processor":"drivewelth"',
      ],
      [
        'bank',
        'link.createToken',
        {
          client_name: 'x',
          language: 'en',
          country_codes: ['US', 'XX'],
          user_id: 'u',
          products: ['auth', 'teleport'],
        },
        'country_codes[1] is not one of the documented values',
        '"XX"',
        '"teleport"',
      ],
      [
        'food',
        'foods.search',
        { query: 'x', dataType: ['Branded', 'Survey (FNDS)'] },
        'dataType[1] is not one of the documented values (did you mean "Survey (FNDDS)"?)',
        'FNDS',
      ],
      [
        'food',
        'foods.search',
        { query: 'x', sortOrder: 'up', endDate: '2020-01-31' },
        'sortOrder is not one of the documented values',
        '"sortOrder":"up"',
      ],
      [
        'quotes',
        'quotes.list',
        { sortBy: 'lenght' },
        'sortBy is not one of the documented values (did you mean "length"?)',
        'sortBy=lenght',
      ],
    ],
  },
  'an unknown parameter that resembles a known one': {
    sentBy: [],
    odd: [
      ['stream', 'streams.list', { frist: 1 }],
      [
        'stream',
        'eventSub.subscriptions.create',
        { type: 't', version: '1', condition: {}, transport: { method: 'websocket', sesion_id: 'a' } },
      ],
      ['music', 'search', { q: 'x', type: 'track', markt: 'DE' }],
      ['bank', 'accounts.get', { access_token, option: {} }],
      ['bank', 'accounts.get', { access_token, options: { acount_ids: [] } }],
      ['food', 'foods.search', { query: 'x', pageSise: 3 }],
      ['quotes', 'random', { maxLenght: 3 }],
    ],
  },
  'any other unknown parameter': {
    sentBy: ['report'],
    odd: [
      [
        'stream',
        'streams.list',
        { novelty: ['a b', 'c'] },
        'novelty is not a documented parameter',
        '?novelty=a%20b&novelty=c',
      ],
      [
        'stream',
        'eventSub.subscriptions.create',
        {
          type: 't',
          version: '1',
          condition: {},
          transport: { method: 'websocket', session_id: 'a', novelty: 1 },
          surprise: 2,
        },
        'surprise is not a documented parameter',
        '"novelty":1',
        '"surprise":2',
      ],
      ['music', 'tracks.get', { id: track, novelty: true }, 'novelty is not', '?novelty=true'],
      [
        'bank',
        'accounts.get',
        { access_token, novelty: { a: [1] }, options: { surprise: 1 } },
        'novelty is not a documented parameter',
        '"novelty":{"a":[1]}',
        '"surprise":1',
      ],
      ['food', 'foods.get', { fdcId: 1, novelty: 1.5 }, 'novelty is not', 'novelty=1.5'],
      [
        'food',
        'foods.search',
        { query: 'x', novelty: null, endDate: '2020-01-31' },
        'novelty is not',
        '"novelty":null',
      ],
      ['quotes', 'random', { novelty: 'x' }, 'novelty is not', '?novelty=x'],
    ],
  },
  'a value above a documented maximum': {
    sentBy: ['report'],
    odd: [
      ['stream', 'streams.list', { first: 101 }, 'first must be a whole number from 1 to 100', 'first=101'],
      [
        'music',
        'artists.albums',
        { id: track, include_groups: ['album', 'single', 'album', 'single', 'album'] },
        'include_groups must have at most 4 entries',
        'include_groups=',
      ],
      [
        'bank',
        'item.remove',
        { access_token, reason_note: 'x'.repeat(513) },
        'reason_note must have at most 512 characters',
        'x'.repeat(513),
      ],
      [
        'bank',
        'link.createToken',
        {
          client_name: 'x',
          language: 'en',
          country_codes: ['US'],
          user_id: 'u',
          products: ['auth'],
          transactions: { days_requested: 731 },
        },
        'transactions.days_requested must be a whole number from 1 to 730',
        '731',
      ],
      [
        'food',
        'foods.get',
        { fdcId: 1, nutrients: Array(26).fill(203) },
        'nutrients must have at most 25 entries',
        'nutrients=',
      ],
      ['quotes', 'random', { query: 'a'.repeat(151) }, 'query must have at most 150 characters', 'a'.repeat(151)],
    ],
  },
  'a param that is missing, invalid or empty, that cannot be sent, or that would double a write or lose a page': {
    sentBy: [],
    odd: [
      ['stream', 'channels.update', { title: 'x' }],
      ['stream', 'streams.list', { first: '5' }],
      ['stream', 'streams.list', { first: 0 }],
      ['stream', 'streams.list', { type: 7 }],
      ['stream', 'streams.list', { type: '' }],
      ['stream', 'streams.list', { novelty: { a: 1 } }],
      ['stream', 'streams.list', JSON.parse('{"__proto__":{"type":"live"}}')],
      ['stream', 'streams.list', { novelty: 'a\ud800' }],
      ['music', 'tracks.get', {}],
      ['music', 'tracks.get', { id: '../me' }],
      ['music', 'search', { q: '', type: 'track' }],
      ['music', 'search', { q: 'x', type: 'planet' }],
      ['music', 'search', { q: 'x', type: 'track', limit: 51 }],
      ['music', 'search', { q: 'x', type: 'track', novelty: () => 1 }],
      ['bank', 'accounts.get', {}],
      ['bank', 'accounts.get', { access_token: '' }],
      ['bank', 'accounts.get', { access_token: 5 }],
      ['bank', 'processor.token.create', { ...processorParams, processor: 7 }],
      ['bank', 'accounts.get', { access_token, novelty: 1n }],
      ['bank', 'transfer.authorization.create', { ...transfer, ach_class: 'ppd', idempotency_key: 'x'.repeat(51) }],
      ['food', 'foods.get', {}],
      ['food', 'foods.get', { fdcId: '1' }],
      ['food', 'foods.getMany', { fdcIds: [] }],
      ['food', 'foods.search', { query: 'x', pageSize: 201 }],
      ['food', 'foods.search', { query: 'x', novelty: Number.NaN }],
      ['quotes', 'quotes.get', {}],
      ['quotes', 'quotes.get', { id: '' }],
      ['quotes', 'quotes.get', { id: '..' }],
      ['quotes', 'quotes.list', { limit: 151 }],
      ['quotes', 'random', { novelty: Symbol('x') }],
    ],
  },
};

/** Creates clients that record what they send to the API. `respond` replaces the sandbox's responses. */
function watched(mode: Mode, respond?: () => Response) {
  const events: ClientEvent[] = [];
  const sent: string[] = [];
  const { fetch: served } = sandbox;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (/\/(oauth2|api)\/token$/.test(new URL(url).pathname)) return served(input, init);
    sent.push(`${url} ${init?.body ?? ''}`);
    return respond ? respond() : served(input, init);
  };
  const onEvent = (event: ClientEvent) => void events.push(event);
  const clients = createClients(sandbox.options, { fetch, onEvent, validation: mode, retries: 0 });
  const drift = () => events.filter((event) => event.type === 'drift' && event.about === 'params');
  const call = async ([provider, name, params]: Odd) => {
    const error = await Promise.resolve(methodOf(clients[provider], name)(params)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error !== undefined && !isApiError(error)) throw error;
    return error;
  };
  return { call, sent, drift };
}

const cases = Object.entries(table).flatMap(([title, { sentBy, odd }]) =>
  odd.flatMap((each) =>
    (['report', 'strict'] as const).map((mode) => {
      const verb = sentBy.includes(mode) ? 'sends' : 'refuses';
      return { title, provider: each[0], call: each[1], mode, each, verb };
    }),
  ),
);

describe('a client', () => {
  it.each(cases)('of $provider with validation $mode $verb $title: $call', async ({ mode, each, verb }) => {
    const [, operation, , report = '?', ...parts] = each;
    const { call, sent, drift } = watched(mode);
    const error = await call(each);
    if (verb === 'refuses') {
      expect(error?.code).toBe('invalid_params');
      expect(error?.message).toMatch(/: \w/);
      expect(sent).toEqual([]);
      expect(drift()).toEqual([]);
      return;
    }
    expect(sent).not.toEqual([]);
    for (const part of parts) expect(sent[0]).toContain(part);
    const reports = drift();
    expect(reports[0]).toMatchObject({ operation, message: expect.stringContaining(report) });
    await call(each);
    expect(drift()).toEqual(reports); // once per operation and value
  });

  const refusable = Object.values(table).flatMap(({ odd }) => odd.filter(([, , , report]) => report));
  it.each(refusable)('of %s adds what it found to the error when the provider refuses %s', async (...each) => {
    const { call } = watched('report', () => new Response('{}', { status: 400 }));
    const error = await call(each);
    expect(error).toMatchObject({ status: 400 });
    expect(error?.message).toContain(`; ${each[3]}`);
  });
});

it("an error of the bank client joins the provider's refusal and the client's finding in one sentence", async () => {
  const { call } = watched('report');
  const { bank } = createClients(sandbox.options);
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['auth'],
  });
  const { access_token } = await bank.item.exchangePublicToken({ public_token });
  const { accounts } = await bank.accounts.get({ access_token });
  const params = { access_token, account_id: accounts[0]?.account_id, processor: 'drivewelth' };
  const error = await call(['bank', 'processor.token.create', params]);
  expect(error?.message).toMatch(
    /^processor\.token\.create: 400 .*; processor is not one of the documented values \(did you mean "drivewealth"\?\)\./,
  );
});

/** Parts of a schema that are read here. */
interface Node {
  readonly type?: string;
  readonly isSendable?: unknown;
  readonly options?: readonly unknown[];
  readonly [part: string]: unknown;
}

/** Returns the nodes of a schema at or below a parameter, with their places. */
function nodesOf(node: Node, place: string): { node: Node; place: string }[] {
  const { entries, item, wrapped, value, options = [] } = node;
  const inner = [item, wrapped, value, ...options].filter((each) => typeof each === 'object' && each !== null);
  return [
    { node, place },
    ...inner.flatMap((each) => nodesOf(each as Node, place)),
    ...Object.entries(entries ?? {}).flatMap(([name, each]) => nodesOf(each as Node, `${place}.${name}`)),
  ];
}

const nodes = operations.flatMap(({ provider, name, spec }) =>
  [spec.params, spec.query, spec.body].flatMap((schema) =>
    Object.entries(schema?.entries ?? {}).flatMap(([param, each]) =>
      nodesOf(each as unknown as Node, `${provider}.${name} ${param}`),
    ),
  ),
);

describe('in all providers', () => {
  it('the types of params have only the documented values, and `as never` passes another one', () => {
    const { stream, music, bank, food, quotes } = createClients(sandbox.options);
    const calls = [
      () => stream.streams.list({ type: 'vods' as never }),
      // @ts-expect-error another value
      () => stream.streams.list({ type: 'vods' }),
      // @ts-expect-error another value
      () => music.artists.albums({ id: track, include_groups: ['album', 'mixtape'] }),
      // @ts-expect-error another value
      () => bank.processor.token.create({ ...processorParams, processor: 'drivewelth' }),
      // @ts-expect-error another value
      () => food.foods.search({ query: 'x', dataType: ['Survey (FNDS)'] }),
      // @ts-expect-error another value
      () => quotes.quotes.list({ sortBy: 'lenght' }),
    ];
    expect(calls).toHaveLength(6);
  });

  it('every list of values is open, except for those that decide how the client reads the response', () => {
    const closed = nodes.filter(({ node }) => node.type === 'picklist' && !node.isSendable).map(({ place }) => place);
    expect(new Set(closed)).toEqual(new Set(['music.search type', 'music.following.artists type']));
  });
});
