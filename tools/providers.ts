import type { Catalog } from '../packages/catalog/src/catalog.ts';

// The registry of providers. All tools, their tests and the builds read it. A provider's package is `packages/<name>`,
// and its servers are `packages/sandbox/src/providers/<name>`.

/** Facts about a provider's API that its declarations do not contain. */
export interface ProviderFacts extends Pick<Catalog, 'title' | 'server' | 'lists' | 'security' | 'credentials'> {
  /** Title of the provider's documentation, as links to it say. */
  readonly documentation: string;
  /** Where to get the credentials. */
  readonly signUp: string;
  /** Most that a page downloads for the client with all endpoints: measured, plus 10 %. */
  readonly size: string;
  /** Most disk space of the client and core together, in kilobytes: measured, plus 10 %. */
  readonly installed: number;
}

const header = (name: string) => ({ type: 'apiKey', in: 'header', name });
/** The build adds the scopes that the declarations name. */
const oauth = (tokenUrl: string, authorizationUrl: string) => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl, scopes: {} }, authorizationCode: { authorizationUrl, tokenUrl } },
});
const app = ['clientId', 'clientSecret'];

/** The providers by name, in the order of all tables. */
export const providers: Readonly<Record<string, ProviderFacts>> = {
  stream: {
    title: 'Twitch Helix',
    documentation: 'Twitch documentation',
    server: 'https://api.twitch.tv/helix',
    lists: 'repeat',
    security: {
      schemes: {
        clientId: header('Client-Id'),
        oauth: oauth('https://id.twitch.tv/oauth2/token', 'https://id.twitch.tv/oauth2/authorize'),
        jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      kinds: {
        app: ['clientId', 'oauth'],
        user: ['clientId', 'oauth'],
        'app-or-user': ['clientId', 'oauth'],
        jwt: ['clientId', 'jwt'],
      },
    },
    credentials: app,
    signUp: 'https://dev.twitch.tv/console/apps',
    size: '63.0 kB',
    installed: 3260,
  },
  music: {
    title: 'Spotify Web API',
    documentation: 'Spotify documentation',
    server: 'https://api.spotify.com',
    lists: 'comma',
    security: {
      schemes: { oauth: oauth('https://accounts.spotify.com/api/token', 'https://accounts.spotify.com/authorize') },
      kinds: { app: ['oauth'], user: ['oauth'], 'app-or-user': ['oauth'] },
    },
    credentials: app,
    signUp: 'https://developer.spotify.com/dashboard',
    size: '55.4 kB',
    installed: 2460,
  },
  bank: {
    title: 'Plaid',
    documentation: 'Plaid documentation',
    server: 'https://sandbox.plaid.com',
    lists: 'comma',
    security: {
      schemes: { clientId: header('PLAID-CLIENT-ID'), secret: header('PLAID-SECRET') },
      kinds: { key: ['clientId', 'secret'] },
    },
    credentials: app,
    signUp: 'https://dashboard.plaid.com/developers/keys',
    size: '75.3 kB',
    installed: 5800,
  },
  food: {
    title: 'FoodData Central',
    documentation: 'FoodData Central documentation',
    server: 'https://api.nal.usda.gov',
    lists: 'repeat',
    security: { schemes: { apiKey: header('X-Api-Key') }, kinds: { key: ['apiKey'] } },
    credentials: ['apiKey'],
    signUp: 'https://api.data.gov/signup/',
    size: '40.7 kB',
    installed: 2020,
  },
  quotes: {
    title: 'Quotable',
    documentation: 'Quotable documentation',
    server: 'http://localhost:4000/api',
    lists: 'comma',
    security: { schemes: {}, kinds: {} },
    credentials: ['baseUrl'],
    signUp: 'your own server: https://github.com/lukePeavey/quotable',
    size: '38.6 kB',
    installed: 1850,
  },
};

/** Names of the providers. */
export const names: readonly string[] = Object.keys(providers);

/** Returns a provider's name as it is part of other names: `Quotes` in `createQuotesClient`. */
export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * Imports the sources of a provider's package. The importing program needs no dependency on it, but the condition
 * `@x/source`.
 */
export const importProvider = (
  name: string,
): Promise<{ readonly endpoints: object; readonly [name: string]: unknown }> =>
  import(new URL(`../packages/${name}/src/index.ts`, import.meta.url).href);

/** Endpoint declarations of all providers, by provider. */
export const importEndpoints = async (): Promise<Readonly<Record<string, object>>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await importProvider(name)).endpoints])));

/** Returns the environment variables that hold a provider's credentials, by option of its client. */
export const variablesOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (providers[name]?.credentials ?? []).map((option) => [
      option,
      `${name}_${option === 'baseUrl' ? 'url' : option.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase(),
    ]),
  );
