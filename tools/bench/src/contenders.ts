import type { CallName } from './scenarios.ts';

/** Something that is measured. */
export interface Contender {
  /** As the tables call it. */
  readonly name: string;
  /** Its file in `adapters/`. */
  readonly file: string;
  /** Baselines are what others are measured by; they are nobody's client. */
  readonly kind: 'baseline' | 'peer' | 'ours';
  /** Whose API it speaks. Undefined: any. */
  readonly provider?: 'stream' | 'music' | 'bank' | 'food' | 'quotes';
  /** What its users install. */
  readonly packages: readonly string[];
  /** Another setting of a client that is listed already: only its calls are measured. */
  readonly isVariant?: true;
  /** What an app imports of it, to be bundled. */
  readonly bundled?: string;
  /** The call that a cold start ends with. */
  readonly first: CallName;
}

/** `fetch` and `json()`: what everything is measured by. */
export const fetchName = 'fetch';
/** The least a call costs: undici without `fetch`, and `JSON.parse`. */
export const floorName = 'undici.request (floor)';

export const contenders: readonly Contender[] = [
  { name: fetchName, file: 'fetch', kind: 'baseline', packages: [], first: 'streams-20' },
  { name: floorName, file: 'undici', kind: 'baseline', packages: ['undici'], first: 'streams-20' },
  {
    name: '@x/stream',
    file: 'stream',
    kind: 'ours',
    provider: 'stream',
    packages: ['@x/stream'],
    bundled: "export { createStreamClient } from '@x/stream'",
    first: 'streams-20',
  },
  {
    name: "@x/stream, validation: 'strict'",
    file: 'stream-strict',
    kind: 'ours',
    isVariant: true,
    provider: 'stream',
    packages: [],
    first: 'streams-20',
  },
  {
    name: '@twurple/api',
    file: 'twurple',
    kind: 'peer',
    provider: 'stream',
    packages: ['@twurple/api', '@twurple/auth'],
    bundled: "export { ApiClient } from '@twurple/api'; export { AppTokenAuthProvider } from '@twurple/auth'",
    first: 'streams-20',
  },
  {
    name: '@x/music',
    file: 'music',
    kind: 'ours',
    provider: 'music',
    packages: ['@x/music'],
    bundled: "export { createMusicClient } from '@x/music'",
    first: 'tracks-10',
  },
  {
    name: '@spotify/web-api-ts-sdk',
    file: 'spotify-sdk',
    kind: 'peer',
    provider: 'music',
    packages: ['@spotify/web-api-ts-sdk'],
    bundled: "export { SpotifyApi } from '@spotify/web-api-ts-sdk'",
    first: 'tracks-10',
  },
  {
    name: 'spotify-web-api-node',
    file: 'spotify-web-api-node',
    kind: 'peer',
    provider: 'music',
    packages: ['spotify-web-api-node'],
    bundled: "export { default } from 'spotify-web-api-node'",
    first: 'tracks-10',
  },
  {
    name: '@soundify/web-api',
    file: 'soundify',
    kind: 'peer',
    provider: 'music',
    packages: ['@soundify/web-api'],
    bundled: "export { SpotifyClient, getTracks } from '@soundify/web-api'",
    first: 'tracks-10',
  },
  {
    name: '@x/bank',
    file: 'bank',
    kind: 'ours',
    provider: 'bank',
    packages: ['@x/bank'],
    bundled: "export { createBankClient } from '@x/bank'",
    first: 'balances',
  },
  {
    name: "@x/bank, validation: 'strict'",
    file: 'bank-strict',
    kind: 'ours',
    isVariant: true,
    provider: 'bank',
    packages: [],
    first: 'balances',
  },
  {
    name: 'plaid',
    file: 'plaid',
    kind: 'peer',
    provider: 'bank',
    packages: ['plaid'],
    bundled: "export { Configuration, PlaidApi } from 'plaid'",
    first: 'balances',
  },
  {
    name: '@x/food',
    file: 'food',
    kind: 'ours',
    provider: 'food',
    packages: ['@x/food'],
    bundled: "export { createFoodClient } from '@x/food'",
    first: 'foods',
  },
  {
    name: '@x/quotes',
    file: 'quotes',
    kind: 'ours',
    provider: 'quotes',
    packages: ['@x/quotes'],
    bundled: "export { createQuotesClient } from '@x/quotes'",
    first: 'quote',
  },
  {
    name: 'axios',
    file: 'axios',
    kind: 'peer',
    packages: ['axios'],
    bundled: "export { default } from 'axios'",
    first: 'streams-20',
  },
  {
    name: 'ky',
    file: 'ky',
    kind: 'peer',
    packages: ['ky'],
    bundled: "export { default } from 'ky'",
    first: 'streams-20',
  },
  {
    name: 'openai (core)',
    file: 'openai',
    kind: 'peer',
    packages: ['openai'],
    bundled: "export { default } from 'openai'",
    first: 'streams-20',
  },
];

/** Those that can call an API. */
export const speakersOf = (provider: Contender['provider']): readonly Contender[] =>
  contenders.filter((each) => !each.provider || each.provider === provider);

/** Our client of an API. */
export const oursFor = (provider: string): string => `@x/${provider}`;

export function contender(name: string): Contender {
  const found = contenders.find((each) => each.name === name);
  if (!found) throw new Error(`there is no contender ${name}`);
  return found;
}
