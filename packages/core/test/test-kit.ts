import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import * as v from 'valibot';
import { expect } from 'vitest';
import { appGrants, tokenEndpoint } from '../../oauth/src/app-grants.ts';
import type { UserProvider } from '../../oauth/src/user-tools.ts';
import { createClient } from '../src/client/create-client.ts';
import { endpoint, named } from '../src/declare/endpoint.ts';
import { byCursor, byOffset } from '../src/declare/paging.ts';
import type { ClientOptions } from '../src/declare/provider.ts';
import { oneOrMany, whole } from '../src/declare/schema.ts';
import type { ApiError } from '../src/errors/api-error.ts';
import { lookup } from '../src/paging/call-lookup.ts';
import { list } from '../src/paging/list-loader.ts';
import type { Clock } from '../src/shared/clock.ts';
import { stringAt } from '../src/shared/paths.ts';

/** Starts a loopback server for one test file. */
export async function serve(
  listener: RequestListener,
): Promise<{ url: string; close(): Promise<void>; server: Server }> {
  // Keep connections open while a busy machine pauses between two tests, because a write to a closed one is not
  // repeated.
  const server = createServer({ keepAliveTimeout: 600_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const thingSchema = v.object({ id: v.string(), size: v.optional(v.number()) });
interface Thing extends v.InferOutput<typeof thingSchema> {}

const docs = 'https://docs.test/';
const page = { first: v.optional(whole(1, 100)) };

/** A made-up API with one endpoint of each kind. */
export const endpoints = {
  things: {
    get: endpoint({
      method: 'GET',
      path: '/things/{id}',
      auth: 'app',
      params: v.object({ id: v.string() }),
      response: v.object({ data: v.array(named<Thing>(thingSchema)) }),
      unwrap: 'data.0',
      docs,
    }),
    create: endpoint({
      method: 'POST',
      path: '/things',
      auth: 'app',
      query: v.object({ dry: v.optional(v.boolean()) }),
      body: v.object({
        id: v.string(),
        secret_note: v.optional(v.string()),
        more: v.optional(v.object({ secret_note: v.array(v.string()) })),
      }),
      response: v.object({ id: v.string() }),
      docs,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/things/{id}',
      auth: 'app',
      params: v.object({ id: v.string() }),
      response: v.unknown(),
      as: 'none',
      docs,
    }),
    maybe: endpoint({
      method: 'GET',
      path: '/maybe',
      auth: 'app',
      response: v.optional(v.object({ id: v.string() })),
      docs,
    }),
    upload: endpoint({
      method: 'PUT',
      path: '/picture',
      auth: 'app',
      body: v.object({ picture: v.instance(Uint8Array) }),
      contentType: 'image/jpeg',
      write: ({ picture }: { picture: Uint8Array }) => Buffer.from(picture).toString('base64'),
      response: v.void(),
      as: 'none',
      docs,
    }),
    mine: endpoint({
      method: 'GET',
      path: '/mine',
      auth: 'user',
      scopes: ['things:read', 'things:manage'],
      response: v.object({ id: v.string() }),
      docs,
    }),
    list: list({
      method: 'GET',
      path: '/things',
      auth: 'app',
      query: v.object({ ...page, after: v.optional(v.string()), color: v.optional(v.string()) }),
      item: named<Thing>(thingSchema),
      paging: {
        ...byCursor,
        items: 'data',
        param: 'after',
        size: 'first',
        cursor: 'pagination.cursor',
        total: 'total',
      },
      docs,
    }),
    byOffset: list({
      method: 'GET',
      path: '/offset',
      auth: 'app',
      query: v.object({ limit: v.optional(whole(1, 50)), offset: v.optional(whole(0)) }),
      item: named<Thing>(thingSchema),
      paging: {
        ...byOffset,
        items: 'items',
        param: 'offset',
        size: 'limit',
        defaultSize: 20,
        next: 'next',
        total: 'total',
      },
      docs,
    }),
    byId: lookup({
      method: 'GET',
      path: '/by-id',
      auth: 'app',
      query: v.object({ id: oneOrMany(v.string()) }),
      item: named<Thing>(thingSchema),
      items: 'data',
      ids: { params: ['id'], max: 3, match: { id: 'id' } },
      docs,
    }),
    filtered: list({
      method: 'GET',
      path: '/filtered',
      auth: 'app',
      query: v.object({ id: oneOrMany(v.string()) }),
      item: named<Thing>(thingSchema),
      paging: { kind: 'single', items: 'data' },
      ids: { params: ['id'], max: 3 },
      docs,
    }),
  },
};

/** Every secret that the tests use; none of them may appear anywhere. */
export const secrets = {
  clientSecret: 'shh/client+secret"1',
  accessToken: 'tok-abcdef-123456',
  note: 'note-secret-98765',
};

/** Creates the made-up API's provider. */
export function testProvider(url: string, options: ClientOptions = {}): UserProvider {
  const { clientSecret } = secrets;
  const app = {
    provider: 'test',
    authUrl: url,
    clientId: 'client-id',
    clientSecret,
    options,
    endpoint: tokenEndpoint('/token', docs),
  };
  return {
    app,
    grants: appGrants(app),
    name: 'test',
    options: { retries: 0, ...options },
    baseUrl: url,
    authUrl: url,
    lists: 'repeat',
    credentials: { clientSecret },
    signUp: docs,
    secretParams: ['secret_note', 'refresh_token'],
    readError: ({ body }) => ({ message: stringAt(body, 'message'), providerCode: stringAt(body, 'code') }),
    errorRules: [
      { match: { providerCode: 'invalid_grant' }, code: 'reauthorization_required' },
      { match: { status: 401, message: /^token expired$/ }, tokenRefused: true },
    ],
  };
}

/** Creates a client of the made-up API. */
export const testClient = (url: string, options?: ClientOptions) => createClient(testProvider(url, options), endpoints);

/** Returns every way in which an error is likely to be shown, in one string. */
export function shownAs(error: unknown): string {
  const { stack, cause } = error as Error;
  return [
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    String(error),
    stack,
    inspect(cause, { depth: 20, showHidden: true }),
    JSON.stringify(Object.entries(error as object)),
  ].join('\n');
}

/** Creates a clock that does not run; its waits end when a test advances it. */
export function manualClock() {
  let time = 1_800_000_000_000;
  const waits = new Set<{ readonly until: number; readonly background: boolean; end(): void }>();
  const clock: Required<Clock> = {
    now: () => time,
    sleep(ms, signal, background = false) {
      return new Promise((resolve, reject) => {
        const wait = { until: time + ms, background, end: resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason);
        });
      });
    },
  };
  return {
    clock,
    /** Waits that have not ended. */
    waits,
    /** Advances the time, and ends the waits that are over. */
    advance(ms: number): void {
      time += ms;
      for (const wait of waits)
        if (wait.until <= time) {
          waits.delete(wait);
          wait.end();
        }
    },
  };
}

/** Resolves to the error of a call that must fail. */
export const failure = (call: PromiseLike<unknown>): PromiseLike<ApiError> =>
  call.then(
    (value) => expect.fail(`it succeeded: ${JSON.stringify(value)}`),
    (reason: ApiError) => reason,
  );
