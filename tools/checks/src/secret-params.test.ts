import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { type ClientEvent, isApiError } from '@x/core';
import type { Provider } from '@x/core/provider';
import { musicProvider, withSignIn as withMusicSignIn } from '@x/music';
import { streamProvider, withSignIn as withStreamSignIn } from '@x/stream';
import { describe, expect, it } from 'vitest';
import { names } from '../../providers.ts';
import { exportOf } from './clients.ts';
import { clientsOf, credentials, optionsOf } from './fuzz-kit.ts';
import { methodOf, userClients } from './fuzz-world.ts';
import { operations } from './operations.ts';

const stream = withStreamSignIn(streamProvider(credentials.stream));
const music = withMusicSignIn(musicProvider(credentials.music));
const providers: Readonly<Record<string, Provider>> = {
  ...Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await exportOf<Provider>(name, `${name}Provider`))(optionsOf(name))]),
    ),
  ),
  stream,
  music,
};

/** Parts of a schema that can contain parameters. */
interface Node {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly Node[];
}

/** Path of a parameter: its names from the top, without list indexes. */
type Place = readonly string[];

/** Returns all parameters of a schema that have no parameters inside. */
function leavesOf(schema: unknown, place: Place = []): Place[] {
  const { type, entries, wrapped, item, options = [], pipe = [] } = schema as Node;
  const inner = [wrapped, item, pipe[0], ...(type === 'picklist' ? [] : options)].filter((each) => each !== undefined);
  const leaves = [
    ...inner.flatMap((each) => leavesOf(each, place)).filter((leaf) => leaf.length > place.length),
    ...Object.entries(entries ?? {}).flatMap(([name, field]) => leavesOf(field, [...place, name])),
  ];
  return leaves.length > 0 ? leaves : [place];
}

/** Every parameter of every provider, with the operation that has it; `sign-in` for the token endpoints. */
const declared = [
  ...operations.flatMap(({ provider, name, spec }) =>
    [spec.params, spec.query, spec.body]
      .flatMap((schema) => (schema ? leavesOf(schema) : []))
      .map((place) => ({ provider: provider as string, operation: name, place })),
  ),
  ...[stream, music].flatMap(({ name, app }) =>
    leavesOf(app.endpoint.body).map((place) => ({ provider: name, operation: 'sign-in', place })),
  ),
];

/** Whether `names` has a place, or one of its parents, as `name` or `parent.name`. */
const listed = (names: readonly string[], place: Place) =>
  place.some((name, index) => names.includes(name) || names.includes(`${place[index - 1]}.${name}`));

/** Returns the parameters in a table of the errors guide, by provider. */
function documented(heading: string): Readonly<Record<string, readonly string[]>> {
  const guide = readFileSync(new URL('../../../docs/guides/errors.md', import.meta.url), 'utf8');
  const [, table = ''] = guide.split(new RegExp(`^\\| Provider \\| ${heading} .*\\n`, 'm'));
  const names: Record<string, string[]> = {};
  for (const line of table.split('\n').slice(1)) {
    if (!line.startsWith('|')) break;
    const [, provider = '', cell = '', why = ''] = line.split('|').map((each) => each.trim());
    expect(why).toMatch(/\w/);
    names[provider] = [...(names[provider] ?? []), ...[...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)];
  }
  return names;
}

const looksSecret =
  /token|secret|passw|(^|_)(pin|otp|cvv|cvc|codes?|keys?|state_id)(_|$)|ssn|social_?security|id_?number|account_?number|routing|tax_?id|passport|licen[cs]e|verifier|iban|api_?key|stream_?key|credential|cookie|session|signature|nonce|correlation/i;
/** Parents that make a field named `value` or `account` secret. */
const holdsSecrets = /id_?number|account_?number|^(ach|bacs|eft|international)$/i;

const secret = documented('Secret parameters');
const harmless = documented('Not secret');

describe('the guide lists the secret parameters of each provider as its code does', () => {
  it.each(Object.keys(providers))('%s', (name) => {
    expect([...(secret[name] ?? [])].sort()).toEqual([...(providers[name]?.secretParams ?? [])].sort());
    expect(new Set(secret[name]).size).toBe(secret[name]?.length ?? 0);
  });
});

describe('every parameter whose name looks secret is listed as secret or as not secret', () => {
  it.each(Object.keys(providers))('%s', (name) => {
    const unlisted = declared
      .filter(({ provider }) => provider === name)
      .filter(({ place }) => looksSecret.test(place.at(-1) ?? '') || holdsSecrets.test(place.at(-2) ?? ''))
      .filter(({ place }) => listed(secret[name] ?? [], place) === listed(harmless[name] ?? [], place))
      .map(({ operation, place }) => `${operation}: ${place.join('.')}`);
    expect(unlisted).toEqual([]);
    const gone = (harmless[name] ?? []).filter(
      (each) => !declared.some(({ provider, place }) => provider === name && listed([each], place)),
    );
    expect(gone).toEqual([]);
  });

  it('the pattern also matches names that no endpoint has yet', () => {
    for (const name of ['iban', 'stream_key', 'verification_code', 'accountNumber', 'api_key', 'user_pin', 'ssn_hash'])
      expect(name).toMatch(looksSecret);
  });
});

it('no secret parameter is part of a URL, because access logs and tracing tools record URLs', () => {
  const inAddress = operations.flatMap(({ provider, name, spec }) =>
    [spec.params, spec.query]
      .flatMap((schema) => (schema ? leavesOf(schema) : []))
      .filter((place) => listed(secret[provider] ?? [], place))
      .map((place) => `${name}: ${place.join('.')}`),
  );
  expect(inAddress).toEqual([]);
});

/** Returns params with `value` at `place`; if `lists` is true, every level is in a list. */
const paramsOf = (place: Place, value: unknown, lists: boolean): Record<string, unknown> => {
  const [name = '', ...rest] = place;
  const inner = rest.length > 0 ? paramsOf(rest, value, lists) : value;
  return { [name]: lists ? [inner] : inner };
};

function shown(error: unknown, events: readonly unknown[]): string {
  const { message, stack, cause } = (error ?? {}) as Error;
  const seen = [error, cause, events].flatMap((each) => [inspect(each, { depth: 20 }), JSON.stringify(each)]);
  return [message, stack, ...seen].join('\n');
}

/** Refuses every request, and repeats what it was sent as a string, as values and as names. */
const echo = async (url: string | URL | Request, { body = '' }: RequestInit = {}) => {
  const sent = String(body) || decodeURIComponent(String(url));
  const numbers = (sent.match(/\d{9}/g) ?? []).map(Number);
  const text = `no: ${sent}`;
  const said = { message: text, error_message: text, error: { message: text }, statusMessage: text };
  return Response.json({ ...said, details: { numbers, [sent]: numbers[0] } }, { status: 400 });
};

describe('a secret parameter is visible nowhere, as a number or as a string,', () => {
  const values = [987654321, '987654321', 'se/cret+value', ['se/cret+value', 987654321], { deep: 987654321 }];

  it.each(
    declared.filter(
      ({ provider, operation, place }) => operation !== 'sign-in' && listed(secret[provider] ?? [], place),
    ),
  )('in $operation of $provider: $place', async ({ provider, operation, place }) => {
    const client = (await userClients(echo as typeof fetch))[provider as 'bank'];
    for (const value of values)
      for (const lists of [false, true]) {
        const error = await methodOf(
          client,
          operation,
        )(paramsOf(place, value, lists)).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(isApiError(error)).toBe(true);
        expect(shown(error, [])).not.toMatch(/987654321|se\/cret|se%2Fcret/i);
      }
  });

  it.each(Object.entries(secret).flatMap(([provider, names]) => names.map((name) => [provider, name] as const)))(
    'in a custom request of %s: %s',
    async (provider, name) => {
      const events: ClientEvent[] = [];
      const clients = clientsOf({ fetch: echo as typeof fetch, onEvent: (event) => events.push(event) });
      const { stream, music } = clients;
      const grant = { accessToken: 'user-token', refreshToken: 'user-refresh' };
      await Promise.all([stream.accounts.set('ann', grant), music.accounts.set('ann', grant)]);
      const users = { stream: stream.withAccount('ann'), music: music.withAccount('ann') };
      for (const value of values) {
        const body = { deep: [paramsOf(name.split('.'), value, false)] };
        const error = await (provider === 'bank'
          ? clients.bank.request('/some/path', body)
          : users[provider as 'music'].request('POST /some/path', body)
        ).catch((reason: unknown) => reason);
        expect(isApiError(error) && error.status).toBe(400);
        expect(shown(error, events)).not.toMatch(/987654321|se\/cret|se%2Fcret/i);
      }
    },
  );
});
