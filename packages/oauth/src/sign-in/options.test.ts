import { describe, expect, it } from 'vitest';
import type { SignInClient } from './options.ts';
import { signInRoutes } from './routes.ts';

const never = async () => {
  throw new Error('not called');
};
const music: SignInClient = {
  oauth: { authorize: never, exchange: never },
  accounts: { token: never, delete: never },
};
const secret = Buffer.alloc(32, 7).toString('base64');
const valid = { origin: 'https://app.example', accountOf: () => 'ann', encryption: { keys: [secret] } };

/** Returns the error that creating the routes throws. */
function errorOf(changes: object, clients: unknown = { music }): Error {
  try {
    signInRoutes(clients as { music: SignInClient }, { ...valid, ...changes });
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('signInRoutes', () => {
  it("returns the addresses to register, under the app's path", () => {
    expect(signInRoutes({ music }, valid).redirectUris).toEqual({
      music: 'https://app.example/sign-in/music/callback',
    });
    expect(signInRoutes({ music }, { ...valid, basePath: '/api/connect' }).redirectUris.music).toBe(
      'https://app.example/api/connect/music/callback',
    );
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://app.example:8443'])(
    'accepts the origin %s',
    (origin) => {
      expect(signInRoutes({ music }, { ...valid, origin }).redirectUris.music).toBe(`${origin}/sign-in/music/callback`);
    },
  );

  it.each<[object, string]>([
    [{ origin: undefined }, 'origin is required: a string'],
    [{ origin: 'http://app.example' }, 'origin must be an https address without a path'],
    [{ origin: 'https://app.example/' }, 'origin must be an https address without a path'],
    [{ origin: 'app.example' }, 'got "app.example"'],
    [{ accountOf: undefined }, 'accountOf is required: a function'],
    [{ encryption: undefined }, 'encryption is required'],
    [{ encryption: {} }, 'encryption.keys is required'],
    [{ encryption: { keys: [secret], allowPlain: true } }, 'unknown option encryption.allowPlain'],
    [{ encryption: { keys: [] } }, 'encryption.keys must have at least one key'],
    [{ encryption: { keys: ['c2hvcnQ='] } }, 'encryption.keys[0] must be 32 bytes, or their base64'],
    [{ basePath: '/sign-in/' }, 'basePath must be a path such as /sign-in'],
    [{ basePath: '/a/../b' }, 'basePath must be a path such as /sign-in'],
    [{ basePath: 'sign-in' }, 'basePath must be a path such as /sign-in'],
    [{ returnTo: '//evil.example' }, 'returnTo must be a short path in the app'],
    [{ browserTokens: ['stream'] }, 'browserTokens must be names of clients: music; got "stream"'],
    [{ scopes: { musik: [] } }, 'scopes: unknown option musik; did you mean music?'],
    [{ scopes: { music: 'streaming' } }, 'scopes: music must be an array of strings'],
    [{ onFailed: () => undefined }, 'unknown option onFailed; did you mean onFailure?'],
  ])('refuses %j', (changes, message) => {
    const error = errorOf(changes);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain(secret);
  });

  it.each<[unknown, string]>([
    [{}, 'clients must have at least one client'],
    [null, 'clients must have at least one client'],
    [{ music: {} }, 'music must be a client with sign-in, from createMusicClient or createStreamClient'],
    [{ 'my music': music }, 'the client name "my music" must have only'],
  ])('refuses the clients %j', (clients, message) => {
    expect(errorOf({}, clients)).toMatchObject({ name: 'ApiError', code: 'invalid_params' });
    expect(errorOf({}, clients).message).toContain(`signInRoutes: ${message}`);
  });
});
