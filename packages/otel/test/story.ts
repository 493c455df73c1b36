import type { ClientEvent, ClientOptions } from '@x/core';
import { createMusicClient } from '@x/music';
import type { Sandbox } from '@x/sandbox';

/**
 * Calls for a user whose token has expired; the request is then refused with 429, fails with 503, and succeeds.
 *
 * @param options Options of the client. Default: a clock whose waits end at once.
 */
export async function refreshAndRetries(
  sandbox: Sandbox,
  onEvent: (event: ClientEvent) => unknown,
  options: ClientOptions = {},
): Promise<{ readonly account: string; readonly secrets: readonly string[] }> {
  const { music } = sandbox.options;
  const clock = { now: () => sandbox.clock.now(), sleep: (ms: number) => sandbox.clock.advance(ms) };
  const client = createMusicClient({ ...music, clock, random: () => 0.5, onEvent, ...options });
  const account = 'ann@example.com';
  const [user] = sandbox.controls.music.users();
  const scopes = ['user-library-read'];
  const grant = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
  await client.accounts.set(account, { ...grant, expiresAt: clock.now() - 1 });
  const path = '/v1/me/tracks';
  sandbox.faults.add({ path, status: 429, headers: { 'retry-after': '2' } });
  sandbox.faults.add({ path, status: 503 });
  const { response } = await client.withAccount(account).library.tracks.list({ limit: 1 }).withResponse();
  if (response.attempts !== 3) throw new Error(`expected 3 requests, got ${response.attempts}`);
  const renewed = await client.accounts.token(account);
  const { accessToken, refreshToken = '' } = grant;
  return { account, secrets: [accessToken, refreshToken, renewed.accessToken, music.clientSecret] };
}
