import type { ApiCall, Client, LookupResult, Page, PagedCall } from '@x/core';
import { expectTypeOf } from 'vitest';
import {
  type Channel,
  createStreamClient,
  type endpoints,
  type Game,
  type Stream,
  type StreamClient,
  type StreamTokenClient,
} from './index.ts';

const client = createStreamClient({ clientId: '', clientSecret: '' });

expectTypeOf(client).toEqualTypeOf<StreamClient>();
expectTypeOf(client).toExtend<Client<typeof endpoints>>();
expectTypeOf(client.streams.list()).toEqualTypeOf<PagedCall<Stream>>();
expectTypeOf(client.streams.list().then((page) => page)).resolves.toEqualTypeOf<Page<Stream>>();
expectTypeOf(client.games.list({ id: ['1', '2'] })).toEqualTypeOf<
  ApiCall<LookupResult<Game, { id: string } | { name: string } | { igdb_id: string }>>
>();
expectTypeOf(client.channels.list({ broadcaster_id: '1' })).resolves.toEqualTypeOf<LookupResult<Channel, string>>();
// @ts-expect-error pages by cursor cannot be requested at once
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
expectTypeOf(ofUser).toExtend<ReturnType<StreamClient['withAccount']>>();
expectTypeOf(client.withToken('token')).toEqualTypeOf<ReturnType<StreamClient['withAccount']>>();
expectTypeOf(createStreamClient({ accessToken: 'token', clientId: 'id' })).toEqualTypeOf<StreamTokenClient>();
// @ts-expect-error an access token needs no secret
createStreamClient({ accessToken: 'token', clientSecret: '' });
// @ts-expect-error nothing is stored
createStreamClient({ accessToken: 'token', tokens: client });
// @ts-expect-error nobody signs in
ofUser.oauth;
// @ts-expect-error the session of the sign-in is required
client.oauth.exchange({ account: 'ann', callbackUrl: '/back' });
// @ts-expect-error the session of the device is required
client.oauth.poll({ account: 'ann' });
