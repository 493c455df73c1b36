import { expect, test } from 'vitest';
import { describeScope, knownScopes } from './scopes.ts';

test.each([
  ['user:read:email', 'see your email address'],
  ['channel:manage:vips', "manage your channel's VIPs"],
  ['moderator:read:automod_settings', 'see AutoMod settings in channels that you moderate'],
  ['user:manage:blocked_users', 'manage your blocked users'],
])('the consent page says what %s allows', (scope, words) => {
  expect(describeScope(scope)).toBe(words);
});

test('the consent page describes every scope by words, none by parts of its name', () => {
  const texts = [...knownScopes, 'openid'].map(describeScope);
  expect(texts.filter((text) => !/^[a-z]+( [\w,']+)+$/i.test(text) || /_|undefined/.test(text))).toEqual([]);
});
