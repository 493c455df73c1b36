import { createBankClient } from '@x/bank';
import type { ClientOptions } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import type { SandboxClientOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { importProvider, names, pascal } from '../../providers.ts';

const typed = ['stream', 'music', 'bank', 'food', 'quotes'] as const;

/** Name of a provider. The compiler knows those of which a check calls endpoints by name. */
export type Provider = (typeof typed)[number];

/** All providers of the registry. */
export const providers = names as readonly Provider[];

/** Sandbox options that clients can do without. */
type Spare = 'extension' | 'clock' | 'random' | 'validation';
type OwnOptions = { readonly [Name in Provider]: Omit<SandboxClientOptions[Name], Spare> };

/** Returns a function that a provider's package exports under a name that contains the provider's. */
export const exportOf = async <Result>(provider: string, name: string): Promise<(options: object) => Result> =>
  (await importProvider(provider))[name] as (options: object) => Result;

const others = await Promise.all(
  names
    .filter((name) => !(typed as readonly string[]).includes(name))
    .map(async (name) => [name, await exportOf<object>(name, `create${pascal(name)}Client`)] as const),
);

/** A client of each API, with its own and shared options. Tokens are not validated in the background. */
export const createClients = (own: OwnOptions, shared: ClientOptions = {}) => ({
  stream: createStreamClient({ ...own.stream, validateTokens: false, ...shared }),
  music: createMusicClient({ ...own.music, ...shared }),
  bank: createBankClient({ ...own.bank, ...shared }),
  food: createFoodClient({ ...own.food, ...shared }),
  quotes: createQuotesClient({ ...own.quotes, ...shared }),
  ...(Object.fromEntries(
    others.map(([name, create]) => [name, create({ ...Reflect.get(own, name), ...shared })]),
  ) as object),
});
