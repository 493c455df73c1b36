import type { Clock } from '../../clock.ts';
import { testContext } from '../../testing.ts';
import type { Happening } from './events.ts';
import { findEventType } from './eventsub/types.ts';
import { createStreamSandbox, type StreamControls } from './index.ts';
import { userId } from './world/user.ts';

/** Fields that tests look at; which of them there are depends on the endpoint. */
export interface Item {
  id: string;
  login: string;
  name: string;
  title: string;
  user_id: string;
  user_login: string;
  user_name: string;
  broadcaster_id: string;
  game_id: string;
  game_name: string;
  igdb_id: string;
  box_art_url: string;
  language: string;
  tags: string[];
  type: string;
  duration: string;
  created_at: string;
  started_at: string;
  followed_at: string;
  view_count: number;
  viewer_count: number;
  is_live: boolean;
  is_featured: boolean;
  team_name: string;
  users: Items;
}

type Items = Item[] & { 0: Item; 1: Item };

/** Any body of either host. */
export interface Body {
  data: Items;
  pagination: { cursor?: string };
  total: number;
  message: string;
  access_token: string;
  refresh_token: string;
  scope: string[];
}

/** An answer as the tests look at it; `B` is the body where `Body` does not fit. */
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
  /** What has been published so far, oldest first, but for the grants that tests make all the time. */
  happenings: Happening[];
  appToken(): Promise<string>;
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
      return test.request(`/helix${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    },
    as: (rank, ...scopes) => controls.issueUserToken({ userId: userId(rank), scopes }).accessToken,
    happenings,
  };
  return test;
}
