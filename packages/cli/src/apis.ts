import { createRequire } from 'node:module';
import type { Catalog } from '@x/catalog';

/** Names of the APIs, each with a line that describes it. */
export const apis = {
  stream: 'Twitch: streams, chat, channels, users, events',
  music: 'Spotify: search, albums, playlists, player, library',
  bank: 'Plaid: accounts, transactions, transfers, identity',
  food: 'USDA FoodData Central: foods and nutrients',
  quotes: 'Quotable: quotations and authors',
} as const;

/** Name of an API. */
export type Provider = keyof typeof apis;

const require = createRequire(import.meta.url);

/** Reads the catalog of an API. Catalogs are large, so no other is read. */
export const catalogOf = (name: Provider): Catalog => require(`@x/${name}/catalog.json`);
