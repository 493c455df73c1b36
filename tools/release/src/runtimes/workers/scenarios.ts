import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createTableStatements } from '@x/cloudflare';
import type { RunningWorker } from '@x/testing/workers';
import { control, type SmokeOptions } from '../smoke/subjects.ts';
import type { Check } from '../smoke/suite.ts';

/** Requests that reach an isolate at the same time. */
const atOnce = 30;
/** A response that does not arrive in this time never does, in milliseconds. */
const hungMs = 60_000;

const hourMs = 3_600_000;

/** Fails the check when `holds` is not true; `seen` describes what was seen. */
function must(holds: unknown, seen: string): asserts holds {
  if (!holds) throw new Error(seen);
}

/** Counts equal texts: `30 × 186`. */
function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} × ${text.slice(0, 200)}`).join(', ');
}

/** Runs every scenario in a worker, whose sandbox is at `options`. Its refresh tokens of music work once. */
export async function* proveWorker(worker: RunningWorker, options: SmokeOptions): AsyncGenerator<Check> {
  await worker.DB.exec(createTableStatements());
  await worker.DB.exec('CREATE TABLE transactions (id TEXT PRIMARY KEY, amount REAL)');
  await worker.DB.exec('CREATE TABLE items (token TEXT PRIMARY KEY, cursor TEXT)');
  for (const [name, prove] of Object.entries(scenariosOf(worker, options)))
    yield await prove().then(
      (seen) => ({ provider: 'worker', name, ok: true, seen }),
      (error) => ({ provider: 'worker', name, ok: false, seen: String(error) }),
    );
}

function scenariosOf(worker: RunningWorker, options: SmokeOptions): Record<string, () => Promise<string>> {
  let accounts = 0;

  async function ask(path: string, body?: string, headers: Record<string, string> = {}): Promise<string> {
    const init = { signal: AbortSignal.timeout(hungMs), ...(body !== undefined && { method: 'POST', body, headers }) };
    return worker.fetch(path, init).then(
      async (response) => `${response.ok ? '' : `${response.status} `}${await response.text()}`,
      (error) => String(error),
    );
  }
  const askMany = (...[path, body, headers]: Parameters<typeof ask>) =>
    Promise.all(Array.from({ length: atOnce }, () => ask(path, body, headers)));

  /** Number of requests that the sandbox has received at a path. */
  async function countRequests(path: string): Promise<number> {
    const found: { id: number; path: string }[] = [];
    for (;;) {
      const after = found.at(-1)?.id ?? 0;
      const more = await control<typeof found>(options, 'GET', `/requests?limit=1000&after=${after}`);
      found.push(...more);
      if (more.length < 1000) return found.filter((request) => request.path === path).length;
    }
  }
  async function countDuring(path: string, work: () => Promise<unknown>): Promise<number> {
    const before = await countRequests(path);
    await work();
    return (await countRequests(path)) - before;
  }

  /**
   * Lets a new user sign in whose token expires in `leftMs`; returns the rest of the address of calls for that user.
   */
  async function signIn(store: string, leftMs: number): Promise<string> {
    const [user] = await control<{ id: string }[]>(options, 'GET', '/music/users');
    const scopes = ['user-read-private'];
    const tokens = await control<object>(options, 'POST', '/music/issueUserToken', { userId: user?.id, scopes });
    accounts += 1;
    const account = `?store=${store}&account=${accounts}`;
    const now = Date.now();
    const stored = await ask(
      `/grant${account}`,
      JSON.stringify({ ...tokens, obtainedAt: now + leftMs - hourMs, expiresAt: now + leftMs }),
    );
    must(stored === '"stored"', stored);
    return account;
  }

  /** Waits until `isTrue` resolves to true; resolves to whether it does within the time of a call that hangs. */
  async function becomesTrue(isTrue: () => Promise<boolean>): Promise<boolean> {
    for (const endsAt = Date.now() + hungMs; Date.now() < endsAt; await setTimeout(50)) if (await isTrue()) return true;
    return false;
  }

  const cold = (store: string) => async () => {
    let responses: readonly string[] = [];
    const tokens = await countDuring('/accounts/api/token', async () => {
      responses = await askMany(`/markets?store=${store}`);
    });
    const seen = `${counted(responses)}, ${tokens} token request${tokens === 1 ? '' : 's'}`;
    must(new Set(responses).size === 1 && Number(responses[0]) > 0 && tokens === 1, seen);
    return seen;
  };

  const expired = (store: string) => async () => {
    const account = await signIn(store, -1000);
    let responses: readonly string[] = [];
    const refreshes = await countDuring('/accounts/api/token', async () => {
      responses = await askMany(`/me${account}`);
    });
    const seen = `${counted(responses)}, ${refreshes} refresh${refreshes === 1 ? '' : 'es'}`;
    must(new Set(responses).size === 1 && responses[0]?.startsWith('"') && refreshes === 1, seen);
    return seen;
  };

  /** The token is valid for another 100 s: calls use it, and refresh it in the background where they may. */
  const due = (wait: boolean) => async () => {
    const account = await signIn('d1', 100_000);
    const expiry = async () => Number(await ask(`/expiry${account}`));
    const before = await expiry();
    const delayed = { provider: 'music', path: '/accounts/api/token', delayMs: 500 };
    await control(options, 'POST', '/faults', delayed);
    let responses: readonly string[] = [];
    let isStored = false;
    const refreshes = await countDuring('/accounts/api/token', async () => {
      responses = await askMany(`/me${account}${wait ? '&wait' : ''}`);
      isStored = wait && (await becomesTrue(async () => (await expiry()) > before));
      responses = [...responses, await ask(`/me${account}`)];
    });
    await control(options, 'DELETE', '/faults');
    const seen = `${counted(responses)}, ${refreshes} refreshes, ${isStored ? 'stored' : 'not stored'}`;
    must(new Set(responses).size === 1 && responses[0]?.startsWith('"'), seen);
    must(refreshes === (wait ? 1 : 0) && isStored === wait, seen);
    return seen;
  };

  return {
    'cold calls, in memory': cold('memory'),
    'cold calls, D1': cold('d1'),
    'cold calls, KV': cold('kv'),
    'expired token, in memory': expired('memory'),
    'expired token, D1': expired('d1'),
    'expired token, Durable Object': expired('objects'),
    'background refresh with waitUntil': due(true),
    'no background refresh without waitUntil': due(false),

    async 'hourly validation with waitUntil'() {
      const grant = await control<{ userId: string }>(options, 'POST', '/stream/issueUserToken', {});
      const path = `/channel?id=${grant.userId}`;
      let responses: readonly string[] = [];
      const validations = await countDuring('/id/oauth2/validate', async () => {
        responses = [await ask(path, JSON.stringify(grant)), ...(await askMany(path))];
        await becomesTrue(async () => (await countRequests('/id/oauth2/validate')) > 0);
      });
      const seen = `${counted(responses)}, ${validations} validation${validations === 1 ? '' : 's'}`;
      must(new Set(responses).size === 1 && responses[0] === '1' && validations === 1, seen);
      return seen;
    },

    async 'rate limit'() {
      const responses = await askMany('/quote');
      must(
        responses.every((response) => response.startsWith('"')),
        counted(responses),
      );
      return `${responses.length} quotes`;
    },

    async webhooks() {
      const [token = ''] = await control<string[]>(options, 'GET', '/bank/accessTokens');
      const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
      const server = createServer(async (request, response) => {
        const headers = { 'plaid-verification': String(request.headers['plaid-verification']) };
        received.resolve({ headers, body: await text(request) });
        response.end();
      }).listen(0, '127.0.0.1');
      try {
        const { port } = server.listening
          ? (server.address() as AddressInfo)
          : await new Promise<AddressInfo>((resolve) =>
              server.once('listening', () => resolve(server.address() as AddressInfo)),
            );
        const fired = await ask(`/fireWebhook?token=${token}`, `http://127.0.0.1:${port}/`);
        must(fired === '"fired"', fired);
        const { headers, body } = await received.promise;
        let responses: readonly string[] = [];
        const keys = await countDuring('/webhook_verification_key/get', async () => {
          responses = await askMany('/webhook', body, { ...headers, 'content-type': 'application/json' });
          responses = [...responses, await ask('/webhook', body, { ...headers, 'content-type': 'application/json' })];
        });
        const forged = await ask('/webhook', `${body} `, { ...headers, 'content-type': 'application/json' });
        const seen = `${counted(responses)}, ${keys} key request${keys === 1 ? '' : 's'}, forged: ${forged}`;
        must(new Set(responses).size === 1 && responses[0] === '' && keys === 1 && forged.startsWith('403'), seen);
        return seen;
      } finally {
        server.close();
      }
    },

    async 'sync into D1'() {
      const [token = ''] = await control<string[]>(options, 'GET', '/bank/accessTokens');
      const first = await ask(`/sync?token=${token}`);
      const [added = 0] = JSON.parse(first) as number[];
      await control(options, 'POST', '/bank/changeTransactions', { item: token, changes: { added: 3 } });
      const second = await ask(`/sync?token=${token}`);
      const { results } = await worker.DB.prepare('SELECT count(*) AS count FROM transactions').all();
      const stored = Number(results[0]?.count);
      const seen = `${first}, then ${second}: ${stored} stored`;
      must(added > 0 && second === '[3,0,0]' && stored === added + 3, seen);
      return seen;
    },

    async 'close during calls of others'() {
      await control(options, 'POST', '/faults', { provider: 'quotes', times: atOnce, delayMs: 500 });
      const calls = askMany('/lateQuote');
      const arrived = await becomesTrue(async () => (await control<object[]>(options, 'GET', '/faults')).length === 0);
      const closed = await ask('/close');
      const responses = await calls;
      const after = await ask('/lateQuote');
      await control(options, 'DELETE', '/faults');
      const failed = responses.filter((response) => !response.startsWith('"'));
      must(arrived && closed === '"closed"' && failed.length === 0, `${closed}, ${counted(responses)}`);
      must(after.includes('the client was closed'), after);
      return `${responses.length} calls ended, the next is refused`;
    },
  };
}
