import { inspect } from 'node:util';
import { type ClientEvent, isApiError } from '@x/core';
import { describe, expect, it } from 'vitest';
import { clientsOf, credentials, fc, holds, sessionOf } from './fuzz-kit.ts';

const now = Date.UTC(2026, 0, 1);

const letters = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
  minLength: 4,
  maxLength: 150,
});
const oddInHeaders = ['', '"', '\\', '%', '+', '/', '=', '&', "'", '!', '~', '\u00fc', '$&'];

/** Creates secrets that are too long to be found by accident, with a part that URLs, JSON and forms may escape. */
const secretWith = (...odd: string[]) =>
  fc.tuple(letters, fc.constantFrom(...odd), letters).map((parts) => parts.join(''));

/** A secret parameter, which may be any string. */
const secret = secretWith(...oddInHeaders, ' ', '\u{1f600}', '\n');
/** A credential or token. Clients accept only characters that a header can contain. */
const credential = secretWith(...oddInHeaders);

const formed = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const lower = (text: string) => text.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase());
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const inAscii = (text: string) =>
  json(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Ways in which a secret may be written. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  unchanged: (text) => text,
  'URL-encoded': encodeURIComponent,
  'as in a form': formed,
  'URL-encoded in lower case': (text) => lower(encodeURIComponent(text)),
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'JSON-escaped': json,
  'JSON-escaped with its slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON-escaped in ASCII': inAscii,
  'JSON-escaped twice': (text) => json(json(text)),
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 after one character': (text) => base64(`:${text}`),
  'base64 after two characters': (text) => base64(`u:${text}`),
  'base64 between others, URL-encoded': (text) => encodeURIComponent(base64(`user:${text}:more`)),
};

type Secrets = Readonly<Record<'one' | 'two' | 'token' | 'param' | 'grant' | 'header', string>>;
const secrets: fc.Arbitrary<Secrets> = fc.record({
  one: credential,
  two: credential,
  token: credential,
  param: secret,
  grant: credential,
  header: credential,
});

/** Parts of a response into which a server may put a string. */
const places: Readonly<Record<string, (text: string, status: number) => Response>> = {
  'plain text': (text, status) => new Response(text, { status }),
  HTML: (text, status) => new Response(`<p>${text}</p>`, { status, headers: { 'content-type': 'text/html' } }),
  messages: (text, status) =>
    Response.json(
      { message: text, error_message: text, statusMessage: text, error_description: text, error: text },
      { status },
    ),
  'nested messages': (text, status) =>
    Response.json({ error: { message: text, reason: text, code: text } }, { status }),
  codes: (text, status) =>
    Response.json({ error_code: text, error_type: text, error: text, request_id: text }, { status }),
  details: (text, status) =>
    Response.json({ message: 'no', details: [{ deep: [{ deeper: { text } }] }], [text]: { [text]: text } }, { status }),
  headers: (text, status) =>
    new Response('{}', {
      status,
      headers: Object.fromEntries(
        [
          'x-request-id',
          'set-cookie',
          'location',
          'www-authenticate',
          'x-spotify-reason',
          'retry-after',
          'content-type',
        ].map((name) => [name, encodeURI(text.toWellFormed())]),
      ),
    }),
  'a wrong structure': (text) =>
    Response.json({ data: text, tracks: text, foods: { [text]: text }, results: [text, { [text]: text }] }),
  'broken JSON': (text) => new Response(`{"data":["${text}`),
  'the status text': (text, status) =>
    new Response(null, { status, statusText: encodeURI(text.toWellFormed()).slice(0, 200) }),
  'a failed connection': (text) => {
    throw new TypeError(`fetch failed ${text}`, { cause: Object.assign(new Error(text), { code: 'ECONNRESET' }) });
  },
  'a failed connection without a cause': (text) => {
    throw new TypeError(text);
  },
  'a response that breaks off': (text) =>
    new Response(
      new ReadableStream({
        pull() {
          throw new Error(text);
        },
      }),
    ),
};

/** Returns everything that a caller or a log can see. */
function shown(error: unknown, told: readonly unknown[]): string {
  const { message, stack, cause } = (error ?? {}) as Error;
  return [
    message,
    stack,
    String(error),
    inspect(cause, { depth: 20, showHidden: true }),
    inspect(error, { depth: 20, showHidden: true, breakLength: Number.POSITIVE_INFINITY }),
    JSON.stringify(error),
    JSON.stringify(Object.entries(error ?? {})),
    JSON.stringify(told),
    inspect(told, { depth: 20 }),
  ].join('\n');
}

/** Returns the forms in which secrets are visible in a text, with or without the escaping of `inspect` and JSON. */
function leaks(text: string, of: Secrets): string[] {
  const bare = [text, text.replace(/\\(["\\'])/g, '$1'), text.replace(/\\\\/g, '\\')];
  return Object.entries(of).flatMap(([name, value]) =>
    Object.entries(forms)
      .filter(([, write]) => bare.some((each) => each.includes(write(value))))
      .map(([form]) => `${name} ${form}`),
  );
}

const calls = ['stream', 'user', 'music', 'bank', 'food', 'quotes', 'exchange', 'refresh'] as const;

async function run(
  call: (typeof calls)[number],
  of: Secrets,
  answer: () => Response,
  tokenFails: boolean,
  credentialsIn: string,
): Promise<string> {
  const told: unknown[] = [];
  const fetch = (async (input: string) => {
    const isToken = /\/token$/.test(input);
    if (!isToken || tokenFails || call === 'exchange' || call === 'refresh') return answer();
    return Response.json({ access_token: of.token, refresh_token: of.grant, expires_in: 3600 });
  }) as typeof globalThis.fetch;
  const clients = clientsOf(
    {
      fetch,
      clock: { now: () => now },
      validation: credentialsIn === 'query' ? 'strict' : 'report',
      onEvent: (event: ClientEvent) => void told.push(event),
    },
    {
      stream: { clientId: of.one, clientSecret: of.two },
      music: { clientId: of.one, clientSecret: of.two },
      bank: { clientId: of.one, clientSecret: of.two },
      food: { apiKey: of.two, credentialsIn } as never,
      quotes: {},
    },
  );
  const { stream, music, bank, food, quotes } = clients;
  await music.accounts.set('ann', { accessToken: of.token, refreshToken: of.grant });
  await stream.accounts.set('ann', { accessToken: of.token, refreshToken: of.grant });
  const options = { headers: { 'x-note': of.header } };
  const callback = new URLSearchParams({ code: of.param, state: of.grant });
  const run: Record<(typeof calls)[number], () => PromiseLike<unknown>> = {
    stream: () => stream.games.top({}, options),
    user: () => music.withAccount('ann').playlists.create({ name: 'one' }, options),
    music: () => music.search({ q: 'love', type: 'track' }, options),
    bank: () => bank.accounts.get({ access_token: of.param }, options),
    food: () => food.foods.search({ query: 'cheddar' }, options),
    quotes: () => quotes.quotes.list({}, options),
    exchange: () =>
      music.oauth.exchange({
        account: 'ann',
        session: {
          ...sessionOf('music', of.grant),
          clientId: of.one,
          codeVerifier: `${of.token.replace(/[^\w]/g, '')}${'v'.repeat(43)}`,
        },
        callbackUrl: `https://app.invalid/back?${callback}`,
      }),
    refresh: () => music.accounts.refresh('ann'),
  };
  const [error, value] = await run[call]().then(
    (value) => [undefined, value],
    (reason: unknown) => [reason, undefined],
  );
  // A result is what the server sent; only reports about it must be free of secrets.
  return value === undefined ? shown(error, told) : shown(undefined, told);
}

/** Secrets that each call uses. A call cannot recognize the secrets of other calls. */
const known: Readonly<Record<(typeof calls)[number], readonly (keyof Secrets)[]>> = {
  stream: ['two', 'token', 'header'],
  user: ['two', 'token', 'header'],
  music: ['two', 'token', 'header'],
  bank: ['two', 'param', 'header'],
  food: ['two', 'header'],
  quotes: ['header'],
  exchange: ['two', 'param'],
  refresh: ['two', 'grant'],
};

describe('a secret that the server sends back is visible nowhere', () => {
  describe.each(Object.keys(places))('in %s', (place) => {
    it.each(Object.keys(forms))('%s', async (form) => {
      await holds(
        25,
        fc.asyncProperty(
          secrets,
          fc.constantFrom(...calls),
          fc.constantFrom(400, 401, 403, 404, 429, 500),
          fc.boolean(),
          fc.constantFrom('query', 'headers'),
          async (of, call, status, tokenFails, credentialsIn) => {
            // A token server that refuses has seen neither a token nor the headers of the call.
            const unseen = tokenFails && call !== 'user' ? ['token', 'header'] : [];
            const names = known[call].filter((name) => !unseen.includes(name));
            const sent = Object.fromEntries(names.map((name) => [name, of[name]])) as Secrets;
            const text = Object.values(sent)
              .map((value) => forms[form]?.(value))
              .join(' and ');
            const out = await run(
              call,
              of,
              () => (places[place] as (typeof places)[string])(text, status),
              tokenFails && call !== 'user',
              credentialsIn,
            );
            expect(leaks(out, sent)).toEqual([]);
          },
        ),
      );
    });
  });
});

it('a secret at the place where a long text is cut leaves no trace', async () => {
  await holds(
    200,
    fc.asyncProperty(secrets, fc.integer({ min: 900, max: 1000 }), fc.boolean(), async (of, length, nested) => {
      const filler = '-'.repeat(nested ? length + 1000 : length);
      const answer = () =>
        nested
          ? Response.json({ message: 'no', text: filler + of.two }, { status: 400 })
          : new Response(filler + of.two, { status: 400 });
      const out = await run('stream', of, answer, false, 'query');
      expect(out).not.toContain(of.two.slice(0, 8));
    }),
  );
});

it('a cursor contains no secret', async () => {
  await holds(
    100,
    fc.asyncProperty(secrets, async (of) => {
      const { bank } = clientsOf({
        fetch: (async () =>
          Response.json({
            added: [],
            modified: [],
            removed: [],
            accounts: [],
            next_cursor: 'next',
            has_more: true,
            request_id: '1',
            transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
          })) as typeof globalThis.fetch,
      });
      const { nextCursor } = await bank.transactions.sync({ access_token: of.param });
      const open = decodeURIComponent(Buffer.from(nextCursor ?? '', 'base64url').toString());
      expect(open).toContain('next');
      expect(leaks(open, { param: of.param } as Secrets)).toEqual([]);
    }),
  );
});

describe('a secret of the caller is visible nowhere when the client refuses or fails because of', () => {
  const silent = (async () => Response.json({})) as typeof globalThis.fetch;
  const own = { stream: { clientId: 'id', clientSecret: 'a' }, music: { clientId: 'id', clientSecret: 'a' } };
  const refusals: Readonly<Record<string, (text: string) => PromiseLike<unknown>>> = {
    'params of an invalid type': (text) =>
      clientsOf({ fetch: silent }).bank.accounts.get({ access_token: [text], [text]: text } as never),
    'a cursor': (text) => clientsOf({ fetch: silent }).stream.games.top({}, { cursor: text }),
    'a callback with another state': (text) =>
      clientsOf({ fetch: silent }).music.oauth.exchange({
        account: 'ann',
        session: {
          ...sessionOf('music', `${text}!`),
          codeVerifier: text.replace(/[^\w]/g, '') + 'v'.repeat(43),
        },
        callbackUrl: `https://app.invalid/back?${new URLSearchParams({ code: text, state: text })}`,
      }),
    'a callback to another page': (text) =>
      clientsOf({ fetch: silent }).stream.oauth.exchange({
        account: 'ann',
        session: sessionOf('stream', text),
        callbackUrl: `https://other.invalid/back?${new URLSearchParams({ code: text, state: text })}`,
      }),
    'a token store that fails': (text) =>
      clientsOf(
        {
          fetch: silent,
          tokens: {
            get: async () => {
              throw new Error(`cannot read ${text}`);
            },
            set: async () => {},
            delete: async () => {},
          },
        },
        { ...credentials, stream: { clientId: 'id', clientSecret: text } },
      ).stream.games.top(),
    'a rate limiter that fails': (text) =>
      clientsOf(
        {
          fetch: silent,
          rateLimiter: () => ({
            take: () => ({ waitMs: Promise.reject(new Error(`no ${text}`)), taken: undefined, release() {} }),
            block() {},
            state: () => undefined,
          }),
        },
        { ...credentials, bank: { clientId: 'id', clientSecret: text } },
      ).bank.accounts.get({ access_token: 'access-1' }),
    'a refresh that is refused': async (text) => {
      const { music } = clientsOf(
        {
          fetch: (async () =>
            Response.json({ error: 'invalid_grant', error_description: text }, { status: 400 })) as never,
        },
        { ...credentials, ...own },
      );
      await music.accounts.set('ann', { accessToken: 'old', refreshToken: text, expiresAt: 1 });
      return music.withAccount('ann').users.me();
    },
  };

  /** Refusals whose secret is a credential or token. */
  const ofCredentials = ['a token store that fails', 'a rate limiter that fails', 'a refresh that is refused'];

  it.each(Object.keys(refusals))('%s', async (what) => {
    await holds(
      60,
      fc.asyncProperty(ofCredentials.includes(what) ? credential : secret, async (text) => {
        const error = await (refusals[what] as (text: string) => PromiseLike<unknown>)(text).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(isApiError(error)).toBe(true);
        expect(leaks(shown(error, []), { one: text } as Secrets)).toEqual([]);
      }),
    );
  });
});

it('clients and grants show no secret when they are printed', async () => {
  await holds(
    50,
    fc.asyncProperty(secrets, async (of) => {
      const clients = clientsOf(
        { fetch: (async () => Response.json({ access_token: of.token, expires_in: 3600 })) as never },
        {
          stream: { clientId: 'id', clientSecret: of.one },
          music: { clientId: 'id', clientSecret: of.one },
          bank: { clientId: 'id', clientSecret: of.two },
          food: { apiKey: of.two },
          quotes: {},
        },
      );
      await clients.music.accounts.set('ann', { accessToken: of.token, refreshToken: of.grant });
      const grant = await clients.music.accounts.get('ann'); // plain data, which JSON shows and logs do not
      const printed = [...Object.values(clients), clients.music.withAccount('ann')].flatMap((each) => [
        String(each),
        JSON.stringify(each),
        inspect(each, { depth: 5, getters: false }),
      ]);
      expect(leaks([...printed, inspect(grant, { depth: 5, showHidden: true })].join('\n'), of)).toEqual([]);
    }),
  );
});
