import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createClock, type Quirks, type Sandbox } from '@x/sandbox';
import { bareEnvironment } from '@x/testing/programs';
import { beforeAll, describe, expect, it } from 'vitest';
import { names } from '../../../providers.ts';
import { describePlan, type Plan, planCalls } from './plan.ts';
import { type CallResult, describeResults, runPlan } from './run.ts';
import { createLiveSandbox, sandboxInput } from './sandbox.ts';

type Provider = keyof Sandbox['options'];
const providers = names as Provider[];

/** Creates a sandbox that starts at noon, because the hour decides which channels are live. */
const createSandboxAtNoon = (quirks?: Quirks): Promise<Sandbox> =>
  createLiveSandbox(quirks, createClock(Date.UTC(2026, 5, 1, 12)));

/** Creates a plan for a sandbox, and the input for its calls. */
async function prepare(sandbox: Sandbox, provider: Provider) {
  const input = await sandboxInput(sandbox, provider);
  return { plan: planCalls(provider, input.env), input };
}

/** Returns the one call of a plan with that name, which must not need a response to another call. */
const only = ({ calls }: Plan, name: string) => calls.filter((call) => call.name === name);

describe.each(providers)('%s', (provider) => {
  const results: CallResult[] = [];

  beforeAll(async () => {
    const sandbox = await createSandboxAtNoon();
    const { plan, input } = await prepare(sandbox, provider);
    results.push(...(await runPlan(plan.calls, input, { samples: 2 })));
    await sandbox.close();
  });

  it("reports no drift for a sandbox with the real host's quirks", () => {
    expect(results.filter(({ drift }) => drift.length > 0)).toEqual([]);
    const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
    expect(outcomes.get('documented')?.length).toBeGreaterThan(results.length * 0.8);
  });

  it('fills all parameters with valid values, so that no call is refused before its request', () => {
    expect(results.filter(({ note }) => note?.startsWith('invalid_params'))).toEqual([]);
  });
});

describe('a response that differs from its declaration', () => {
  /** Returns the results of one call whose responses a fault replaces. */
  async function resultOf(provider: Provider, name: string, fault: Parameters<Sandbox['faults']['add']>[0]) {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, input } = await prepare(sandbox, provider);
    sandbox.faults.add({ provider, times: Number.POSITIVE_INFINITY, ...fault });
    const results = await runPlan(only(plan, name), input);
    await sandbox.close();
    return results;
  }

  it('is reported field by field, with counts', async () => {
    const results = await resultOf('quotes', 'tags.list', {
      path: '/api/tags',
      body: [
        { _id: null, quoteCount: '1' },
        { _id: null, name: 'a', slug: 'a', quoteCount: 2, dateAdded: '', dateModified: '' },
      ],
    });
    expect(results[0]?.outcome).toBe('drift');
    const text = describeResults('quotes', results);
    expect(text).toContain('tags.list: _id must be a string, got null, 2×');
    expect(text).toContain('tags.list: quoteCount must be a number, got a string, 1×');
    expect(text).toContain('tags.list: name is missing, 1×');
  });

  it('is reported when a list is missing', async () => {
    const results = await resultOf('music', 'browse.newReleases', { path: '/v1/browse/new-releases', body: {} });
    const note = expect.stringMatching(/not as documented: no list at albums\.items$/);
    expect(results[0]).toMatchObject({ outcome: 'drift', note });
  });

  it('is reported for a body that is not JSON, without its text', async () => {
    const results = await resultOf('bank', 'item.get', { path: '/item/get', body: '<html>planted</html>' });
    expect(results[0]).toMatchObject({
      outcome: 'drift',
      note: expect.stringMatching(/^invalid_response: item\.get: /),
    });
    expect(JSON.stringify(results)).not.toContain('planted');
  });

  it('is not reported for a call that gets no response', async () => {
    const results = await resultOf('music', 'browse.newReleases', { path: /^\/v1/, drop: 'before' });
    expect(results[0]).toMatchObject({ outcome: 'failed', drift: [], note: expect.stringMatching(/^network: /) });
  });

  it('is printed without credentials, e-mail addresses, names and account numbers', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, input } = await prepare(sandbox, 'bank');
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
    const results = await runPlan(plan.calls, input);
    await sandbox.close();
    const text = `${describePlan('bank', plan)}${describeResults('bank', results)}${JSON.stringify(results)}`;
    for (const value of planted) expect(text).not.toContain(value);
    expect(results.find(({ name }) => name === 'item.get')?.outcome).toBe('drift');
    expect(results.find(({ name }) => name === 'accounts.get')?.outcome).toBe('failed');
  });
});

describe('a plan', () => {
  const readByPost = [
    ...[
      '/fdc/v1/foods/search',
      '/fdc/v1/foods/list',
      '/moderation/enforcements/status',
      '/credit/payroll_income/precheck',
    ],
    ...['/identity/match', '/processor/identity/match', '/transactions/enrich'],
  ];
  it('contains only reads', () => {
    const env = { MUSIC_USER_TOKEN: 'a', STREAM_USER_TOKEN: 'a', BANK_ACCESS_TOKEN: 'a', BANK_PROCESSOR_TOKEN: 'a' };
    for (const provider of providers)
      for (const { spec } of planCalls(provider, env).calls) {
        if (readByPost.includes(spec.path)) continue;
        if (provider === 'bank') expect(spec.path).toMatch(/\/(get|get_by_id|list|search|sync|download)$/);
        else expect([spec.method, spec.path]).toEqual(['GET', spec.path]);
      }
  });

  it('never calls an endpoint that would return a secret', () => {
    const names = planCalls('stream', { STREAM_USER_TOKEN: 'a' }).calls.map(({ name }) => name);
    expect(names).toContain('streams.list');
    expect(names).not.toContain('streams.key.get');
    expect(names).not.toContain('extensions.secrets.list');
  });

  it('skips calls that need a user token when there is none, and names the variable to set', () => {
    const { calls, skipped } = planCalls('music', {});
    expect(calls.map(({ name }) => name)).toContain('tracks.get');
    expect(calls.filter(({ asUser }) => asUser)).toEqual([]);
    expect(skipped).toContainEqual({ name: 'users.me', reason: 'it needs a user token: set MUSIC_USER_TOKEN' });
  });

  it('skips calls whose parameters have no source, and those that depend on them', () => {
    const { calls, skipped } = planCalls('bank', {});
    const names = calls.map(({ name }) => name);
    const ofInstitutions = ['institutions.get', 'institutions.search', 'institutions.getById'];
    expect(names).toEqual(expect.arrayContaining([...ofInstitutions, 'transfer.list', 'transfer.event.sync']));
    expect(names).not.toContain('accounts.get');
    expect(skipped).toContainEqual({ name: 'item.get', reason: 'no value for access_token: set BANK_ACCESS_TOKEN' });
  });

  it('prefers parameters from the environment to all other sources, and does not print them', () => {
    const env = { FOOD_FDC_ID: '424242' };
    const text = describePlan('food', planCalls('food', env));
    expect(text).toMatch(/foods\.get Branded +fdcId from the environment \(FOOD_FDC_ID\)/);
    expect(text).not.toContain('424242');
  });
});

describe('a run', () => {
  it("stops at the first sign that the API's limit is reached", async () => {
    const sandbox = await createSandboxAtNoon('off');
    const { plan, input } = await prepare(sandbox, 'food');
    sandbox.faults.add({ provider: 'food', after: 1, times: 100, status: 429, headers: { 'retry-after': '3600' } });
    const results = await runPlan(plan.calls, input);
    await sandbox.close();
    expect(results.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['documented', 'failed', 'skipped']);
    expect(results.at(-1)?.note).toBe('the run stopped: rate_limited');
    expect(sandbox.requests.length).toBe(2);
  });

  it('sends a parameter from the environment as the number that the endpoint takes', async () => {
    const sandbox = await createSandboxAtNoon('off');
    const env = { FOOD_FDC_ID: '424242' };
    const input = { provider: 'food', options: { ...sandbox.options.food }, env };
    await runPlan(only(planCalls('food', env), 'foods.get Branded'), input);
    await sandbox.close();
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/fdc/v1/food/424242']);
  });
});

describe('the script live', () => {
  const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
  const live = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['--conditions=@x/source', cli, ...args], {
      encoding: 'utf8',
      env: { ...bareEnvironment, ...env },
    });

  it('calls nothing where there is no terminal, unless --yes is passed', () => {
    const { status, stdout, stderr } = live(['--provider', 'quotes'], { QUOTES_URL: 'http://127.0.0.1:9' });
    expect(status).toBe(2);
    expect(stdout).toContain('quotes: 11 read-only calls, one after the other:');
    expect(stdout).not.toContain('failed');
    expect(stderr).toContain('Pass --yes');
  });

  it('makes the calls with --yes, and exits with 2 when none of them succeeds', () => {
    const { status, stdout } = live(['--provider', 'quotes', '--yes'], {
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
      'refuses a bank environment other than sandbox and production',
      ['--provider', 'bank', '--yes'],
      { BANK_CLIENT_ID: 'planted-id', BANK_CLIENT_SECRET: 'planted-secret', BANK_ENVIRONMENT: 'prod' },
      /environment must be sandbox or production; got "prod"$/m,
    ],
  ])('%s', (_, args, env, message) => {
    const { status, stdout, stderr } = live(args, env);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout + stderr).not.toContain('planted');
  });

  it('runs against a sandbox without an account', () => {
    const { status, stdout } = live(['--provider', 'food', '--sandbox']);
    expect(stdout).toContain('food: 17 responses as declared, 0 with drift, 0 failed, 0 skipped.');
    expect(status).toBe(0);
  });
});
