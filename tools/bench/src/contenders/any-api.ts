import { type Contender, fetchName, floorName, type Opened, type Target } from '../contender.ts';
import { type Scenario, walks } from '../scenarios.ts';

/** A request as bare HTTP clients send it. */
interface PlainRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: object;
}

/**
 * Returns the scenarios for a client that knows none of the APIs. It sends the documented requests, with a given token.
 */
function callsBy(send: (request: PlainRequest) => Promise<unknown>, target: Target): Opened['calls'] {
  const { stream, music, bank, token, bankToken: access_token, trackIds } = target;
  const accept = { accept: 'application/json' };
  const signedIn = { ...accept, authorization: `Bearer ${token}` };
  const get = (list: string, url: string, headers: Record<string, string> = signedIn) =>
    lengthOf(list, { url, method: 'GET', headers });
  const post = (list: string, path: string, body: object) =>
    lengthOf(list, {
      url: bank.baseUrl + path,
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json', 'plaid-version': '2020-09-14' },
      body: { client_id: bank.clientId, secret: bank.clientSecret, access_token, ...body },
    });
  /** Sends a request. Returns the length of one of the lists in its response. */
  const lengthOf = (list: string, request: PlainRequest) => async () =>
    ((await send(request)) as Record<string, unknown[]>)[list]?.length ?? 0;

  const ofStream = { ...signedIn, 'client-id': stream.clientId };
  return {
    'streams-20': get('data', `${stream.baseUrl}/streams?first=20`, ofStream),
    'streams-100': get('data', `${stream.baseUrl}/streams?first=100`, ofStream),
    'tracks-10': get('tracks', `${music.baseUrl}/v1/tracks?ids=${trackIds.join(',')}`),
    balances: post('accounts', '/accounts/balance/get', {}),
    'transactions-100': post('added', '/transactions/sync', { count: 100 }),
    'transactions-500': post('added', '/transactions/sync', { count: 500 }),
  } satisfies Record<Scenario, unknown>;
}

interface Streams {
  readonly data: unknown[];
  readonly pagination: { readonly cursor?: string };
}

/**
 * Reads the list by cursor in a hand-written loop: page by page, or with the next page requested `ahead` of the
 * consumer.
 */
function walksBy(
  read: (url: string) => Promise<unknown>,
  target: Target,
  ahead: boolean,
): NonNullable<Opened['walks']> {
  const page = (after: string) =>
    read(`${target.stream.baseUrl}/streams?first=${walks.cursor.size}&after=${after}`) as Promise<Streams>;
  return {
    async *cursor() {
      for (let next = page(''); ; ) {
        const { data, pagination } = await next;
        const { cursor } = pagination;
        if (cursor && ahead) next = page(cursor);
        yield data.length;
        if (!cursor) return;
        if (!ahead) next = page(cursor);
      }
    },
  };
}

const common = { first: 'streams-20' } as const;
const withBody = ({ url, body, ...request }: PlainRequest) =>
  [url, { ...request, ...(body && { body: JSON.stringify(body) }) }] as const;

export const baselines: readonly Contender[] = [
  {
    ...common,
    name: fetchName,
    kind: 'baseline',
    imports: {},
    async open(target) {
      const read = async (...request: Parameters<typeof fetch>): Promise<unknown> => (await fetch(...request)).json();
      return {
        calls: callsBy((request) => read(...withBody(request)), target),
        walks: walksBy(read, target, false),
      };
    },
  },
  {
    ...common,
    name: floorName,
    kind: 'baseline',
    imports: { undici: 'request' },
    async open(target) {
      const { request } = await import('undici');
      const read = async (...sent: Parameters<typeof request>): Promise<unknown> => {
        const response = await request(...sent);
        return JSON.parse(await response.body.text());
      };
      return { calls: callsBy((sent) => read(...withBody(sent)), target), walks: walksBy(read, target, true) };
    },
  },
];

/** Clients that call any API. */
export const anyApi: readonly Contender[] = [
  {
    ...common,
    name: 'axios',
    kind: 'peer',
    imports: { axios: 'default' },
    async open(target) {
      const { default: axios } = await import('axios');
      const send = async ({ body, ...request }: PlainRequest): Promise<unknown> => {
        const { data } = await axios.request({ ...request, ...(body && { data: body }) });
        return data;
      };
      return { calls: callsBy(send, target) };
    },
  },
  {
    ...common,
    name: 'ky',
    kind: 'peer',
    imports: { ky: 'default' },
    async open(target) {
      const { default: ky } = await import('ky');
      return { calls: callsBy(({ url, body, ...request }) => ky(url, { ...request, json: body }).json(), target) };
    },
  },
  {
    ...common,
    name: 'openai (core)', // the common core of a generated client, which all of its methods use
    kind: 'peer',
    imports: { openai: 'default' },
    async open(target) {
      const { default: OpenAI } = await import('openai');
      const client = new OpenAI({ apiKey: target.token, baseURL: target.stream.baseUrl });
      const send = ({ url, method, headers, body }: PlainRequest): Promise<unknown> =>
        method === 'GET' ? client.get(url, { headers }) : client.post(url, { headers, body });
      return { calls: callsBy(send, target) };
    },
  },
];
