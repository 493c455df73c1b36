import { expect, it } from 'vitest';
import { openSandbox, withToken } from '../test/sandbox.ts';
import { createClock } from './clock/clock.ts';
import type { ProviderToken } from './inside.ts';
import type { SandboxOptions } from './options.ts';

/**
 * Starts a sandbox with a stopped clock. `rows` returns its tokens, newest first, each with the milliseconds until it
 * expires or the reason why it fails.
 */
async function start(options: SandboxOptions = {}) {
  const sandbox = await openSandbox({ listen: false, clock: createClock(0, false), ...options });
  const get = async (path: string) => sandbox.fetch(sandbox.controlApi.url + path, withToken(sandbox));
  const rows = async () => {
    const tokens: ProviderToken[] = await (await get('/tokens')).json();
    return tokens
      .reverse()
      .map(({ provider, kind, user, value, expiresAt, problem }) => [
        provider,
        kind,
        user,
        value,
        expiresAt === undefined ? problem : expiresAt - sandbox.clock.now(),
      ]);
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const init = { method: 'POST', body: new URLSearchParams(fields) };
    return (await sandbox.fetch(sandbox.url + path, init)).json();
  };
  const bank = async (path: string, fields: object) => {
    const { clientId: client_id, clientSecret: secret } = sandbox.options.bank;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ client_id, secret, ...fields });
    return (await sandbox.fetch(`${sandbox.url}/bank${path}`, { ...init, body })).json();
  };
  return { sandbox, get, rows, post, bank };
}

const paths = { stream: '/stream/id/oauth2/token', music: '/music/accounts/api/token' };
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each(['stream', 'music'] as const)('lists app and user tokens, including refreshed ones: %s', async (name) => {
  const { sandbox, rows, post } = await start();
  const { clientId: client_id, clientSecret: client_secret } = sandbox.options[name];
  const app = { client_id, client_secret };
  const [userLife, refreshLife] = name === 'stream' ? [4 * hour, undefined] : [hour, expect.any(Number)];
  const appToken = await post(paths[name], { ...app, grant_type: 'client_credentials' });
  const user = sandbox.controls[name].users()[3] as { id: string; login?: string };
  const owner = user.login ?? user.id;
  await sandbox.clock.advance(second);
  const { accessToken, refreshToken } = sandbox.controls[name].issueUserToken({ userId: user.id, scopes: [] });
  await sandbox.clock.advance(second);
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { access_token } = await post(paths[name], { ...app, ...refresh });
  const ofProvider = (await rows()).filter(([provider]) => provider === name);
  expect(ofProvider[0]).toEqual([name, 'user', owner, access_token, userLife]);
  expect(ofProvider.slice(1)).toHaveLength(3);
  expect(ofProvider).toContainEqual([name, 'user', owner, accessToken, userLife - second]);
  expect(ofProvider).toContainEqual([name, 'refresh', owner, refreshToken, refreshLife]);
  const appLife = appToken.expires_in * second - 2 * second;
  expect(ofProvider.at(-1)).toEqual([name, 'app', undefined, appToken.access_token, appLife]);
  expect(sandbox.requests).toHaveLength(2);
});

it('omits revoked tokens, and shows which tokens expired early', async () => {
  const { sandbox, rows } = await start();
  const { stream, music } = sandbox.controls;
  const kinds = async () => (await rows()).slice(0, -2).map(([provider, kind, , , left]) => [provider, kind, left]);
  const user = music.users()[0]?.id ?? '';
  await sandbox.clock.advance(second);
  const first = stream.issueUserToken();
  stream.expireTokens();
  expect(await kinds()).toEqual([
    ['stream', 'user', 0],
    ['stream', 'refresh', undefined],
  ]);
  stream.revokeTokens();
  expect(await kinds()).toEqual([]);
  const next = stream.issueUserToken();
  const body = new URLSearchParams({ client_id: sandbox.options.stream.clientId, token: next.accessToken });
  await sandbox.fetch(`${sandbox.url}/stream/id/oauth2/revoke`, { method: 'POST', body });
  expect(await kinds()).toEqual([['stream', 'refresh', undefined]]);
  stream.revokeConsent(first.userId);
  music.issueUserToken({ userId: user });
  music.revokeConsent(user);
  expect(await kinds()).toEqual([['music', 'user', hour]]); // access tokens outlive the consent there
  sandbox.reset();
  expect(await kinds()).toEqual([]);
});

it.each(['stream', 'music'] as const)('lists only the valid refresh token of a consent: %s', async (name) => {
  const { sandbox, rows, post } = await start({
    stream: { clientType: 'public' },
    music: { refreshRotation: 'always' },
  });
  const { clientId: client_id, clientSecret } = sandbox.options[name];
  const app = { client_id, ...(name === 'music' && { client_secret: clientSecret }) };
  const userId = sandbox.controls[name].users()[0]?.id ?? '';
  const { refreshToken } = sandbox.controls[name].issueUserToken({ userId, scopes: [] });
  const { refresh_token } = await post(paths[name], {
    ...app,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const shown = (await rows()).filter(([, kind]) => kind === 'refresh');
  expect(shown.map(([, , , value]) => value)).toEqual([refresh_token]);
});

it('lists bank tokens', async () => {
  const { sandbox, rows, bank } = await start();
  const ofBank = async () => (await rows()).map(([, kind, , value, left]) => [kind, value, left]);
  const linked = sandbox.controls.bank.accessTokens.map((token) => ['access', token, undefined]);
  expect(await ofBank()).toEqual([...linked].reverse());
  const login = { institution_id: 'ins_109508', initial_products: ['auth'] };
  await sandbox.clock.advance(second);
  const { public_token } = await bank('/sandbox/public_token/create', login);
  expect((await ofBank()).slice(0, -2)).toEqual([['public', public_token, 30 * minute]]);
  const { access_token } = await bank('/item/public_token/exchange', { public_token }); // and is spent
  const { accounts } = await bank('/accounts/get', { access_token });
  await sandbox.clock.advance(second);
  const [{ account_id }] = accounts;
  const { processor_token } = await bank('/processor/token/create', { access_token, account_id, processor: 'dwolla' });
  await sandbox.clock.advance(second);
  const { link_token } = await bank('/link/token/create', {
    ...{ client_name: 'x', language: 'en', country_codes: ['US'], products: ['auth'] },
    user: { client_user_id: 'x' },
  });
  const link = ['link', link_token, 4 * hour];
  const processor = ['processor', processor_token, undefined];
  expect(await ofBank()).toEqual([link, processor, ['access', access_token, undefined], ...linked.reverse()]);
  await sandbox.clock.advance(second);
  const { new_access_token } = await bank('/item/access_token/invalidate', { access_token });
  await bank('/sandbox/item/reset_login', { access_token: new_access_token });
  expect((await ofBank())[0]).toEqual(['access', new_access_token, 'ITEM_LOGIN_REQUIRED']);
  await bank('/item/remove', { access_token: new_access_token });
  expect((await ofBank()).map(([kind]) => kind)).toEqual(['link', 'access', 'access']);
});

it('creates no bank when tokens are listed', async () => {
  const { sandbox, rows, bank } = await start();
  const before = await rows();
  await sandbox.clock.advance(day);
  const [access_token] = sandbox.controls.bank.accessTokens;
  const { activities } = await bank('/item/activity/list', { access_token });
  expect(activities[0].initiated_date).toBe('1970-01-02'); // when it is first asked for
  expect(await rows()).toEqual(before);
});

it('the page shows the newest tokens of all providers, and how long they are valid', async () => {
  const { sandbox, get } = await start();
  for (let count = 0; count < 200; count += 1) sandbox.controls.stream.issueUserToken();
  const lives = [0, 1, 45, 119, 7262, 5_270_400];
  const tokens: string[] = [];
  for (const expiresInSeconds of lives) {
    await sandbox.clock.advance(1);
    const { accessToken } = sandbox.controls.stream.issueUserToken({ expiresInSeconds });
    tokens.push(`${accessToken.slice(0, 14)}…${accessToken.slice(-4)}`);
  }
  const page = await (await get('/')).text();
  const shown = [...page.matchAll(/<code>([^<]*)<\/code>\n<td>([^<]*)/g)];
  expect(shown).toHaveLength(30);
  const times = tokens.map((token) => shown.find(([, value]) => value === token)?.[2]?.trim());
  expect(times).toEqual(['expired', '1 s', '44 s', '1 min', '2 h', '61 d']);
});
