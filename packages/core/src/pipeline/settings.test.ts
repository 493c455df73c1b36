import { expect, it } from 'vitest';
import type { Settings } from '../call/call.ts';
import type { CallOptions } from '../declare/options.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { resolveSettings, type Wanted } from './check-options.ts';

const get = { method: 'GET' } as const;
const post = { method: 'POST' } as const;

it.each<[string, Wanted['endpoint'], CallOptions, ClientOptions, boolean, Partial<Settings>]>([
  ['the defaults', get, {}, {}, false, { retries: 2, repeatable: true, maxWaitMs: 60_000, timeoutMs: 30_000 }],
  ["the client's options", get, {}, { retries: 5, timeoutMs: 9 }, false, { retries: 5, timeoutMs: 9 }],
  ["the call's options", get, { retries: 0 }, { retries: 5 }, false, { retries: 0 }],
  ['no repeats of POST', post, {}, {}, false, { repeatable: false }],
  ['repeats of a POST that is declared idempotent', { ...post, idempotent: true }, {}, {}, false, { repeatable: true }],
  [
    'no repeats of a GET that is declared otherwise',
    { ...get, idempotent: false },
    {},
    {},
    false,
    { repeatable: false },
  ],
  [
    'short attempts without retries in the background',
    get,
    { retries: 5 },
    {},
    true,
    { retries: 0, timeoutMs: 10_000 },
  ],
  [
    "the client's options if the call's are undefined",
    get,
    { retries: undefined },
    { retries: 5 },
    false,
    { retries: 5 },
  ],
  [
    'no more retries than ky can count',
    get,
    { retries: Number.MAX_SAFE_INTEGER },
    {},
    false,
    { retries: Number.MAX_SAFE_INTEGER - 1 },
  ],
])('a call is sent with %s', (_, endpoint, options, defaults, background, expected) => {
  expect(resolveSettings({ endpoint, options, background }, defaults)).toMatchObject(expected);
});
