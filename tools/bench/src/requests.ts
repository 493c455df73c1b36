import type { Opened, Target } from './adapter.ts';
import { type Scenario, walks } from './scenarios.ts';

/** A request as bare HTTP clients send it. */
export interface PlainRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** The scenarios for a client that knows none of the APIs: it sends what is documented, with a token it is given. */
export function plainCalls(target: Target, send: (request: PlainRequest) => Promise<unknown>): Opened['calls'] {
  const { stream, music, bank, token, bankToken: access_token, trackIds } = target;
  const accept = { accept: 'application/json' };
  const authorization = `Bearer ${token}`;
  const call = (request: PlainRequest, count: (body: never) => number) => async () =>
    count((await send(request)) as never);

  const streams = (first: number) =>
    call(
      {
        url: `${stream.baseUrl}/streams?first=${first}`,
        method: 'GET',
        headers: { ...accept, authorization, 'client-id': stream.clientId },
      },
      ({ data }: { data: unknown[] }) => data.length,
    );
  const post = (path: string, body: object) => ({
    url: bank.baseUrl + path,
    method: 'POST' as const,
    headers: { ...accept, 'content-type': 'application/json', 'plaid-version': '2020-09-14' },
    body: { client_id: bank.clientId, secret: bank.secret, access_token, ...body },
  });
  const transactions = (count: number) =>
    call(post('/transactions/sync', { count }), ({ added }: { added: unknown[] }) => added.length);

  const calls: Required<Pick<Opened['calls'], Scenario>> = {
    'streams-20': streams(20),
    'streams-100': streams(100),
    'tracks-10': call(
      {
        url: `${music.baseUrl}/v1/tracks?ids=${trackIds.join(',')}`,
        method: 'GET',
        headers: { ...accept, authorization },
      },
      ({ tracks }: { tracks: unknown[] }) => tracks.length,
    ),
    balances: call(post('/accounts/balance/get', {}), ({ accounts }: { accounts: unknown[] }) => accounts.length),
    'transactions-100': transactions(100),
    'transactions-500': transactions(500),
  };
  return calls;
}

interface Streams {
  readonly data: unknown[];
  readonly pagination: { readonly cursor?: string };
}

/** The list by cursor as a loop by hand reads it: page by page, or with the next one `ahead` of its consumer. */
export function plainWalks(
  target: Target,
  read: (url: string) => Promise<unknown>,
  ahead: boolean,
): NonNullable<Opened['walks']> {
  const page = (after: string) =>
    read(`${target.stream.baseUrl}/streams?first=${walks.cursor.size}&after=${after}`) as Promise<Streams>;
  return {
    async cursor(consume) {
      let records = 0;
      for (let next = page(''); ; ) {
        const { data, pagination } = await next;
        const { cursor } = pagination;
        records += data.length;
        if (cursor && ahead) next = page(cursor);
        await consume();
        if (!cursor) return records;
        if (!ahead) next = page(cursor);
      }
    },
  };
}
