import { type ClientEvent, isApiError } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { createClients, type Provider, providers } from './clients.ts';
import { methodOf } from './fuzz-world.ts';
import { operations } from './operations.ts';

const sandbox = await createSandbox({ listen: false });
afterAll(() => sandbox.close());

/** A call whose params are not as documented. */
interface Odd {
  readonly call: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Start of the report's message. */
  readonly report?: string;
  /** Parts of the query or the body that is sent. */
  readonly sent?: readonly string[];
}

type Mode = 'report' | 'strict';
interface Row {
  readonly title: string;
  /** The modes in which the call is sent. */
  readonly sentBy: readonly Mode[];
  readonly odd: Readonly<Partial<Record<Provider, readonly Odd[]>>>;
}

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

const table: readonly Row[] = [
  {
    title: 'an unknown value of a documented list',
    sentBy: ['report'],
    odd: {
      stream: [
        {
          call: 'streams.list',
          params: { type: 'vods' },
          report: 'type is not one of the documented values',
          sent: ['type=vods'],
        },
        {
          call: 'videos.list',
          params: { user_id: '1', sort: 'tiem' },
          report: 'sort is not one of the documented values (did you mean "time"?)',
          sent: ['sort=tiem'],
        },
      ],
      music: [
        {
          call: 'artists.albums',
          params: { id: track, include_groups: ['album', 'mixtape'] },
          report: 'include_groups[1] is not one of the documented values',
          sent: ['mixtape'],
        },
        {
          call: 'artists.albums',
          params: { id: track, include_groups: 'singel' },
          report: 'include_groups is not one of the documented values (did you mean "single"?)',
          sent: ['singel'],
        },
      ],
      bank: [
        {
          call: 'processor.token.create',
          params: { ...processorParams, processor: 'drivewelth' },
          report: 'processor is not one of the documented values (did you mean "drivewealth"?)',
          sent: ['"processor":"drivewelth"'],
        },
        {
          call: 'link.createToken',
          params: {
            client_name: 'x',
            language: 'en',
            country_codes: ['US', 'XX'],
            user_id: 'u',
            products: ['auth', 'teleport'],
          },
          report: 'country_codes[1] is not one of the documented values',
          sent: ['"XX"', '"teleport"'],
        },
      ],
      food: [
        {
          call: 'foods.search',
          params: { query: 'x', dataType: ['Branded', 'Survey (FNDS)'] },
          report: 'dataType[1] is not one of the documented values (did you mean "Survey (FNDDS)"?)',
          sent: ['FNDS'],
        },
        {
          call: 'foods.search',
          params: { query: 'x', sortOrder: 'up', endDate: '2020-01-31' },
          report: 'sortOrder is not one of the documented values',
          sent: ['"sortOrder":"up"'],
        },
      ],
      quotes: [
        {
          call: 'quotes.list',
          params: { sortBy: 'lenght' },
          report: 'sortBy is not one of the documented values (did you mean "length"?)',
          sent: ['sortBy=lenght'],
        },
      ],
    },
  },
  {
    title: 'an unknown parameter that resembles a known one',
    sentBy: [],
    odd: {
      stream: [
        { call: 'streams.list', params: { frist: 1 }, sent: ['frist=1'] },
        {
          call: 'eventSub.subscriptions.create',
          params: { type: 't', version: '1', condition: {}, transport: { method: 'websocket', sesion_id: 'a' } },
          sent: ['"sesion_id":"a"'],
        },
      ],
      music: [{ call: 'search', params: { q: 'x', type: 'track', markt: 'DE' }, sent: ['markt=DE'] }],
      bank: [
        { call: 'accounts.get', params: { access_token, option: {} }, sent: ['"option":{}'] },
        { call: 'accounts.get', params: { access_token, options: { acount_ids: [] } }, sent: ['"acount_ids":[]'] },
      ],
      food: [{ call: 'foods.search', params: { query: 'x', pageSise: 3 }, sent: ['pageSise=3'] }],
      quotes: [{ call: 'random', params: { maxLenght: 3 }, sent: ['maxLenght=3'] }],
    },
  },
  {
    title: 'any other unknown parameter',
    sentBy: ['report'],
    odd: {
      stream: [
        {
          call: 'streams.list',
          params: { novelty: ['a b', 'c'] },
          report: 'novelty is not a documented parameter',
          sent: ['?novelty=a%20b&novelty=c'],
        },
        {
          call: 'eventSub.subscriptions.create',
          params: {
            type: 't',
            version: '1',
            condition: {},
            transport: { method: 'websocket', session_id: 'a', novelty: 1 },
            surprise: 2,
          },
          report: 'surprise is not a documented parameter',
          sent: ['"novelty":1', '"surprise":2'],
        },
      ],
      music: [
        { call: 'tracks.get', params: { id: track, novelty: true }, report: 'novelty is not', sent: ['?novelty=true'] },
      ],
      bank: [
        {
          call: 'accounts.get',
          params: { access_token, novelty: { a: [1] }, options: { surprise: 1 } },
          report: 'novelty is not a documented parameter',
          sent: ['"novelty":{"a":[1]}', '"surprise":1'],
        },
      ],
      food: [
        { call: 'foods.get', params: { fdcId: 1, novelty: 1.5 }, report: 'novelty is not', sent: ['novelty=1.5'] },
        {
          call: 'foods.search',
          params: { query: 'x', novelty: null, endDate: '2020-01-31' },
          report: 'novelty is not',
          sent: ['"novelty":null'],
        },
      ],
      quotes: [{ call: 'random', params: { novelty: 'x' }, report: 'novelty is not', sent: ['?novelty=x'] }],
    },
  },
  {
    title: 'a value above a documented maximum',
    sentBy: ['report'],
    odd: {
      stream: [
        {
          call: 'streams.list',
          params: { first: 101 },
          report: 'first must be a whole number from 1 to 100',
          sent: ['first=101'],
        },
      ],
      music: [
        {
          call: 'artists.albums',
          params: { id: track, include_groups: ['album', 'single', 'album', 'single', 'album'] },
          report: 'include_groups must have at most 4 entries',
          sent: ['include_groups='],
        },
      ],
      bank: [
        {
          call: 'item.remove',
          params: { access_token, reason_note: 'x'.repeat(513) },
          report: 'reason_note must have at most 512 characters',
          sent: ['x'.repeat(513)],
        },
        {
          call: 'link.createToken',
          params: {
            client_name: 'x',
            language: 'en',
            country_codes: ['US'],
            user_id: 'u',
            products: ['auth'],
            transactions: { days_requested: 731 },
          },
          report: 'transactions.days_requested must be a whole number from 1 to 730',
          sent: ['731'],
        },
      ],
      food: [
        {
          call: 'foods.get',
          params: { fdcId: 1, nutrients: Array(26).fill(203) },
          report: 'nutrients must have at most 25 entries',
          sent: ['nutrients='],
        },
      ],
      quotes: [
        {
          call: 'random',
          params: { query: 'a'.repeat(151) },
          report: 'query must have at most 150 characters',
          sent: ['a'.repeat(151)],
        },
      ],
    },
  },
  {
    title:
      'a param that is missing, invalid or empty, that cannot be sent, or that would double a write or lose a page',
    sentBy: [],
    odd: {
      stream: [
        { call: 'channels.update', params: { title: 'x' } },
        { call: 'streams.list', params: { first: '5' } },
        { call: 'streams.list', params: { first: 0 } },
        { call: 'streams.list', params: { type: 7 } },
        { call: 'streams.list', params: { type: '' } },
        { call: 'streams.list', params: { novelty: { a: 1 } } },
        { call: 'streams.list', params: JSON.parse('{"__proto__":{"type":"live"}}') },
        { call: 'streams.list', params: { novelty: 'a\ud800' } },
      ],
      music: [
        { call: 'tracks.get', params: {} },
        { call: 'tracks.get', params: { id: '../me' } },
        { call: 'search', params: { q: '', type: 'track' } },
        { call: 'search', params: { q: 'x', type: 'planet' } },
        { call: 'search', params: { q: 'x', type: 'track', limit: 51 } },
        { call: 'search', params: { q: 'x', type: 'track', novelty: () => 1 } },
      ],
      bank: [
        { call: 'accounts.get', params: {} },
        { call: 'accounts.get', params: { access_token: '' } },
        { call: 'accounts.get', params: { access_token: 5 } },
        { call: 'processor.token.create', params: { ...processorParams, processor: 7 } },
        { call: 'accounts.get', params: { access_token, novelty: 1n } },
        {
          call: 'transfer.authorization.create',
          params: { ...transfer, ach_class: 'ppd', idempotency_key: 'x'.repeat(51) },
        },
      ],
      food: [
        { call: 'foods.get', params: {} },
        { call: 'foods.get', params: { fdcId: '1' } },
        { call: 'foods.getMany', params: { fdcIds: [] } },
        { call: 'foods.search', params: { query: 'x', pageSize: 201 } },
        { call: 'foods.search', params: { query: 'x', novelty: Number.NaN } },
      ],
      quotes: [
        { call: 'quotes.get', params: {} },
        { call: 'quotes.get', params: { id: '' } },
        { call: 'quotes.get', params: { id: '..' } },
        { call: 'quotes.list', params: { limit: 151 } },
        { call: 'random', params: { novelty: Symbol('x') } },
      ],
    },
  },
];

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
  const call = async (provider: Provider, { call: name, params }: Odd) => {
    const error = await Promise.resolve(methodOf(clients[provider], name)(params)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error !== undefined && !isApiError(error)) throw error;
    return error;
  };
  return { call, sent, drift };
}

const cases = table.flatMap(({ title, sentBy, odd }) =>
  providers.flatMap((provider) =>
    (odd[provider] ?? []).flatMap((each) =>
      (['report', 'strict'] as const).map((mode) => ({
        title,
        provider,
        mode,
        each,
        verb: sentBy.includes(mode) ? 'sends' : 'refuses',
      })),
    ),
  ),
);

describe('a client', () => {
  it.each(cases)(
    'of $provider with validation $mode $verb $title: $each.call',
    async ({ provider, mode, each, verb }) => {
      const { call, sent, drift } = watched(mode);
      const error = await call(provider, each);
      if (verb === 'refuses') {
        expect(error?.code).toBe('invalid_params');
        expect(error?.message).toMatch(/: \w/);
        expect(sent).toEqual([]);
        expect(drift()).toEqual([]);
        return;
      }
      expect(sent).not.toEqual([]);
      for (const part of each.sent ?? []) expect(sent[0]).toContain(part);
      const reports = drift();
      expect(reports[0]).toMatchObject({
        operation: each.call,
        message: expect.stringContaining(each.report ?? '?'),
      });
      await call(provider, each);
      expect(drift()).toEqual(reports); // once per operation and value
    },
  );

  const refusable = table.flatMap(({ odd }) =>
    providers.flatMap((provider) =>
      (odd[provider] ?? []).filter(({ report }) => report).map((each) => ({ provider, each })),
    ),
  );
  it.each(refusable)(
    'of $provider adds what it found to the error when the provider refuses $each.call',
    async ({ provider, each }) => {
      const { call } = watched('report', () => new Response('{}', { status: 400 }));
      const error = await call(provider, each);
      expect(error).toMatchObject({ status: 400 });
      expect(error?.message).toContain(`; ${each.report}`);
    },
  );
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
  const error = await call('bank', {
    call: 'processor.token.create',
    params: { access_token, account_id: accounts[0]?.account_id, processor: 'drivewelth' },
  });
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
