import { expect, it } from 'vitest';
import type { Settings } from '../call/call.ts';
import type { CallOptions } from '../declare/options.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { resolveSettings, type Wanted } from './settings.ts';

const get = { method: 'GET' } as const;
const post = { method: 'POST' } as const;

it.each<{
  title: string;
  endpoint: Wanted['endpoint'];
  options: CallOptions;
  defaults: ClientOptions;
  background?: boolean;
  mustFinish?: boolean;
  expected: Partial<Settings>;
}>([
  {
    title: 'the defaults',
    endpoint: get,
    options: {},
    defaults: {},
    expected: { retries: 2, repeatable: true, maxWaitMs: 65_000, timeoutMs: 30_000 },
  },
  {
    title: "the client's options",
    endpoint: get,
    options: {},
    defaults: { retries: 5, timeoutMs: 9 },
    expected: { retries: 5, timeoutMs: 9 },
  },
  {
    title: "the call's options",
    endpoint: get,
    options: { retries: 0 },
    defaults: { retries: 5 },
    expected: { retries: 0 },
  },
  {
    title: 'no repeats of POST',
    endpoint: post,
    options: {},
    defaults: {},
    expected: { repeatable: false },
  },
  {
    title: 'repeats of a POST that is declared idempotent',
    endpoint: { ...post, idempotent: true },
    options: {},
    defaults: {},
    expected: { repeatable: true },
  },
  {
    title: 'no repeats of a GET that is declared otherwise',
    endpoint: { ...get, idempotent: false },
    options: {},
    defaults: {},
    expected: { repeatable: false },
  },
  {
    title: 'short attempts without retries in the background',
    endpoint: get,
    options: { retries: 5 },
    defaults: {},
    background: true,
    expected: { retries: 0, timeoutMs: 10_000 },
  },
  {
    title: 'two minutes for a request that nothing may interrupt',
    endpoint: post,
    options: { timeoutMs: 5 },
    defaults: {},
    mustFinish: true,
    expected: { timeoutMs: 120_000 },
  },
  {
    title: 'more than two minutes for such a request if timeoutMs is longer',
    endpoint: post,
    options: {},
    defaults: { timeoutMs: 300_000 },
    mustFinish: true,
    expected: { timeoutMs: 300_000 },
  },
  {
    title: "the client's options if the call's are undefined",
    endpoint: get,
    options: { retries: undefined },
    defaults: { retries: 5 },
    expected: { retries: 5 },
  },
  {
    title: 'no more retries than ky can count',
    endpoint: get,
    options: { retries: Number.MAX_SAFE_INTEGER },
    defaults: {},
    expected: { retries: Number.MAX_SAFE_INTEGER - 1 },
  },
])('a call is sent with $title', ({ defaults, expected, ...wanted }) => {
  expect(resolveSettings(wanted, defaults)).toMatchObject(expected);
});
