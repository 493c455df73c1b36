import assert from 'node:assert/strict';
import { createSandbox } from '@x/sandbox';
import { type PlannedCall, paramsOf, planCalls } from '../../coverage/src/live/plan.ts';
import { runPlan } from '../../coverage/src/live/run.ts';
import { sandboxInput } from '../../coverage/src/live/sandbox.ts';
import { type Source, value } from '../../coverage/src/live/table.ts';
import { type Provider, providers } from './clients.ts';
import { errorOf } from './fuzz-kit.ts';
import { methodOf, server, userClients } from './fuzz-world.ts';
import { operations } from './operations.ts';

/** A call and its real response. */
export interface Real {
  readonly provider: Provider;
  readonly name: string;
  readonly params: object;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

/** Maximum response length in characters. Longer responses take ten times as long, and find nothing more. */
const longest = 20_000;

/** Calls that the sandbox refuses. */
const refused: readonly (readonly [Provider, name: string, params: Record<string, Source>])[] = [
  ['music', 'albums.get', { id: value('x'.repeat(22)) }],
  ['bank', 'accounts.get', { access_token: value('access-sandbox-wrong') }],
  ['food', 'foods.get', { fdcId: value(1) }],
  ['quotes', 'quotes.get', { id: value('none') }],
  ['stream', 'streams.list', { after: value('nonsense') }],
];

/**
 * Records the sandbox's responses to every read whose parameters are found in other responses, and some refusals.
 *
 * @param names The APIs to call. Default: all.
 */
export async function record(names: readonly Provider[] = providers): Promise<readonly Real[]> {
  const sandbox = await createSandbox({
    listen: false,
    stream: { users: 60, streams: 20, clips: 40, videos: 40 },
    music: { artists: 10, shows: 3, audiobooks: 3 },
    bank: { transactionsPerItem: 20, readyAtOnce: true },
    quotes: { quotes: 60 },
  });
  return (await Promise.all(names.map((provider) => recordOf(provider, sandbox)))).flat();
}

async function recordOf(provider: Provider, sandbox: Awaited<ReturnType<typeof createSandbox>>): Promise<Real[]> {
  const real: Real[] = [];
  let answers: Real['answer'][] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    if (!/token$/.test(String(input)))
      answers.push({ status: response.status, headers: response.headers, text: await response.clone().text() });
    return response;
  };
  const { env, options } = await sandboxInput(sandbox, provider);
  const calls: PlannedCall[] = [...planCalls(provider, env).calls];
  for (const [, name, params] of refused.filter(([each]) => each === provider)) {
    const spec = operations.find((each) => each.provider === provider && each.name === name)?.spec;
    const sources = Object.fromEntries(Object.entries(params).map(([param, source]) => [param, [source]]));
    if (spec) calls.push({ name, operation: name, spec, asUser: false, params: sources });
  }
  const small = calls.map((call) => {
    const pageSizes = Object.keys(paramsOf(call.spec)).filter((name) => /^(first|limit|count|pageSize)$/.test(name));
    return { ...call, params: { ...call.params, ...Object.fromEntries(pageSizes.map((name) => [name, [value(2)]])) } };
  });
  const input = { provider, env, options: { ...options, fetch, retries: 0 } };
  await runPlan(small, input, {
    onResult({ name }, params) {
      const [answer] = answers;
      answers = [];
      if (answer && /^\s*[[{]/.test(answer.text) && answer.text.length < longest)
        real.push({ provider, name: name.replace(/ .*/, ''), params, answer });
    },
  });
  return real;
}

/** Repeats a recorded call with another response. Reads up to `limit` items of a list. */
export async function serve(
  { provider, name, params }: Real,
  status: number,
  headers: Headers,
  body: BodyInit,
  limit = 20,
) {
  const { fetch, wrong } = server(
    () => new Response([204, 205, 304].includes(status) ? null : body, { status, headers }),
  );
  const client = (await userClients(fetch))[provider];
  const error = await errorOf(async () => {
    const call = methodOf(client, name)(params);
    await (call.toArray?.({ limit }) ?? call);
  });
  assert.deepEqual(wrong, []);
  if (error) assert.notEqual(error.code, 'network');
  return error;
}
