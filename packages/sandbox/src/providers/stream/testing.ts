import { expect } from 'vitest';
import type { Clock } from '../../clock.ts';
import { testContext } from '../../testing.ts';
import { findEventType } from './eventsub/types.ts';
import { createStreamSandbox, type StreamControls } from './index.ts';
import shapes from './shapes.json' with { type: 'json' };
import { knownScopes } from './sign-in/scopes.ts';
import type { Happening } from './world/base.ts';
import { userId } from './world/values.ts';

/** JSON of a response, untyped: its shape is what the tests are about. */
export type Json = Awaited<ReturnType<Response['json']>>;

/** A record of a response. */
export type Row = Record<string, Json>;

/** A body of either host: a list of the resource host, or whatever else. */
export interface Body extends Row {
  data: Row[] & { 0: Row; 1: Row };
  pagination: { cursor?: string };
}

/** A response as the tests look at it; `B` is its body, where that has no list as `data`. */
export interface Answer<B = Body> {
  status: number;
  headers: Headers;
  body: B;
}

/** A sandbox in the hands of a test. */
export interface TestStream {
  clock: Clock;
  controls: StreamControls;
  clientId: string;
  /** Sends a form to the auth host. */
  post(path: string, fields: Record<string, string>): Promise<Answer>;
  request<B = Body>(path: string, init?: RequestInit): Promise<Answer<B>>;
  /** Asks the resource host, with `token` or an app token made for it. */
  get<B = Body>(path: string, token?: string): Promise<Answer<B>>;
  /** Like `get` with any method, and `body` as JSON. */
  send<B = Body>(method: string, path: string, token?: string, body?: object): Promise<Answer<B>>;
  /** A token with `scopes` of the user of this rank. */
  as(rank: number, ...scopes: string[]): string;
  /** Calls an endpoint, such as `GET /polls?first=1`, in the name of a user who has granted everything. */
  call<B = Body>(userId: string, endpoint: string, body?: object): Promise<Answer<B>>;
  /** The event of this type that was published last. */
  last(type: string): object | undefined;
  /** The types and versions of what has been published, less `prefix`, for those that begin so. */
  types(prefix?: string): string[];
  /** What has been published so far, oldest first, but for the grants that tests make all the time. */
  happenings: Happening[];
  appToken(): Promise<string>;
}

/** Checks the names of the fields of each record in a response; in `shapes.json` those that may be missing have a `?`. */
function checkShape(endpoint: string, { status, body }: Answer<unknown>): void {
  const shape = (shapes as Readonly<Record<string, string>>)[endpoint]?.split(' ');
  const { data } = Object(body);
  for (const record of shape && status < 300 && data ? [data].flat() : []) {
    const optional = shape?.filter((name) => name.endsWith('?') && !(name.slice(0, -1) in record)) ?? [];
    const expected = shape?.filter((name) => !optional.includes(name)).map((name) => name.replace('?', ''));
    expect(Object.keys(record).sort(), endpoint).toEqual(expected?.sort());
  }
  expect(JSON.stringify(body), endpoint).not.toContain('undefined');
}

/** A sandbox with `options`, by default with seed 1. */
export function testStream(
  options: Parameters<typeof createStreamSandbox>[1] = {},
  context = testContext('stream'),
): TestStream {
  const {
    app,
    controls,
    events,
    options: clientOptions,
  } = createStreamSandbox(context, { limits: 'real', ...options });
  const happenings: Happening[] = [];
  events.listen((happening) => {
    const { type, version } = happening;
    if (!findEventType(type, version)) throw new Error(`EventSub has no type ${type} in version ${version}`);
    if (!happening.type.startsWith('user.authorization.')) happenings.push(happening);
  });
  const { clientId, clientSecret } = clientOptions();
  let ownToken: string | undefined;
  const fullTokens = new Map<string, string>();

  const test: TestStream = {
    clock: context.clock,
    controls,
    clientId,
    async request(path, init) {
      const response = await app.request(path, init);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    post: (path, fields) => test.request(path, { method: 'POST', body: new URLSearchParams(fields) }),
    async appToken() {
      const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
      const { body } = await test.post('/id/oauth2/token', fields);
      return body.access_token;
    },
    get: (path, token) => test.send('GET', path, token),
    async send(method, path, token, body) {
      if (!token) ownToken ??= await test.appToken();
      const headers = { authorization: `Bearer ${token ?? ownToken}`, 'client-id': clientId };
      const answer = await test.request(`/helix${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      checkShape(`${method} ${path.replace(/\?.*/, '')}`, answer);
      return answer as Answer<never>;
    },
    as: (rank, ...scopes) => controls.issueUserToken({ userId: userId(rank), scopes }).accessToken,
    async call(userId, endpoint, body) {
      const [method = '', path = ''] = endpoint.split(/ (.*)/);
      const grant = { userId, scopes: knownScopes, expiresInSeconds: 86_400 * 400 };
      const token = fullTokens.get(userId) ?? controls.issueUserToken(grant).accessToken;
      fullTokens.set(userId, token);
      return test.send(method, path, token, body);
    },
    last: (type) => happenings.findLast((each) => each.type === type)?.event,
    types: (prefix = '') =>
      happenings
        .filter(({ type }) => type.startsWith(prefix))
        .map(({ type, version }) => `${type.slice(prefix.length)} ${version}`),
    happenings,
  };
  return test;
}
