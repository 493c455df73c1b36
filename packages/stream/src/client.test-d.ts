import type { ApiCall, Client, LookupResult, Page, PagedCall, RootClient } from '@x/core';
import { expectTypeOf } from 'vitest';
import { createEventListener } from './events.ts';
import {
  type CallItOnWithAccount,
  type Channel,
  createStreamClient,
  type endpoints,
  type Game,
  type ItemOf,
  type NoParams,
  type ParamsOf,
  type ResultOf,
  type Stream,
  type StreamAccountClient,
  type StreamClient,
  type StreamPublicClient,
  type StreamTokenClient,
} from './index.ts';

const client = createStreamClient({ clientId: '', clientSecret: '' });

expectTypeOf(client).toEqualTypeOf<StreamClient>();
expectTypeOf(client).toExtend<RootClient<typeof endpoints>>();
expectTypeOf(client.withAccount('ann')).toEqualTypeOf<StreamAccountClient>();
expectTypeOf<StreamAccountClient>().toExtend<Client<typeof endpoints>>();
expectTypeOf(client.streams.list()).toEqualTypeOf<PagedCall<Stream>>();
expectTypeOf(client.streams.list().then((page) => page)).resolves.toEqualTypeOf<Page<Stream>>();
expectTypeOf(client.games.list({ id: ['1', '2'] })).toEqualTypeOf<
  ApiCall<LookupResult<Game, { id: string } | { name: string } | { igdb_id: string }>>
>();
expectTypeOf(client.channels.list({ broadcaster_id: '1' })).resolves.toEqualTypeOf<LookupResult<Channel, string>>();
// @ts-expect-error pages by cursor cannot be requested in parallel
client.streams.list({}, { concurrency: 2 });
expectTypeOf<Stream['title']>().toEqualTypeOf<string>();
// Known values are offered, others pass.
expectTypeOf<'live'>().toExtend<Stream['type']>();
expectTypeOf<'rerun'>().toExtend<Stream['type']>();

// @ts-expect-error a parameter that is required
client.channels.list();
// @ts-expect-error a parameter that does not exist
client.streams.list({ frist: 5 });
// @ts-expect-error a value of an invalid type
client.streams.list({ first: '5' });
// @ts-expect-error a field that a response does not have
client.streams.list().then(({ items }) => items[0]?.titel);
// @ts-expect-error the limit is required
client.streams.list().toArray();
// @ts-expect-error a credential is missing
createStreamClient({ clientId: '' });

const ofUser = createStreamClient({ accessToken: async () => null });
expectTypeOf(ofUser).toEqualTypeOf<StreamTokenClient>();
expectTypeOf(ofUser).toExtend<StreamAccountClient>();
expectTypeOf(client.withToken('token')).toEqualTypeOf<StreamAccountClient>();
expectTypeOf(createStreamClient({ accessToken: 'token', clientId: 'id' })).toEqualTypeOf<StreamTokenClient>();
// @ts-expect-error an access token needs no secret
createStreamClient({ accessToken: 'token', clientSecret: '' });
// @ts-expect-error a client with an access token stores no grants
createStreamClient({ accessToken: 'token', tokens: client });
// @ts-expect-error a client with an access token has no sign-in
ofUser.oauth;
// @ts-expect-error the session of the sign-in is required
client.oauth.exchange({ account: 'ann', callbackUrl: '/back' });
// @ts-expect-error the session of the device is required
client.oauth.poll({ account: 'ann' });

// Methods that need a user are called on an account's client, not on the app's.
declare const ann: StreamAccountClient;
expectTypeOf(ann.channels.followed).toBeCallableWith({ user_id: '1' });
expectTypeOf(client.channels.followed).toEqualTypeOf<CallItOnWithAccount>();
// @ts-expect-error the app has no user
client.channels.followed({ user_id: '1' });
// Code that takes the app's client, or a part of it, also takes an account's client.
expectTypeOf<StreamAccountClient['streams']>().toExtend<StreamClient['streams']>();
expectTypeOf<StreamAccountClient['channels']>().toExtend<StreamClient['channels']>();
expectTypeOf<StreamClient['channels']>().not.toExtend<StreamAccountClient['channels']>();

// A public app has no token of its own.
const publicClient = createStreamClient({ clientId: '', clientType: 'public' });
// @ts-expect-error a public app has no secret
createStreamClient({ clientId: '', clientSecret: '', clientType: 'public' });
expectTypeOf(publicClient).toEqualTypeOf<StreamPublicClient>();
expectTypeOf(publicClient.withAccount('ann')).toEqualTypeOf<StreamAccountClient>();
expectTypeOf<keyof StreamPublicClient & string>().toEqualTypeOf<
  'accounts' | 'close' | 'health' | 'oauth' | 'withAccount' | 'withToken'
>();

// A listener takes only the client that can subscribe over its transport.
const webhook = {
  transport: 'webhook',
  callback: 'https://app.example/events',
  secret: 'of the subscription',
} as const;
createEventListener(ann);
createEventListener(client, webhook);
createEventListener(client, { transport: 'conduit' });
createEventListener(client, { accountOf: () => 'ann' });
createEventListener(publicClient, { accountOf: () => 'ann' });
// @ts-expect-error WebSockets need a user
createEventListener(client);
// @ts-expect-error a public app has no token, which webhooks need
createEventListener(publicClient, webhook);
// @ts-expect-error webhooks need the app
createEventListener(ann, webhook);
// @ts-expect-error conduits need the app
createEventListener(ann, { transport: 'conduit' });
// @ts-expect-error only the client of the app has the clients of many users
createEventListener(ann, { accountOf: () => 'ann' });

// A method without params takes none: options are its second argument.
expectTypeOf<ParamsOf<StreamAccountClient['users']['extensions']['list']>>().toEqualTypeOf<NoParams>();
// @ts-expect-error an option among the params
ann.users.extensions.list({ signal: AbortSignal.abort() });
ann.users.extensions.list({}, { signal: AbortSignal.abort() });

// Types of a method's parts, for type annotations.
expectTypeOf<ItemOf<StreamClient['streams']['list']>>().toEqualTypeOf<Stream>();
expectTypeOf<ItemOf<StreamClient['games']['list']>>().toEqualTypeOf<Game>();
expectTypeOf<ResultOf<StreamClient['streams']['list']>>().toEqualTypeOf<Page<Stream>>();
expectTypeOf<ParamsOf<StreamClient['streams']['list']>['first']>().toEqualTypeOf<number | undefined>();
// @ts-expect-error not a method of this client
expectTypeOf<ItemOf<StreamClient['channels']['followed']>>();

// Arrays of params may be readonly.
const choices = [{ title: 'a' }, { title: 'b' }] as const;
ann.polls.create({ broadcaster_id: '1', title: 'Which?', choices, duration: 60 });
