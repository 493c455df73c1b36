import { type BankClient, createBankClient } from '@x/bank';
import type { ClientEvent } from '@x/core';
import { createFoodClient, type FoodClient } from '@x/food';
import { createMusicClient, type MusicClient } from '@x/music';
import { createQuotesClient, type QuotesClient } from '@x/quotes';
import { createSandbox } from '@x/sandbox';
import { createStreamClient, type StreamClient } from '@x/stream';

/** The five clients. Clients whose credentials are missing are absent. */
export interface Clients {
  stream?: StreamClient;
  music?: MusicClient;
  bank?: BankClient;
  food?: FoodClient;
  quotes?: QuotesClient;
}

/** Setup of the demo. */
export interface Setup {
  clients: Clients;
  /** Location of the APIs, in words. */
  where: string;
  /** A line for each missing client, with the credentials that it needs. */
  missing: string[];
  /** Access token of a linked bank. Undefined: the demo links one. */
  accessToken: string | undefined;
  /** Environment of a second process that calls the stream API. */
  streamEnvironment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Creates clients of a sandbox that runs in this process. */
export async function sandboxed(onEvent: (event: ClientEvent) => void): Promise<Setup> {
  const sandbox = await createSandbox();
  const { stream, music, bank, food, quotes } = sandbox.options;
  return {
    clients: {
      stream: createStreamClient({ ...stream, onEvent }),
      music: createMusicClient({ ...music, onEvent }),
      bank: createBankClient({ ...bank, onEvent }),
      food: createFoodClient({ ...food, onEvent }),
      quotes: createQuotesClient({ ...quotes, onEvent }),
    },
    where: `a sandbox at ${sandbox.url}: no account, no internet`,
    missing: [],
    accessToken: sandbox.controls.bank.accessTokens[0],
    streamEnvironment: {
      ...process.env,
      STREAM_CLIENT_ID: stream.clientId,
      STREAM_CLIENT_SECRET: stream.clientSecret,
      STREAM_URL: stream.baseUrl,
      STREAM_AUTH_URL: stream.authUrl,
    },
    close: () => sandbox.close(),
  };
}

/** Environment variables that each client needs for the real hosts. */
const needs = {
  stream: { variables: ['STREAM_CLIENT_ID', 'STREAM_CLIENT_SECRET'], from: 'https://dev.twitch.tv/console/apps' },
  music: { variables: ['MUSIC_CLIENT_ID', 'MUSIC_CLIENT_SECRET'], from: 'https://developer.spotify.com/dashboard' },
  bank: { variables: ['BANK_CLIENT_ID', 'BANK_CLIENT_SECRET'], from: 'https://dashboard.plaid.com (sandbox keys)' },
  food: { variables: ['FOOD_API_KEY'], from: 'https://api.data.gov/signup/' },
  quotes: { variables: ['QUOTES_URL'], from: 'your own server: https://github.com/lukePeavey/quotable' },
};

/** Creates clients of the real hosts, for all credentials that are in the environment. */
export function live(onEvent: (event: ClientEvent) => void, env: NodeJS.ProcessEnv): Setup {
  const clients: Clients = {};
  const missing: string[] = [];
  const have = (name: keyof typeof needs): string[] | undefined => {
    const { variables, from } = needs[name];
    const values = variables.map((variable) => env[variable] ?? '');
    if (values.every(Boolean)) return values;
    const unset = variables.filter((variable) => !env[variable]);
    missing.push(`${name.padEnd(8)}set ${unset.join(' and ')}, from ${from}`);
    return undefined;
  };

  const [streamId = '', streamSecret = ''] = have('stream') ?? [];
  if (streamId) clients.stream = createStreamClient({ clientId: streamId, clientSecret: streamSecret, onEvent });
  const [musicId = '', musicSecret = ''] = have('music') ?? [];
  if (musicId) clients.music = createMusicClient({ clientId: musicId, clientSecret: musicSecret, onEvent });
  const [bankId = '', bankSecret = ''] = have('bank') ?? [];
  if (bankId) clients.bank = createBankClient({ clientId: bankId, clientSecret: bankSecret, onEvent });
  const [apiKey = ''] = have('food') ?? [];
  if (apiKey) clients.food = createFoodClient({ apiKey, onEvent });
  const [baseUrl = ''] = have('quotes') ?? [];
  if (baseUrl) clients.quotes = createQuotesClient({ baseUrl, onEvent });

  return {
    clients,
    where: 'the real hosts',
    missing,
    accessToken: env.BANK_ACCESS_TOKEN,
    streamEnvironment: env,
    close: async () => {},
  };
}
