import { createRequire } from 'node:module';
import type { Catalog } from '@x/catalog';

/** Requires from `@x/mcp`, whose manifest lists the APIs, and which has their packages. */
const require = createRequire(createRequire(import.meta.url).resolve('@x/mcp/package.json'));
const manifest: { readonly apis: readonly string[] } = require('./package.json');

const briefs: Readonly<Record<string, string>> = {
  stream: 'Twitch: streams, chat, channels, users, events',
  music: 'Spotify: search, albums, playlists, player, library',
  bank: 'Plaid: accounts, transactions, transfers, identity',
  food: 'USDA FoodData Central: foods and nutrients',
  quotes: 'Quotable: quotations and authors',
};

/** Name of an API. */
export type Provider = string;

/** Names of the APIs, each with a line that describes it. */
export const apis: Readonly<Record<Provider, string>> = Object.fromEntries(
  manifest.apis.map((name) => [name, briefs[name] ?? `Operations of ${name}`]),
);

/** Reads the catalog of an API. Catalogs are large, so no other is read. */
export const catalogOf = (name: Provider): Catalog => require(`@x/${name}/catalog.json`);
