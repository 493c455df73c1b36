import { expect, it } from 'vitest';
import { readGrantKey, toGrantKey } from './grant-key.ts';

const app = { provider: 'music', authUrl: 'https://accounts.spotify.com', clientId: 'id' };

it.each(['ann', 'Ann B.', 'a/b 100%', '🎧', undefined])('the key of the grant of %j can be read back', (account) => {
  expect(readGrantKey(toGrantKey({ ...app, account }))).toEqual({ ...app, account });
});

it.each(['secret bank checking', 'index', '', 'music https://a.test id other', 'music https://a.test id user a b'])(
  '%j is no key of a grant',
  (key) => {
    expect(readGrantKey(key)).toBeUndefined();
  },
);
