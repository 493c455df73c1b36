import { createBankClient } from '@x/bank';
import type { ClientOptions } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import type { SandboxClientOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';

/** Sandbox options that clients can do without. */
type Spare = 'extension' | 'clock' | 'random' | 'validation';
type OwnOptions = { readonly [Name in keyof SandboxClientOptions]: Omit<SandboxClientOptions[Name], Spare> };

/** A client of each API, with its own and shared options. Tokens are not validated in the background. */
export const createClients = (own: OwnOptions, shared: ClientOptions = {}) => ({
  stream: createStreamClient({ ...own.stream, validateTokens: false, ...shared }),
  music: createMusicClient({ ...own.music, ...shared }),
  bank: createBankClient({ ...own.bank, ...shared }),
  food: createFoodClient({ ...own.food, ...shared }),
  quotes: createQuotesClient({ ...own.quotes, ...shared }),
});
