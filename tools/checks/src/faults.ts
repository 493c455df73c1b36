import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createBankClient } from '@x/bank';
import { type ClientEvent, type ErrorCode, isApiError, memoryStore } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox, type Fault, type ProviderName, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import * as v from 'valibot';

/** What is called when it goes wrong: the second page of a list is a call of its own, and so is each page of a sync. */
export const kinds = ['read', 'write', 'token', 'page', 'sync'] as const;
export type Kind = (typeof kinds)[number];

/** How often the same is sent: once; again where that does no harm; or again always, since it was refused unread. */
export type Again = 'once' | 'safe' | 'always';

/** What goes wrong, and what must come of it: whoever is called, and whatever for. */
export interface Rule {
  readonly name: string;
  /** What the sandbox does. A function is given the time and the address of a server that must never be asked. */
  readonly fault?: Fault | ((now: number, elsewhere: string) => Fault);
  /** Where the client finds a server of another kind, or none. */
  readonly origin?: (sandboxUrl: string) => string;
  /** Whether it is only the client's patience that ends it. */
  readonly slow?: boolean;
  readonly code: ErrorCode | 'ok';
  readonly again: Again;
  /** Providers that say themselves what this means. */
  readonly own?: Partial<Record<ProviderName, Again>>;
  /** Only these providers have it. */
  readonly only?: readonly ProviderName[];
}

const redirect = (status: number): Rule => ({
  name: `${status} to another host`,
  fault: (_, elsewhere) => ({ status, headers: { location: elsewhere } }),
  code: 'invalid_response',
  again: 'once',
});

const status = (name: string, code: ErrorCode, again: Again, fault: Fault): Rule => ({ name, code, again, fault });
const answer = (name: string, body: string | Uint8Array, headers = {}): Rule =>
  status(name, 'invalid_response', 'once', { status: 200, body, headers });
const harmless = (name: string, fault: Fault): Rule => ({ name, code: 'ok', again: 'once', fault });
const slow = (name: string, fault: Fault): Rule => ({ name, code: 'timeout', again: 'safe', slow: true, fault });
const unreached = (name: string, origin: Rule['origin'] & {}): Rule => ({
  name,
  code: 'network',
  again: 'safe',
  origin,
});

const bigBytes = 2_000_000;
const dated = (now: number) => new Date(now).toUTCString();
/** Puts a member in front of those of an answer. */
const withMember = (member: string) => (text: string) => text.replace('{', `{${member},`);
// These two wait a minute when nobody says how long, which is longer than the matrix waits.
const minute = { bank: 'once', food: 'once' } as const;

export const rules: readonly Rule[] = [
  unreached('refused', () => 'http://127.0.0.1:9'),
  unreached('no such host', () => 'http://nowhere.invalid'),
  unreached('TLS failure', (url) => url.replace('http:', 'https:')),
  status('reset before it arrives', 'network', 'safe', { drop: 'before' }),
  status('reset before the headers', 'network', 'safe', { drop: 'after' }),
  status('reset behind the headers', 'network', 'safe', { drop: 'headers' }),
  status('reset in the body', 'network', 'safe', { drop: 'mid-body' }),
  slow('half-open connection', { stall: 'before' }),
  slow('slow headers', { delayMs: 60_000 }),
  slow('slow body', { dripMs: 20_000 }),
  slow('stalled body', { stall: 'mid-body' }),
  status('404 HTML', 'not_found', 'once', { status: 404, body: '<html>no</html>' }),
  status('408', 'rejected', 'safe', { status: 408, body: '' }),
  status('425', 'rejected', 'safe', { status: 425, body: '' }),
  { ...status('429', 'rate_limited', 'always', { status: 429, body: '' }), own: minute },
  status('429, Retry-After 0', 'rate_limited', 'always', { status: 429, body: '', headers: { 'retry-after': '0' } }),
  status('429, Retry-After an hour', 'rate_limited', 'once', {
    status: 429,
    body: '',
    headers: { 'retry-after': '3600' },
  }),
  {
    ...status('429, Retry-After as the date of now', 'rate_limited', 'always', {}),
    fault: (now) => ({ status: 429, body: '', headers: { 'retry-after': dated(now) } }),
  },
  {
    ...status('429, Retry-After as the date of tomorrow', 'rate_limited', 'once', {}),
    fault: (now) => ({ status: 429, body: '', headers: { 'retry-after': dated(now + 86_400_000) } }),
  },
  {
    ...status('429 with points left', 'rate_limited', 'once', {
      status: 429,
      body: '',
      headers: { 'ratelimit-remaining': '7', 'ratelimit-limit': '800', 'ratelimit-reset': '0' },
    }),
    only: ['stream'],
  },
  {
    ...status('429, quota used up', 'quota_exceeded', 'once', {
      status: 429,
      body: { error_code: 'CREDITS_EXHAUSTED', error: { reason: 'QUOTA_EXCEEDED' } },
    }),
    only: ['music', 'bank'],
  },
  status('500', 'unavailable', 'safe', { status: 500, body: '' }),
  status('500, deeply nested JSON', 'unavailable', 'safe', { status: 500, body: nested(100_000) }),
  status('502 HTML', 'unavailable', 'safe', { status: 502, body: '<html>Bad gateway</html>' }),
  status('503, Retry-After 0', 'unavailable', 'safe', { status: 503, body: '', headers: { 'retry-after': '0' } }),
  status('503, Retry-After an hour', 'unavailable', 'once', {
    status: 503,
    body: '',
    headers: { 'retry-after': '3600' },
  }),
  status('504', 'unavailable', 'safe', { status: 504, body: '' }),
  ...[301, 302, 303, 307, 308].map(redirect),
  status('redirect loop', 'invalid_response', 'once', { status: 302, headers: { location: '' } }),
  answer('gzip bomb', gzipSync(Buffer.alloc(4 * bigBytes, ' ')), { 'content-encoding': 'gzip' }),
  status('not gzip, though it says so', 'network', 'safe', {
    status: 200,
    body: '{}',
    headers: { 'content-encoding': 'gzip' },
  }),
  status('body over the limit', 'invalid_response', 'once', { padToBytes: bigBytes }),
  answer('200 HTML', '<html>portal</html>', { 'content-type': 'text/html' }),
  answer('200 without a body', ''),
  answer('truncated JSON', '{"data":[{"id":"1'),
  answer('null', 'null'),
  answer('wrong shape', '{"data":7,"tracks":7,"foods":7,"results":7,"accounts":7}'),
  answer('bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)),
  answer('the same key again, wrong', '{"data":[],"data":7,"tracks":7,"foods":7,"results":7,"accounts":7}'),
  harmless('wrong content type', { headers: { 'content-type': 'text/plain' } }),
  harmless('invalid UTF-8 in a member not known', {
    rewrite: (text) => Buffer.concat([Buffer.from('{"x":"'), Uint8Array.of(0xff), Buffer.from(`",${text.slice(1)}`)]),
  }),
  harmless('deeply nested member not known', { rewrite: withMember(`"x":${nested(100_000)}`) }),
  harmless('`__proto__` keys', { rewrite: withMember('"__proto__":{"polluted":1},"constructor":7') }),
  harmless('a member twice', { rewrite: withMember('"x":1,"x":2') }),
  harmless('numbers too large', { rewrite: withMember('"x":1e999,"y":123456789012345678901234567890') }),
];

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** What came of a call. */
export interface Outcome {
  readonly code: string;
  /** How often it was sent. */
  readonly attempts: number;
  /** How often it arrived. */
  readonly reached: number;
  /** Anything that must never be. */
  readonly wrong: readonly string[];
}

export interface Cell {
  readonly name: string;
  readonly provider: ProviderName;
  readonly kind: Kind;
  readonly rule: Rule;
  readonly expected: Outcome;
  readonly outcome: Outcome;
  readonly right: boolean;
}

/** How often a rule lets a call be sent. */
export function attemptsOf(again: Again, kind: Kind): number {
  return again === 'once' || (again === 'safe' && kind === 'write') ? 1 : 3;
}

export const providers = ['stream', 'music', 'bank', 'food', 'quotes'] as const;

/** Tries every rule with every kind of call of the given providers. */
export async function runMatrix(names: readonly ProviderName[] = providers): Promise<Cell[]> {
  return (await Promise.all(names.map(runProvider))).flat();
}

/** One kind of call of one provider. */
interface Subject {
  /** Path of the requests that are spoilt. */
  readonly path: string;
  /** How many of them pass before. */
  readonly after?: number;
  run(client: Clients): PromiseLike<unknown>;
}
type Clients = Awaited<ReturnType<typeof clientsOf>>;

const common = { random: () => 0, maxBodyBytes: 1_000_000, retries: 2, maxWaitMs: 1000 };

async function clientsOf(sandbox: Sandbox, options: object) {
  const { stream, music, bank, food, quotes } = sandbox.options;
  const musicClient = createMusicClient({ ...music, ...common, ...options });
  return {
    stream: createStreamClient({ ...stream, ...common, ...options }),
    music: musicClient,
    user: musicClient.withAccount('ann'),
    bank: createBankClient({ ...bank, ...common, ...options }),
    food: createFoodClient({ ...food, ...common, ...options }),
    quotes: createQuotesClient({ ...quotes, ...common, ...options }),
  };
}

async function runProvider(provider: ProviderName): Promise<Cell[]> {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const sandbox = await createSandbox({
    bank: { transactionsPerItem: 150, rateLimits: false, readyAtOnce: true },
    music: { artists: 20 },
    stream: { streams: 100 },
  });
  // A whole second, as dates in headers are.
  const now = Math.floor(Date.now() / 1000) * 1000;
  const clock = { now: () => now };
  const tokens = memoryStore();
  const warm = await clientsOf(sandbox, { clock, tokens });
  const subjects = await subjectsOf(sandbox, warm)[provider]();
  const cells: Cell[] = [];

  async function run(rule: Rule, kind: Kind, { path, after = 0, run: call }: Subject, patienceMs = 50) {
    const sent: number[] = [];
    const shown: unknown[] = [];
    const origin = rule.origin?.(sandbox.url);
    const client = await clientsOf(sandbox, {
      clock,
      tokens: kind === 'token' ? memoryStore() : tokens,
      timeoutMs: rule.slow ? patienceMs : 20_000,
      onEvent(event: ClientEvent) {
        shown.push(event);
        const ofToken = 'operation' in event && /^oauth/.test(event.operation);
        if (event.type === 'request' && ofToken === (kind === 'token')) sent.push(event.attempt);
      },
      ...(origin && {
        fetch: (url: string, init: RequestInit) => fetch(url.replace(sandbox.url, origin), init),
      }),
    });
    const fault = typeof rule.fault === 'function' ? rule.fault(now, elsewhereUrl) : rule.fault;
    if (fault) sandbox.faults.add({ ...fault, provider, path, after, times: Number.POSITIVE_INFINITY });
    const id = sandbox.requests.at(-1)?.id ?? 0;
    const askedBefore = asked;
    const error = await call(client).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('no reason'),
    );
    sandbox.faults.clear();
    const { stream, music, bank, food } = sandbox.options;
    const secrets = [
      stream.clientSecret,
      music.clientSecret,
      bank.secret,
      food.apiKey,
      sandbox.controls.bank.accessTokens,
    ];
    const text = `${inspect([error, shown], { depth: 20, showHidden: true })}${JSON.stringify([error, shown])}`;
    const wrong = [
      ...(error && !isApiError(error) ? [`not an ApiError: ${inspect(error)}`] : []),
      ...(isApiError(error) && error.provider !== provider ? [`of ${error.provider}`] : []),
      ...(asked > askedBefore ? ['a redirect was followed'] : []),
      ...(secrets.flat().some((secret) => text.includes(secret)) ? ['a secret shows'] : []),
      ...('polluted' in {} ? ['a prototype was polluted'] : []),
    ];
    const arrived = sandbox.requests.filter((request) => request.id > id && request.path === path);
    return {
      code: error === undefined ? 'ok' : isApiError(error) ? error.code : 'none',
      attempts: sent.at(-1) ?? 0,
      reached: arrived.length - (error === undefined || origin ? 0 : after),
      wrong,
    };
  }

  for (const kind of kinds) {
    const subject = subjects[kind];
    if (!subject) continue;
    for (const rule of rules) {
      if (rule.only && !rule.only.includes(provider)) continue;
      // The authorization hosts have neither points nor quotas.
      if (rule.only && kind === 'token') continue;
      const name = `${provider} ${kind}: ${rule.name}`;
      const attempts = attemptsOf(rule.own?.[provider] ?? rule.again, kind);
      const pages = rule.code === 'ok' ? 1 + (subject.after ?? 0) : attempts;
      const expected = { code: rule.code, attempts, reached: rule.origin ? 0 : pages, wrong: [] };
      const isRight = (outcome: Outcome) => JSON.stringify(outcome) === JSON.stringify(expected);
      let outcome: Outcome = await run(rule, kind, subject);
      if (rule.slow && !isRight(outcome)) {
        // On a busy machine what is in order takes longer, and what was given up may arrive later.
        await setTimeout(500);
        outcome = await run(rule, kind, subject, 2000);
      }
      const right = isRight(outcome);
      cells.push({ name, provider, kind, rule, expected, outcome, right });
      if (provider === 'stream' && kind === 'write')
        for (const { id } of (await warm.stream.eventsub.conduits.list()).items)
          await warm.stream.eventsub.conduits.delete({ id });
    }
  }
  await sandbox.close();
  await new Promise((resolve) => elsewhere.close(resolve));
  return cells;
}

type Subjects = Partial<Record<Kind, Subject>>;

/** The calls, made ready: there is a token, and a first page. */
function subjectsOf(sandbox: Sandbox, warm: Clients): Record<ProviderName, () => Promise<Subjects>> {
  const { controls } = sandbox;
  const access_token = controls.bank.accessTokens[0] ?? '';
  const next = async (page: PromiseLike<{ next?: string | undefined }>) => ({ cursor: (await page).next as string });
  return {
    async stream() {
      const page = await next(warm.stream.games.top({ first: 5 }));
      return {
        read: { path: '/helix/games', run: ({ stream }) => stream.games.list({ id: ['1'] }) },
        write: {
          path: '/helix/eventsub/conduits',
          run: ({ stream }) => stream.eventsub.conduits.create({ shard_count: 1 }),
        },
        token: { path: '/id/oauth2/token', run: ({ stream }) => stream.games.top() },
        page: { path: '/helix/games/top', run: ({ stream }) => stream.games.top({ first: 5 }, page) },
      };
    },
    async music() {
      const search = { q: 'love', type: 'track', limit: 2 } as const;
      const page = await next(warm.music.search(search));
      const [user] = controls.music.users();
      const grant = controls.music.issueUserToken({ userId: user?.id ?? '', scopes: ['playlist-modify-public'] });
      await warm.music.setGrant('ann', grant);
      return {
        read: { path: '/v1/search', run: ({ music }) => music.search(search) },
        write: { path: '/v1/me/playlists', run: ({ user }) => user.playlists.create({ name: 'one' }) },
        token: { path: '/accounts/api/token', run: ({ music }) => music.search(search) },
        page: { path: '/v1/search', run: ({ music }) => music.search(search, page) },
      };
    },
    async bank() {
      const sync = { access_token, count: 100 };
      const page = await next(warm.bank.transactions.sync(sync));
      return {
        read: { path: '/accounts/get', run: ({ bank }) => bank.accounts.get({ access_token }) },
        write: { path: '/user/create', run: ({ bank }) => bank.user.create({ client_user_id: crypto.randomUUID() }) },
        page: { path: '/transactions/sync', run: ({ bank }) => bank.transactions.sync(sync, page) },
        sync: { path: '/transactions/sync', after: 1, run: ({ bank }) => bank.transactions.syncAll(sync) },
      };
    },
    async food() {
      const search = { query: 'cheddar', pageSize: 2 };
      const page = await next(warm.food.foods.search(search));
      const path = '/fdc/v1/foods/search';
      return {
        read: { path, run: ({ food }) => food.foods.search(search) },
        page: { path, run: ({ food }) => food.foods.search(search, page) },
        // It has nothing to write. A POST that no declaration covers counts as if it did.
        write: {
          path,
          run: ({ food }) =>
            food.request({
              method: 'POST',
              path,
              values: { body: search },
              response: v.object({ foods: v.array(v.unknown()) }),
            }),
        },
      };
    },
    async quotes() {
      const page = await next(warm.quotes.quotes.list({ limit: 5 }));
      const path = '/api/quotes';
      return {
        read: { path, run: ({ quotes }) => quotes.quotes.list({ limit: 5 }) },
        page: { path, run: ({ quotes }) => quotes.quotes.list({ limit: 5 }, page) },
      };
    },
  };
}
