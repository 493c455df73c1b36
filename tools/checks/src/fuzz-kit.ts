import { type ApiError, type ClientOptions, isApiError } from '@x/core';
import type { SignInSession } from '@x/oauth';
import { fc, seed, times } from '@x/testing/properties';
import { providers as registry } from '../../providers.ts';
import { createClients, type Provider, providers } from './clients.ts';

export { fc };

/** A case that takes longer than this hangs, because no case waits for anything. */
const patienceMs = 60_000;
/** Number of cases per batch. Each batch has its own seed, and its leftovers are freed when it ends. */
const batch = 10_000;

/**
 * Checks a property with `cases` cases, or `FUZZ_RUNS` times as many. A failure prints the smallest case, and the seed
 * with which `FUZZ_SEED` repeats it.
 */
export async function holds<Values>(cases: number, property: fc.IAsyncPropertyWithHooks<Values>): Promise<void> {
  // Let the event loop turn, so that leftovers of a case can be collected. Cases never wait, so they never do this
  // themselves.
  property.beforeEach(() => new Promise<void>((resolve) => setImmediate(resolve)));
  const wanted = Math.ceil(cases * times);
  for (let from = 0; from < wanted; from += batch)
    await fc.assert(property, {
      numRuns: Math.min(batch, wanted - from),
      seed: (seed + from) | 0,
      timeout: patienceMs,
      includeErrorInReport: true,
    });
}

/** Origin of the fuzzed clients' base URLs. */
export const host = 'http://fuzz.invalid';

/** Credentials of all clients, as their options name them. */
export const credentials = {
  stream: { clientId: 'stream-client', clientSecret: 'stream-secret' },
  music: { clientId: 'music-client', clientSecret: 'music-secret' },
  bank: { clientId: 'bank-client', clientSecret: 'bank-secret' },
  food: { apiKey: 'food-key' },
  quotes: {},
};

/** Returns credentials and an address for a client of a provider. */
export const optionsOf = (name: string): object => ({
  ...Object.fromEntries((registry[name]?.credentials ?? []).map((option) => [option, `${name}-${option}`])),
  baseUrl: `${host}/${name}`,
});

/** Returns a sign-in session that a client with {@link credentials} could have started. */
export const sessionOf = (provider: 'stream' | 'music', state: string): SignInSession => ({
  provider,
  clientId: credentials[provider].clientId,
  redirectUri: 'https://app.invalid/back',
  state,
  codeVerifier: 'v'.repeat(43),
});

/** Creates all five clients. Their requests get no further than the given `fetch`. */
export function clientsOf(options: ClientOptions & { fetch: typeof fetch }, given = credentials) {
  const shared = { random: () => 0, retries: 0, maxBodyBytes: 1_000_000, maxWaitMs: 0, ...options };
  const at = <Name extends Provider>(name: Name) => ({ baseUrl: `${host}/${name}`, ...given[name] });
  const withAuth = <Name extends Provider>(name: Name) => ({ ...at(name), authUrl: `${host}/auth/${name}` });
  const own = {
    stream: withAuth('stream'),
    music: withAuth('music'),
    bank: at('bank'),
    food: at('food'),
    quotes: at('quotes'),
  };
  const others = Object.fromEntries(providers.map((name) => [name, optionsOf(name)]));
  return createClients({ ...others, ...own }, shared);
}

/** Creates a token endpoint's response. */
export const tokenAnswer = (token: string) =>
  Response.json({ access_token: token, refresh_token: `${token}-refresh`, expires_in: 3600, token_type: 'bearer' });

/** Returns a call's error, or undefined if it succeeds. Rethrows anything but an `ApiError`. */
export async function errorOf(call: () => PromiseLike<unknown>): Promise<ApiError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** Texts that have broken something somewhere. */
export const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '../',
    '../../etc',
    '%2e%2e%2f',
    '%2f',
    '%00',
    '\0',
    'a/b',
    'a\\b',
    '//elsewhere.invalid/',
    '@elsewhere.invalid',
    'http://elsewhere.invalid/',
    '?x=1',
    '#x',
    'a\r\nx-header: 1',
    '\ud800',
    '\u202e',
    '\u{1f600}',
    'ｅ',
    '__proto__',
    'constructor',
    'toString',
    '{id}',
    '$&',
    "' or 1=1",
    '<script>',
    ';',
    ' ',
    '\u00a0',
    'a'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

/** Values of every JSON type, and some that JSON cannot represent. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  nastyText,
  fc.constantFrom(
    null,
    undefined,
    true,
    0,
    -0,
    -1,
    1.5,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    7n,
    [],
    {},
    [[]],
    [null],
  ),
  fc.array(nastyText, { maxLength: 4 }),
  fc.object({ maxDepth: 2, maxKeys: 3, values: [nastyText, fc.integer()] }),
);

/** Values that a server might send in place of any member. */
export const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e300, '', [], {}, [null], 'null'),
  nastyText.map((text) => text.toWellFormed()),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A position in the bytes of a response, and the edit to make there. */
export const byteEdit = fc.tuple(fc.nat(), fc.constantFrom('flip', 'cut', 'double'), fc.nat(255));

/** Returns `bytes` with one edit made. */
export function edited(
  bytes: Buffer<ArrayBuffer>,
  [at, what, by]: readonly [number, string, number],
): Buffer<ArrayBuffer> {
  const place = at % Math.max(1, bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (what === 'cut') return before;
  if (what === 'flip') return Buffer.concat([before, Buffer.of(by), after.subarray(1)]);
  return Buffer.concat([before, bytes.subarray(Math.floor(place / 2))]);
}
