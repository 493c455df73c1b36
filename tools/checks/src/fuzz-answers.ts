import assert from 'node:assert/strict';
import { createSandbox } from '@x/sandbox';
import { type PlannedCall, paramsOf, planCalls } from '../../coverage/src/live/plan.ts';
import { runPlan } from '../../coverage/src/live/run.ts';
import { sandboxInput } from '../../coverage/src/live/sandbox.ts';
import { type Source, value } from '../../coverage/src/live/table.ts';
import { byteEdit, edited, errorOf, type Fuzz, fc, fuzz, nastyJson } from './fuzz-kit.ts';
import { around, methodOf, server, userClients } from './fuzz-world.ts';
import { operations, type Provider, providers } from './operations.ts';
import { replaced } from './valid-data.ts';

/** A call and its real response. */
export interface Real {
  readonly provider: Provider;
  readonly name: string;
  readonly params: object;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

/** Longer responses, in bytes, are left out: what takes ten times as long finds no more. */
const longest = 20_000;

/** Calls that the sandbox refuses. */
const refused: readonly (readonly [Provider, name: string, params: Record<string, Source>])[] = [
  ['music', 'albums.get', { id: value('x'.repeat(22)) }],
  ['bank', 'accounts.get', { access_token: value('access-sandbox-wrong') }],
  ['food', 'foods.get', { fdcId: value(1) }],
  ['quotes', 'quotes.get', { id: value('none') }],
  ['stream', 'streams.list', { after: value('nonsense') }],
];

/** Responses of the sandbox to every reading call whose parameters are found in others, and some that are refused. */
export async function record(): Promise<readonly Real[]> {
  const sandbox = await createSandbox({
    listen: false,
    stream: { users: 60, streams: 20, clips: 40, videos: 40 },
    music: { artists: 10, shows: 3, audiobooks: 3 },
    bank: { transactionsPerItem: 20, readyAtOnce: true },
    quotes: { quotes: 60 },
  });
  return (await Promise.all(providers.map((provider) => recordOf(provider, sandbox)))).flat();
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

/** Calls `call` with `body` as its response; lists are read on. */
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

const statuses = fc.oneof(fc.integer({ min: 400, max: 599 }), fc.constantFrom(400, 401, 403, 404, 409, 429, 500, 503));
const names = [
  'message',
  'error',
  'error_code',
  'error_type',
  'error_message',
  'request_id',
  'statusMessage',
  'reason',
  'code',
];
const errorBody = fc.oneof(
  nastyJson,
  fc.dictionary(fc.constantFrom(...names), nastyJson),
  fc.record({ error: fc.dictionary(fc.constantFrom(...names), nastyJson) }),
);
const headerNames = [
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'content-length',
  'location',
];
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'http://elsewhere.invalid/',
  ),
  fc.integer().map(String),
);
const change = fc.tuple(fc.nat(), fc.option(nastyJson, { nil: undefined }));
/** Responses of a server. */
export const answers = (real: readonly Real[]): readonly Fuzz[] => [
  fuzz(
    'responses with fields changed or gone: a result or an ApiError',
    2500,
    fc.asyncProperty(fc.nat(), fc.array(change, { minLength: 1, maxLength: 3 }), async (index, changes) => {
      const call = around(real, index);
      const { status, headers, text } = call.answer;
      const body = changes.reduce((value, [at, by]) => replaced(value, at, () => by), JSON.parse(text) as unknown);
      await serve(call, status, headers, JSON.stringify(body) ?? '');
    }),
  ),
  fuzz(
    'responses with bytes changed, cut or doubled: a result or an ApiError',
    1500,
    fc.asyncProperty(fc.nat(), fc.array(byteEdit, { minLength: 1, maxLength: 4 }), async (index, edits) => {
      const call = around(real, index);
      const bytes = edits.reduce(edited, Buffer.from(call.answer.text));
      await serve(call, call.answer.status, call.answer.headers, new Uint8Array(bytes));
    }),
  ),
  fuzz(
    'responses of any status and error body: an ApiError of that status',
    1500,
    fc.asyncProperty(fc.nat(), statuses, errorBody, async (index, status, body) => {
      const error = await serve(around(real, index), status, new Headers(), JSON.stringify(body));
      assert.equal(error?.status, status);
    }),
  ),
  fuzz(
    'responses with any headers: a result or an ApiError',
    1500,
    fc.asyncProperty(
      fc.nat(),
      fc.dictionary(fc.constantFrom(...headerNames), headerValue),
      fc.constantFrom(200, 302, 429, 503),
      async (index, headers, status) => {
        const call = around(real, index);
        await serve(call, status, new Headers(headers), call.answer.text);
      },
    ),
  ),
];
