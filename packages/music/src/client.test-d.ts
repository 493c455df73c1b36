import { expectTypeOf } from 'vitest';
import { createMusicClient, type MusicClient, type MusicTokenClient } from './index.ts';

const session: { token?: string } = {};

expectTypeOf(createMusicClient({ clientId: '', clientSecret: '' })).toEqualTypeOf<MusicClient>();
const ofUser = createMusicClient({ accessToken: () => session.token, mode: 'development' });
expectTypeOf(ofUser).toEqualTypeOf<MusicTokenClient>();
expectTypeOf(ofUser).toExtend<ReturnType<MusicClient['withAccount']>>();
expectTypeOf(ofUser.withToken('token')).toEqualTypeOf<ReturnType<MusicClient['withAccount']>>();

// A public app has no secret, and no token of its own.
const publicClient = createMusicClient({ clientId: '', clientType: 'public' });
expectTypeOf<keyof typeof publicClient & string>().toEqualTypeOf<
  'accounts' | 'close' | 'health' | 'oauth' | 'withAccount' | 'withToken'
>();
// @ts-expect-error a public app has no secret
createMusicClient({ clientId: '', clientSecret: '', clientType: 'public' });

// @ts-expect-error a credential is missing
createMusicClient({ clientId: '' });
// @ts-expect-error an access token needs no secret
createMusicClient({ accessToken: 'token', clientSecret: '' });
// @ts-expect-error a token that may be undefined must be passed as a function
createMusicClient({ accessToken: session.token });
// @ts-expect-error a token client stores no accounts
ofUser.accounts;
