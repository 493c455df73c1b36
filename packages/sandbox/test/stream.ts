import { expect } from 'vitest';
import type { Happening } from '../src/providers/stream/data/base.ts';
import { userId } from '../src/providers/stream/data/values.ts';
import { findEventType } from '../src/providers/stream/events/types.ts';
import { createStreamSandbox } from '../src/providers/stream/index.ts';
import shapes from '../src/providers/stream/request/shapes.json' with { type: 'json' };
import { knownScopes } from '../src/providers/stream/sign-in/scopes.ts';
import { testContext } from './sandbox.ts';

/** JSON of a response, untyped because the tests check its shape. */
export type Json = Awaited<ReturnType<Response['json']>>;

/** A record in a response. */
export type Row = Record<string, Json>;

/** A response body of either host: a list from the resource host, or another object. */
export interface Body extends Row {
  data: Row[] & { 0: Row; 1: Row };
  pagination: { cursor?: string };
}

/** A response as the tests see it. `B` is the type of its body, if that has no list as `data`. */
export interface Answer<B = Body> {
  status: number;
  headers: Headers;
  body: B;
}

/** A sandbox with the functions that tests use. */
export type TestStream = ReturnType<typeof testStream>;

/** Checks the field names of each record in a response. In `shapes.json`, fields that may be missing have a `?`. */
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

/** Starts a sandbox with `options`, by default with seed 1. */
export function testStream(options: Parameters<typeof createStreamSandbox>[1] = {}, context = testContext('stream')) {
  const sandbox = createStreamSandbox(context, { limits: 'real', ...options });
  const { app, controls, events } = sandbox;
  const happenings: Happening[] = [];
  events.listen((happening) => {
    const { type, version } = happening;
    if (!findEventType(type, version)) throw new Error(`EventSub has no type ${type} in version ${version}`);
    if (!happening.type.startsWith('user.authorization.')) happenings.push(happening);
  });
  const { clientId, clientSecret } = sandbox.options();
  let ownToken: string | undefined;
  const fullTokens = new Map<string, string>();

  async function request<B = Body>(path: string, init?: RequestInit): Promise<Answer<B>> {
    const response = await app.request(path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
  /** Sends a form to the auth host. */
  const post = (path: string, fields: Record<string, string>): Promise<Answer> =>
    request(path, { method: 'POST', body: new URLSearchParams(fields) });
  async function appToken(): Promise<string> {
    const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    return (await post('/id/oauth2/token', fields)).body.access_token;
  }
  /** Calls the resource host with `token`, or else a new app token, and with `body` as JSON. */
  async function send<B = Body>(method: string, path: string, token?: string, body?: object): Promise<Answer<B>> {
    if (!token) ownToken ??= await appToken();
    const headers = { authorization: `Bearer ${token ?? ownToken}`, 'client-id': clientId };
    const answer = await request<B>(`/helix${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    checkShape(`${method} ${path.replace(/\?.*/, '')}`, answer);
    return answer;
  }

  return {
    clock: context.clock,
    controls,
    clientId,
    request,
    post,
    appToken,
    send,
    get: <B = Body>(path: string, token?: string) => send<B>('GET', path, token),
    /** Returns a token with `scopes` for the user with this rank. */
    as: (rank: number, ...scopes: string[]) => controls.issueUserToken({ userId: userId(rank), scopes }).accessToken,
    /** Calls an endpoint, such as `GET /polls?first=1`, on behalf of a user who has granted all scopes. */
    call<B = Body>(userId: string, endpoint: string, body?: object): Promise<Answer<B>> {
      const [method = '', path = ''] = endpoint.split(/ (.*)/);
      const grant = { userId, scopes: knownScopes, expiresInSeconds: 86_400 * 400 };
      const token = fullTokens.get(userId) ?? controls.issueUserToken(grant).accessToken;
      fullTokens.set(userId, token);
      return send(method, path, token, body);
    },
    /** Returns the last published event of this type. */
    last: (type: string) => happenings.findLast((each) => each.type === type)?.event,
    /** Returns the types and versions of the published events whose type begins with `prefix`, without that prefix. */
    types: (prefix = '') =>
      happenings
        .filter(({ type }) => type.startsWith(prefix))
        .map(({ type, version }) => `${type.slice(prefix.length)} ${version}`),
    /**
     * Events published so far, oldest first, except for `user.authorization` events, which the tests cause all the
     * time.
     */
    happenings,
  };
}
