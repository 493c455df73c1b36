import { endpoint } from '@x/core/provider';
import { createUserClient, tokenEndpoint, type UserProvider } from '@x/oauth/provider';
import * as v from 'valibot';
import { heapInUse } from '../heap.ts';
import { type Curve, cpuOf } from './curve.ts';

const docs = 'https://stub.test';
const method = endpoint({ method: 'GET', path: '/', auth: 'user', response: v.any(), docs });
const options: UserProvider['options'] = { fetch: async () => Response.json({}) };
const [baseUrl, clientId, clientSecret] = ['https://api.stub.test', 'client-id', 'client-secret'];
const provider: UserProvider = {
  name: 'stub',
  app: {
    provider: 'stub',
    authUrl: baseUrl,
    clientId,
    clientSecret,
    options,
    endpoint: tokenEndpoint('/token', docs),
  },
  options,
  baseUrl,
  authUrl: baseUrl,
  lists: 'repeat',
  credentials: { clientId, clientSecret },
  signUp: docs,
  grants: () => ({}),
  readError: () => ({}),
};

/** Creates a client of an API with the given number of endpoints, in groups of ten. */
function clientOf(endpoints: number) {
  const group = () => Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`method${index}`, method]));
  const tree = Object.fromEntries(Array.from({ length: endpoints / 10 }, (_, index) => [`group${index}`, group()]));
  return createUserClient(provider, tree as { group0: { method0: typeof method } }, () => ({}));
}

const sizes = [10, 100, 1000];

export const accountCalls: Curve = {
  title: 'A call through withAccount(id) on a new client',
  of: 'endpoints',
  unit: 'µs',
  sizes,
  async measure(size) {
    const client = clientOf(size);
    await client.accounts.set('ann', { accessToken: 'access' });
    const calls = 300;
    const took = await cpuOf(async () => {
      for (let call = 0; call < calls; call += 1) await client.withAccount('ann').group0.method0();
    });
    return took / calls;
  },
};

export const heldClients: Curve = {
  title: 'A held withAccount client, after a call',
  of: 'endpoints',
  unit: 'B',
  sizes,
  async measure(size) {
    const client = clientOf(size);
    const [first, count] = [20, 300];
    const userOf = (index: number) => `user ${index}`;
    for (let index = 0; index < first + count; index += 1)
      await client.accounts.set(userOf(index), { accessToken: 'access' });
    const held: object[] = [];
    // Calls of `withAccount` for the same user return the same client, so each of these clients acts for a different
    // user.
    const holdUpTo = async (length: number) => {
      while (held.length < length) {
        const created = client.withAccount(userOf(held.length));
        await created.group0.method0();
        held.push(created);
      }
      return heapInUse();
    };
    const before = await holdUpTo(first);
    return ((await holdUpTo(first + count)) - before) / count;
  },
};

export const storedGrants: Curve = {
  title: 'A grant in memory, with its account',
  of: 'grants',
  unit: 'B',
  sizes: [1000, 10_000, 50_000],
  async measure(size) {
    const client = clientOf(10);
    const grantOf = (user: number) => ({
      accessToken: `access-token-${user}`,
      refreshToken: `refresh-token-${user}`,
      expiresAt: 2_000_000_000_000,
      scopes: ['things:read'],
    });
    const before = await heapInUse();
    for (let user = 0; user < size; user += 1) await client.accounts.set(`user ${user}`, grantOf(user));
    const bytes = (await heapInUse()) - before;
    await client.accounts.set('last', grantOf(0)); // keeps the client in use until here
    return bytes / size;
  },
};
