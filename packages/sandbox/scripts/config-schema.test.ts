import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../src/control/json-schema.ts';
import { createSandbox } from '../src/create-sandbox.ts';
import { configSchema } from './config-schema.ts';

type Properties = Readonly<Record<string, JsonSchema & { readonly properties?: Properties }>>;

const schema = configSchema();
const properties = schema.properties as Properties;
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(schema);

/** Returns whether a sandbox accepts these options. */
async function isTaken(options: object): Promise<boolean> {
  try {
    await (await createSandbox({ ...options, listen: false })).close();
    return true;
  } catch {
    return false;
  }
}

const samples: readonly unknown[] = [
  ...[0, 1, -1, 1.5, 2, 16, 100, 400, 20_000, 200_000, 1e12],
  ...['', 'x', '/x', 'off', 'real', 'approve', 'public', 'development', '2026-01-31', 'a-token-of-16-characters'],
  ...[
    true,
    false,
    null,
    [],
    ['x'],
    [7],
    [{}],
    {},
    { nonsense: 1 },
    { now: 5 },
    { quotes: 'real' },
    { quotes: { requests: 1 } },
  ],
];

/** Rules that only the sandbox itself can check. Here, the schema allows more than the sandbox, and never less. */
const knownToTheSandbox: Readonly<Record<string, string>> = {
  allowedHosts: 'which strings are host names',
  'stream.streams': 'that there are at most as many as users',
  'stream.redirectUris': 'which strings are addresses',
  'music.redirectUris': 'which strings are addresses',
  'stream.channels': 'that each is a channel of a user',
  'bank.users': 'which accounts users can have',
  'quotes.basePath': 'which strings are paths',
};

/** `$schema`, `listen`, and options that depend on the machine. */
const notTried = new Set(['$schema', 'listen', 'port', 'host']);

const options = Object.entries(properties).flatMap(([name, property]) =>
  ['stream', 'music', 'bank', 'food', 'quotes'].includes(name)
    ? Object.keys(property.properties ?? {}).map((inner) => `${name}.${inner}`)
    : notTried.has(name)
      ? []
      : [name],
);

const set = (option: string, value: unknown): object => {
  const [outer = '', inner] = option.split('.');
  return { [outer]: inner === undefined ? value : { [inner]: value } };
};

describe('the schema of a config file', () => {
  it.each(options)('allows the same values of %s as the sandbox', async (option) => {
    for (const value of samples) {
      const config = set(option, value);
      const [allowed, taken] = [isValid(config), await isTaken(config)];
      if (allowed !== taken && !(allowed && knownToTheSandbox[option]))
        expect([option, value, allowed ? 'allowed' : 'not allowed']).toEqual([
          option,
          value,
          taken ? 'taken' : 'refused',
        ]);
    }
  });

  it('has all options of the sandbox except functions, and no others', async () => {
    const error = await createSandbox({ qqqqqqqqqqqq: 1 } as object).catch((reason: Error) => reason.message);
    const [, listed = ''] = /the options are (.*)$/.exec(String(error)) ?? [];
    expect(Object.keys(properties).sort()).toEqual(['$schema', ...listed.split(', ')].sort());
    for (const name of ['stream', 'music', 'bank', 'food', 'quotes'] as const) {
      const refused = await createSandbox({ listen: false, [name]: { qqqqqqqqqqqq: 1 } }).catch(
        (reason: Error) => reason.message,
      );
      const [, own = ''] = /the options are (.*)$/.exec(String(refused)) ?? [];
      const missing = own.split(', ').filter((option) => !Object.hasOwn(properties[name]?.properties ?? {}, option));
      expect(missing).toEqual(name === 'quotes' ? ['clientAddress'] : []);
    }
  });

  it('describes every option', () => {
    const undescribed = Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description ? [] : [name]),
      ...Object.entries(property.properties ?? {}).flatMap(([inner, { description }]) =>
        description ? [] : [`${name}.${inner}`],
      ),
    ]);
    expect(undescribed).toEqual([]);
  });
});
