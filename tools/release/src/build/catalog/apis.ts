import type { Catalog } from '@x/catalog';

/** Details of an API that a catalog needs besides its declarations. */
export type Api = Pick<Catalog, 'title' | 'server' | 'lists' | 'security'>;

const header = (name: string) => ({ type: 'apiKey', in: 'header', name });
const oauth = (tokenUrl: string, authorizationUrl: string, scopes: readonly string[]) => ({
  type: 'oauth2',
  flows: {
    clientCredentials: { tokenUrl, scopes: {} },
    authorizationCode: {
      authorizationUrl,
      tokenUrl,
      scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])),
    },
  },
});

/** The API of each provider package. */
export const apis: Readonly<Record<string, (scopes: readonly string[]) => Api>> = {
  stream: (scopes) => ({
    title: 'Twitch Helix',
    server: 'https://api.twitch.tv/helix',
    lists: 'repeat',
    security: {
      schemes: {
        clientId: header('Client-Id'),
        oauth: oauth('https://id.twitch.tv/oauth2/token', 'https://id.twitch.tv/oauth2/authorize', scopes),
        jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      kinds: {
        app: ['clientId', 'oauth'],
        user: ['clientId', 'oauth'],
        'app-or-user': ['clientId', 'oauth'],
        jwt: ['clientId', 'jwt'],
      },
    },
  }),
  music: (scopes) => ({
    title: 'Spotify Web API',
    server: 'https://api.spotify.com',
    lists: 'comma',
    security: {
      schemes: {
        oauth: oauth('https://accounts.spotify.com/api/token', 'https://accounts.spotify.com/authorize', scopes),
      },
      kinds: { app: ['oauth'], user: ['oauth'], 'app-or-user': ['oauth'] },
    },
  }),
  bank: () => ({
    title: 'Plaid',
    server: 'https://sandbox.plaid.com',
    lists: 'comma',
    security: {
      schemes: { clientId: header('PLAID-CLIENT-ID'), secret: header('PLAID-SECRET') },
      kinds: { key: ['clientId', 'secret'] },
    },
  }),
  food: () => ({
    title: 'FoodData Central',
    server: 'https://api.nal.usda.gov',
    lists: 'repeat',
    security: { schemes: { apiKey: header('X-Api-Key') }, kinds: { key: ['apiKey'] } },
  }),
  quotes: () => ({
    title: 'Quotable',
    server: 'http://localhost:4000/api',
    lists: 'comma',
    security: { schemes: {}, kinds: {} },
  }),
};
