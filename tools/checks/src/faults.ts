import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type ClientEvent, isApiError, memoryStore } from '@x/core';
import { createSandbox, type SandboxRequest } from '@x/sandbox';
import { listen } from '@x/testing/programs';
import type { Provider } from './clients.ts';
import { clientsOf, type Subject, subjectsOf } from './fault-calls.ts';
import { attemptsOf, type Kind, kinds, type Rule, rules } from './fault-rules.ts';
import { createRelay, selfSigned } from './relay.ts';

/** How requests are sent: with the client's own transport, or with a `fetch` that the client is given. */
export type Path = 'own' | 'given';

/** Outcome of a call. */
export interface Outcome {
  readonly code: string;
  /** Number of times that the client sent it. */
  readonly attempts: number;
  /** Number of times that it arrived at the sandbox. */
  readonly reached: number;
  /** Number of times that it took effect; undefined for calls whose effect cannot be counted. */
  readonly done: number | undefined;
  /** Outcome of a write that the error states; `not_done` for reads, undefined for calls that succeed. */
  readonly outcome: string | undefined;
  /** Anything that must never happen, such as a secret in an error. */
  readonly wrong: readonly string[];
}

/** One cell of the matrix: a fault, tried with one kind of call of one provider. */
export interface Cell {
  readonly name: string;
  readonly expected: Outcome;
  readonly outcome: Outcome;
}

/** Lets the sandbox, in this process, read requests that were written before their calls were given up. */
async function arriveAll(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Tries every rule with every kind of call of the given providers. */
export async function runMatrix(path: Path, names: readonly Provider[]): Promise<Cell[]> {
  return (await Promise.all(names.map((name) => runProvider(name, path)))).flat();
}

async function runProvider(provider: Provider, path: Path): Promise<Cell[]> {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  const flawed = (['untrusted', 'expired'] as const).map((flaw) =>
    selfSigned(() => {
      asked += 1;
    }, flaw),
  );
  const elsewhereUrl = `${await listen(elsewhere)}/`;
  const [untrusted = '', expired = ''] = await Promise.all(
    flawed.map(async (server) => (await listen(server)).replace('http:', 'https:')),
  );
  const sandbox = await createSandbox({
    bank: { transactionsPerItem: 150, readyAtOnce: true },
    music: { artists: 20 },
    stream: { streams: 100, users: 200 },
  });
  const relay = await createRelay(sandbox.url);
  // A whole second, like dates in headers.
  const now = Math.floor(Date.now() / 1000) * 1000;
  const clock = { now: () => now };
  const tokens = memoryStore();
  const given = path === 'given' ? { fetch: (...of: Parameters<typeof fetch>) => fetch(...of) } : {};
  const warm = clientsOf(sandbox, { clock, tokens });
  const subjects = (await subjectsOf(sandbox, warm)[provider]?.()) ?? {};
  const servers = { sandbox: sandbox.url, untrusted, expired };

  async function run(rule: Rule, kind: Kind, subject: Subject, patienceMs = 50): Promise<Outcome> {
    const { path, after = 0 } = subject;
    const sent: number[] = [];
    const shown: unknown[] = [];
    const origin = rule.mishap ? relay.url : rule.origin?.(servers);
    const make = (timeoutMs: number, onEvent?: (event: ClientEvent) => void) =>
      clientsOf(
        sandbox,
        {
          clock,
          tokens: kind === 'token' ? memoryStore() : tokens,
          timeoutMs,
          ...(onEvent && { onEvent }),
          ...given,
        },
        kind,
        origin,
      );
    const client = make(rule.slow ? patienceMs : 20_000, (event) => {
      shown.push(event);
      const ofToken = 'operation' in event && /^oauth/.test(event.operation);
      if (event.type === 'request' && ofToken === (kind === 'token')) sent.push(event.attempt);
    });
    relay.mishap = 'none';
    await arriveAll();
    if (/reused$/.test(rule.mishap ?? '')) await subject.run(make(20_000));
    await subject.done?.();
    relay.mishap = rule.mishap ?? 'none';
    const fault = typeof rule.fault === 'function' ? rule.fault(now, elsewhereUrl) : rule.fault;
    if (fault) sandbox.faults.add({ ...fault, provider, path, after, times: Number.POSITIVE_INFINITY });
    const id = sandbox.requests.at(-1)?.id ?? 0;
    const askedBefore = asked;
    const error = await subject.run(client).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('no reason'),
    );
    sandbox.faults.clear();
    const arrived = sandbox.requests.filter((request) => request.id > id && request.path === path);
    const corrupted = arrived.slice(error === undefined || !fault ? 0 : after);
    const { stream, music, bank, food } = sandbox.options;
    const secrets = [
      stream.clientSecret,
      music.clientSecret,
      bank.clientSecret,
      food.apiKey,
      sandbox.controls.bank.accessTokens,
    ];
    const text = `${inspect([error, shown], { depth: 20, showHidden: true })}${JSON.stringify([error, shown])}`;
    const written = ({ method, query, body }: SandboxRequest) => `${method} ${query} ${body}`;
    const wrong = [
      ...(error && !isApiError(error) ? [`not an ApiError: ${inspect(error)}`] : []),
      ...(isApiError(error) && error.provider !== provider ? [`of ${error.provider}`] : []),
      ...(asked > askedBefore ? ['another host received a request'] : []),
      ...(error && new Set(corrupted.map(written)).size > 1 ? ['a retry differed from the first request'] : []),
      ...(secrets.flat().some((secret) => text.includes(secret)) ? ['a secret is visible'] : []),
      ...(kind === 'write' && isApiError(error) && error.retryable && error.outcome !== 'not_done'
        ? ['it asks to repeat a write that may have been done']
        : []),
      ...('polluted' in {} ? ['a prototype was polluted'] : []),
    ];
    return {
      code: error === undefined ? 'ok' : isApiError(error) ? error.code : 'none',
      attempts: sent.at(-1) ?? 0,
      reached: corrupted.length,
      done: await subject.done?.(),
      outcome: isApiError(error) ? error.outcome : undefined,
      wrong,
    };
  }

  const cells: Cell[] = [];
  for (const kind of kinds) {
    const subject = subjects[kind];
    if (!subject) continue;
    for (const rule of rules) {
      if (rule.only && !rule.only.includes(provider)) continue;
      // The authorization hosts have neither points nor quotas.
      if (rule.only && kind === 'token') continue;
      const attempts = attemptsOf(rule.own?.[provider] ?? rule.again, kind);
      const pages = rule.code === 'ok' ? 1 + (subject.after ?? 0) : attempts;
      const isWrite = kind === 'write' || (kind === 'put' && provider !== 'food');
      const expected: Outcome = {
        code: rule.code,
        attempts,
        reached: rule.origin || (rule.mishap && !rule.done) ? 0 : pages,
        done: subject.done && Number(rule.done),
        outcome: rule.code === 'ok' ? undefined : isWrite ? rule.outcome : 'not_done',
        wrong: [],
      };
      const isRight = (outcome: Outcome) => JSON.stringify(outcome) === JSON.stringify(expected);
      let outcome = await run(rule, kind, subject);
      if (rule.slow && !isRight(outcome)) {
        // On a busy machine, correct calls may take longer.
        outcome = await run(rule, kind, subject, 2000);
      }
      const name = `${provider} ${kind}, ${path} fetch: ${rule.name}`;
      cells.push({ name, expected, outcome });
    }
  }
  await Promise.all([
    sandbox.close(),
    relay.close(),
    ...[elsewhere, ...flawed].map((server) => new Promise((resolve) => server.close(resolve))),
  ]);
  return cells;
}
