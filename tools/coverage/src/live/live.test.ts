import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf } from '@x/core/provider';
import { createClock, type Quirks, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Spec } from '../schema-node.ts';
import { openSession, trees } from './clients.ts';
import { driftOf } from './drift.ts';
import { describePlan, type Plan, planCalls } from './plan.ts';
import { type Recording, replayRecordings, writeRecording } from './recordings.ts';
import { type CallResult, describeResults, runPlan } from './run.ts';
import { createLiveSandbox, sandboxInput } from './sandbox.ts';
import { type LiveTable, tables } from './table.ts';

type Provider = keyof Sandbox['options'];
const providers = Object.keys(tables) as Provider[];

/** Which channels are live depends on the hour, so that all sandboxes start at the same one. */
const createSandboxAtNoon = (quirks?: Quirks): Promise<Sandbox> =>
  createLiveSandbox(quirks, createClock(Date.UTC(2026, 5, 1, 12)));

/** A plan with what a sandbox offers, and the session to make its calls with. */
async function prepare(sandbox: Sandbox, provider: Provider) {
  const input = await sandboxInput(sandbox, provider);
  return { plan: planFor(provider, input.env), session: openSession(input), input };
}

const planFor = (provider: Provider, env: Record<string, string | undefined>): Plan =>
  planCalls({ provider, endpoints: trees[provider] as object, table: tables[provider] as LiveTable, env });

/** The plan with one call alone, which needs nothing of another. */
const only = (plan: Plan, name: string): Plan => ({ ...plan, calls: plan.calls.filter((call) => call.name === name) });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(providers)('%s', (provider) => {
  const results: CallResult[] = [];
  let bodies = 0;
  const out = () => join(folder, provider);

  beforeAll(async () => {
    const sandbox = await createSandboxAtNoon();
    const { plan, session } = await prepare(sandbox, provider);
    const keeping = {
      ...session,
      async call(...[call, params]: Parameters<typeof session.call>) {
        const made = await session.call(call, params);
        if (made.body !== undefined) bodies += 1;
        return made;
      },
    };
    results.push(...(await runPlan(plan, { session: keeping, samples: 2, out: out() })));
    await sandbox.close();
  });

  it('reports no drift of a sandbox with the quirks of the real host', () => {
    expect(results.filter(({ drift }) => drift.length > 0)).toEqual([]);
    const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
    expect(outcomes.get('documented')?.length).toBeGreaterThan(results.length * 0.8);
  });

  it('fills all parameters validly: no call is refused before its request', () => {
    expect(results.filter(({ note }) => note?.startsWith('invalid_params'))).toEqual([]);
  });

  it('records bodies that replay without drift and hold none of the original values', () => {
    const replayed = replayRecordings(out(), trees);
    expect(replayed.length).toBe(bodies);
    expect(replayed.filter(({ drift }) => drift.length > 0)).toEqual([]);
    for (const { file, operation } of replayed) {
      const recording: Recording = JSON.parse(readFileSync(join(out(), file), 'utf8'));
      const spec = new Map(operationsOf(trees[provider] as object)).get(operation) as Spec;
      const listed = new Set(listedStrings(spec));
      for (const value of stringsIn(recording.body))
        if (!listed.has(value)) expect(value).not.toMatch(/[a-wyzA-WYZ1-9]/);
    }
  });
});

/** Strings anywhere in a declaration, such as its literals and listed values. */
function listedStrings(root: unknown): string[] {
  const seen = new Set<unknown>();
  const found: string[] = [];
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') found.push(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    open.push(...Object.values(value));
    if ('getter' in value && typeof value.getter === 'function') open.push(value.getter(undefined));
  }
  return found;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe('a response that differs from its declaration', () => {
  /** The result of one call on whose responses a fault was put. */
  async function resultOf(provider: Provider, name: string, fault: Parameters<Sandbox['faults']['add']>[0]) {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, session, input } = await prepare(sandbox, provider);
    sandbox.faults.add({ provider, times: Number.POSITIVE_INFINITY, ...fault });
    const out = mkdtempSync(join(folder, 'fault-'));
    const results = await runPlan(only(plan, name), { session, out });
    await sandbox.close();
    return { results, session, input, out };
  }

  it('is reported field by field, with counts, for lists and single results', async () => {
    const { results } = await resultOf('quotes', 'tags.list', {
      path: '/api/tags',
      body: [
        { _id: null, quoteCount: '1' },
        { _id: null, name: 'a', slug: 'a', quoteCount: 2, dateAdded: '', dateModified: '' },
      ],
    });
    expect(results[0]?.outcome).toBe('drift');
    const drift = new Map(results[0]?.drift.map(({ place, ...rest }) => [place, rest]));
    expect(drift.get('[]._id')).toEqual({ expected: 'string', received: 'null', count: 2 });
    expect(drift.get('[].quoteCount')).toEqual({ expected: 'number', received: 'string', count: 1 });
    expect(drift.get('[].name')).toEqual({ expected: 'a value', received: 'nothing', count: 1 });
    const text = describeResults('quotes', results);
    expect(text).toMatch(/tags\.list +\[\]\._id +expected string, received null +2×/);
  });

  it('is reported when a list is missing', async () => {
    const { results } = await resultOf('music', 'browse.newReleases', { path: '/v1/browse/new-releases', body: {} });
    expect(results[0]?.drift).toEqual([{ place: 'albums.items', expected: 'list', received: 'nothing', count: 1 }]);
  });

  it('is reported for a body that is not JSON, without its text', async () => {
    const { results } = await resultOf('bank', 'item.get', { path: '/item/get', body: '<html>planted</html>' });
    expect(results[0]).toMatchObject({
      outcome: 'failed',
      note: expect.stringMatching(/^invalid_response: item\.get: /),
    });
    expect(JSON.stringify(results)).not.toContain('planted');
  });

  it('is not looked for in a token response when the call itself gets none', async () => {
    const { results, out } = await resultOf('music', 'browse.newReleases', { path: /^\/v1/, drop: 'before' });
    expect(results[0]).toMatchObject({ outcome: 'failed', drift: [], note: expect.stringMatching(/^network: /) });
    expect(readdirSync(out)).toEqual([]);
  });

  it('is recorded and printed without credentials, e-mail addresses, names and account numbers', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, session, input } = await prepare(sandbox, 'bank');
    const planted = [
      `${input.options.clientSecret}`,
      `${input.options.clientId}`,
      `${input.env.BANK_ACCESS_TOKEN}`,
      'jane.roe@example.com',
      'Jane Roe',
      '9900112233',
      '1234567890',
    ];
    const fields = { ...planted, [planted[3] ?? '']: 1, [planted[2] ?? '']: planted[0], account: 1234567890 };
    sandbox.faults.add({
      provider: 'bank',
      path: '/item/get',
      body: { item: fields, request_id: planted[1], ...fields },
    });
    sandbox.faults.add({
      provider: 'bank',
      path: '/accounts/get',
      status: 400,
      body: { error_type: 'X', error_code: 'Y', error_message: `no ${planted.slice(0, 3)}`, display_message: null },
    });
    const out = join(folder, 'planted');
    const results = await runPlan(plan, { session, out });
    await sandbox.close();
    const text = `${describePlan('bank', plan)}${describeResults('bank', results)}${JSON.stringify(results)}`;
    for (const value of planted) expect(text).not.toContain(value);
    expect(results.find(({ name }) => name === 'item.get')?.outcome).toBe('drift');
    expect(results.find(({ name }) => name === 'accounts.get')?.outcome).toBe('failed');
    const files = globSync('**/*.json', { cwd: out });
    expect(files).toContain(join('bank', 'item.get.json'));
    for (const file of files)
      for (const value of planted) expect(readFileSync(join(out, file), 'utf8')).not.toContain(value);
    const { about, replaced }: Recording = JSON.parse(readFileSync(join(out, 'bank', 'item.get.json'), 'utf8'));
    expect(about).toMatch(
      /^Scrubbed by `live` of @x\/coverage: every string, number and key that identifies something is replaced/,
    );
    expect(replaced.keys).toBeGreaterThan(3);
  });
});

describe('a recording', () => {
  const tagsSpec = operationsOf(trees.quotes as object).find(([name]) => name === 'tags.list')?.[1] as Spec;
  const recorded = { provider: 'quotes', name: 'tags.list', operation: 'tags.list', spec: tagsSpec };

  it("preserves a response's differences, so that its replay reports the same drift", () => {
    const out = mkdtempSync(join(folder, 'replay-'));
    const body = [{ _id: 'aB-1', name: null, slug: 5, quoteCount: '12', dateAdded: '2023-04-14' }];
    writeRecording(out, { ...recorded, body }, []);
    const [replayed] = replayRecordings(out, trees);
    expect(replayed?.drift).toEqual(driftOf(tagsSpec, body));
    expect(replayed?.drift.map(({ place }) => place)).toEqual(['[].name', '[].quoteCount']);
    const { body: scrubbed }: Recording = JSON.parse(readFileSync(join(out, 'quotes', 'tags.list.json'), 'utf8'));
    expect(scrubbed).toEqual([{ _id: 'xX-0', name: null, slug: 1, quoteCount: '00', dateAdded: '0000-00-00' }]);
  });

  it('is not written when a credential is in it even after scrubbing', () => {
    const out = mkdtempSync(join(folder, 'secret-'));
    expect(() => writeRecording(out, { ...recorded, body: [{ planted: 1 }] }, ['planted'])).toThrow(
      'The recording of tags.list was not written: a credential is in it even after scrubbing.',
    );
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('a plan', () => {
  const readByPost = ['/fdc/v1/foods/search', '/moderation/enforcements/status'];
  it('has reads only', () => {
    for (const provider of providers)
      for (const { spec } of planFor(provider, {
        MUSIC_USER_TOKEN: 'a',
        STREAM_USER_TOKEN: 'a',
        BANK_ACCESS_TOKEN: 'a',
      }).calls)
        if (provider === 'bank') expect(spec.path).toMatch(/\/(get|get_by_id|list|search|sync|download)$/);
        else if (!readByPost.includes(spec.path)) expect([spec.method, spec.path]).toEqual(['GET', spec.path]);
  });

  it('never calls an endpoint that would return a secret', () => {
    const names = planFor('stream', { STREAM_USER_TOKEN: 'a' }).calls.map(({ name }) => name);
    expect(names).toContain('streams.list');
    expect(names).not.toContain('streams.key.get');
    expect(names).not.toContain('extensions.secrets.list');
  });

  it('skips calls that need a user token when there is none, and names the variable to set', () => {
    const { calls, skipped } = planFor('music', {});
    expect(calls.map(({ name }) => name)).toContain('tracks.get');
    expect(calls.filter(({ asUser }) => asUser)).toEqual([]);
    expect(skipped).toContainEqual({ name: 'users.me', reason: 'it needs a user token: set MUSIC_USER_TOKEN' });
  });

  it('skips calls whose parameters have no source, and those that depend on them', () => {
    const { calls, skipped } = planFor('bank', {});
    const names = calls.map(({ name }) => name);
    const ofInstitutions = ['institutions.get', 'institutions.search', 'institutions.getById'];
    expect(names).toEqual(expect.arrayContaining([...ofInstitutions, 'transfer.list', 'transfer.event.sync']));
    expect(names).not.toContain('accounts.get');
    expect(skipped).toContainEqual({ name: 'item.get', reason: 'no value for access_token: set BANK_ACCESS_TOKEN' });
  });

  it('prefers parameters from the environment to all other sources, and does not print them', () => {
    const env = { FOOD_FDC_ID: '424242' };
    const text = describePlan('food', planFor('food', env));
    expect(text).toMatch(/foods\.get Branded +fdcId from the environment \(FOOD_FDC_ID\)/);
    expect(text).not.toContain('424242');
  });
});

describe('a run', () => {
  it('stops at the first sign that the limit of the API is reached', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, session } = await prepare(sandbox, 'food');
    sandbox.faults.add({ provider: 'food', after: 1, times: 100, status: 429, headers: { 'retry-after': '3600' } });
    const results = await runPlan(plan, { session });
    await sandbox.close();
    expect(results.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['documented', 'failed', 'skipped']);
    expect(results.at(-1)?.note).toBe('the run stopped: rate_limited');
    expect(sandbox.requests.length).toBe(2);
  });

  it('sends a parameter from the environment as the number that the endpoint takes', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const env = { FOOD_FDC_ID: '424242' };
    const session = openSession({ provider: 'food', options: { ...sandbox.options.food }, env });
    await runPlan(only(planFor('food', env), 'foods.get Branded'), { session });
    await sandbox.close();
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/fdc/v1/food/424242']);
  });

  it('pauses between calls for as long as configured', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, session } = await prepare(sandbox, 'quotes');
    const pauses: number[] = [];
    await runPlan(plan, { session, pauseMs: 250, sleep: async (ms) => pauses.push(ms) });
    await sandbox.close();
    expect(pauses).toEqual(plan.calls.slice(1).map(() => 250));
  });
});

describe('the script live', () => {
  const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
  const live = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['--conditions=@x/source', cli, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });

  it('calls nothing where there is no terminal, unless --yes is passed', () => {
    const { status, stdout, stderr } = live(['--provider', 'quotes'], { QUOTES_URL: 'http://127.0.0.1:9' });
    expect(status).toBe(2);
    expect(stdout).toContain('quotes: 11 read-only calls, one after the other:');
    expect(stdout).not.toContain('failed');
    expect(stderr).toContain('Pass --yes');
  });

  it('makes the calls with --yes, and exits with 2 when none of them succeeds', () => {
    const { status, stdout } = live(['--provider', 'quotes', '--yes', '--pause-ms', '0'], {
      QUOTES_URL: 'http://127.0.0.1:9',
    });
    expect(status).toBe(2);
    expect(stdout).toContain('0 with drift, 1 failed, 10 skipped');
    expect(stdout).toContain('the run stopped: network');
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    [
      'names the missing variables and where to get the credentials',
      ['--provider', 'music', '--yes'],
      { MUSIC_CLIENT_ID: 'planted' },
      /^music needs MUSIC_CLIENT_SECRET in the environment, from https:\/\/developer\.spotify\.com/,
    ],
    [
      'refuses a bank environment that is not one of the two',
      ['--provider', 'bank', '--yes'],
      { BANK_CLIENT_ID: 'planted-id', BANK_CLIENT_SECRET: 'planted-secret', BANK_ENVIRONMENT: 'prod' },
      /^BANK_ENVIRONMENT must be sandbox or production; got "prod"$/m,
    ],
    [
      'refuses to replay a folder without recordings',
      ['--replay', 'none'],
      {},
      /^none has no recordings\. Create some with --out/,
    ],
  ])('%s', (_, args, env, message) => {
    const { status, stdout, stderr } = live(args, env);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout + stderr).not.toContain('planted');
  });

  it('runs against a sandbox without an account, records, and replays the recordings', () => {
    const out = join(folder, 'cli');
    const { status, stdout } = live(['--provider', 'food', '--sandbox', '--out', out]);
    expect(stdout).toContain('food: 15 responses as declared, 0 with drift, 0 failed, 0 skipped.');
    expect(status).toBe(0);
    expect(existsSync(join(out, 'food', 'foods.get-Branded.json'))).toBe(true);
    const replayed = live(['--replay', out]);
    expect(replayed.stdout).toContain('recordings, 0 with drift.');
    expect(replayed.status).toBe(0);
  });
});
