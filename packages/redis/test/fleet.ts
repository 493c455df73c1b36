import {
  appGrants,
  createUserClient,
  type RateLimits,
  type TokenStore,
  tokenEndpoint,
  type UserProvider,
} from '@x/core';
import { fileStore } from '@x/core/file';
import { redisBudget, redisStore } from '../src/index.ts';
import { libraries } from './clients.ts';

/** What a process of the fleet is told to do. */
export interface Task {
  /** The provider's address. */
  readonly url: string;
  /** Path that is called, with a user's grant or without. */
  readonly path: '/mine' | '/limited';
  readonly calls: number;
  /** Where the fleet meets: a folder, or a Redis with one of the libraries. */
  readonly meeting: { readonly folder: string } | { readonly redis: string; readonly library: keyof typeof libraries };
  /** Where the process stops to be killed: it tells its parent and does no more. */
  readonly stopsAt?: 'refresh unsent' | 'refresh answered' | 'grant stored';
}

export const lockTtlMs = 1500;

/** Opens the store and the budget where the fleet meets. */
export async function meet(meeting: Task['meeting']): Promise<{
  tokens: TokenStore;
  rateLimits?: RateLimits;
  close(): void;
}> {
  if ('folder' in meeting) return { tokens: fileStore(meeting.folder, { lockTtlMs }), close() {} };
  const { client, close } = await libraries[meeting.library](meeting.redis);
  return { tokens: redisStore(client, { lockTtlMs }), rateLimits: redisBudget(client), close };
}

/** The key of the user's grant in the store. */
export const keyOf = (url: string) => `test ${url} client-id user ann`;

/** A client of the provider in `fleet.test.ts`. */
export function clientOf(url: string, options: UserProvider['options']) {
  const app = { provider: 'test', authUrl: url, clientId: 'client-id', clientSecret: 'client-secret', options };
  const withEndpoint = { ...app, endpoint: tokenEndpoint('/token', '') };
  const provider: UserProvider = {
    app: withEndpoint,
    grants: appGrants(withEndpoint),
    name: 'test',
    options,
    baseUrl: url,
    authUrl: url,
    lists: 'repeat',
    credentials: { clientId: 'client-id' },
    signUp: '',
    verdict: ({ status, body }) => ({
      tokenRefused: status === 401,
      ...((body as { error?: string }).error === 'invalid_grant' && { code: 'reauthorization_required' }),
    }),
    rate: ({ endpoint }) =>
      endpoint.path === '/limited' ? { key: 'app', limit: 40, intervalMs: 400, refill: 'window' } : undefined,
    rateState: (headers, now) =>
      headers.has('remaining')
        ? { remaining: Number(headers.get('remaining')), resetAt: now + Number(headers.get('reset')) }
        : undefined,
  };
  return createUserClient(provider, {}, () => ({}));
}
