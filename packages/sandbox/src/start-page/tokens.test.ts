import { afterEach, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import type { Sandbox } from '../sandbox.ts';
import { withToken } from '../testing.ts';

const open: Sandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

/** A sandbox without a socket whose clock is stopped; `rows` are the cells of the page's tokens, the newest first. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ listen: false, clock: createClock(0, false), ...options });
  open.push(sandbox);
  const rows = async () => {
    const page = await (await sandbox.fetch(`${sandbox.control.url}/`, withToken(sandbox))).text();
    const [, body = ''] = /<tbody id="tokens">(.*?)<\/tbody>/s.exec(page) ?? [];
    return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row
        .split('<td')
        .slice(1)
        .map((cell) => cell.replace(/<button.*|<[^>]*>|^[^>]*>/gs, '').trim()),
    );
  };
  const post = async (path: string, fields: Record<string, string>, query = '') => {
    const response = await sandbox.fetch(sandbox.url + path + query, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return response.json();
  };
  const bank = async (path: string, fields: object) => {
    const { clientId: client_id, secret } = sandbox.options.bank;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ client_id, secret, ...fields });
    return (await sandbox.fetch(`${sandbox.url}/bank${path}`, { ...init, body })).json();
  };
  return { sandbox, rows, post, bank };
}

const short = (value: string) => `${value.slice(0, 14)}…${value.slice(-4)}`;
const grant_type = 'client_credentials';
const second = 1000;

it('lists tokens of apps, and until when they are valid', async () => {
  const { sandbox, rows, post } = await start();
  const { stream, music } = sandbox.options;
  await sandbox.clock.advance(second);
  const query = new URLSearchParams({ client_id: stream.clientId, client_secret: stream.clientSecret, grant_type });
  const ofStream = await post('/stream/id/oauth2/token', {}, `?${query}`);
  await sandbox.clock.advance(second);
  const fields = { client_id: music.clientId, client_secret: music.clientSecret, grant_type };
  const ofMusic = await post('/music/accounts/api/token', fields);
  expect((await rows()).slice(0, 2)).toEqual([
    ['music', 'app', '', '', short(ofMusic.access_token), '1 h 0 min'],
    ['stream', 'app', '', '', short(ofStream.access_token), '59 d 23 h'],
  ]);
  await sandbox.clock.advance(3_600_000);
  expect((await rows())[0]?.at(-1)).toBe('expired');
});

it.each(['stream', 'music'] as const)('lists whose the tokens of %s are, after a refresh too', async (name) => {
  const { sandbox, rows, post } = await start();
  const { clientId: client_id, clientSecret: client_secret } = sandbox.options[name];
  const [scope, path, left, refreshLeft] =
    name === 'stream'
      ? ['user:read:email', '/stream/id/oauth2/token', '4 h 0 min', '']
      : ['user-read-email', '/music/accounts/api/token', '1 h 0 min', '182 d 14 h'];
  const users = sandbox.controls[name].users();
  const user = users[3] as { id: string; login?: string };
  const { accessToken, refreshToken } = sandbox.controls[name].issueUserToken({ userId: user.id, scopes: [scope] });
  const owner = user.login ?? user.id;
  const refresh = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: refreshToken };
  await sandbox.clock.advance(second);
  const { access_token } = await post(path, refresh);
  const given = (await rows()).filter(([provider]) => provider === name);
  expect(given[0]).toEqual([name, 'user', owner, scope, short(access_token), left]);
  expect(given.slice(1).sort()).toEqual([
    [name, 'refresh', owner, scope, short(refreshToken), refreshLeft],
    [name, 'user', owner, scope, short(accessToken), expect.stringMatching(/^(3 h )?59 min/)],
  ]);
  expect(sandbox.requests).toHaveLength(1);
});

it('lists the tokens of the implicit flow', async () => {
  const { sandbox, rows } = await start({ stream: { consent: 'approve' } });
  const fields = { client_id: sandbox.options.stream.clientId, redirect_uri: 'http://127.0.0.1:3000/' };
  const query = new URLSearchParams({ ...fields, response_type: 'token', scope: 'user:read:email' });
  await sandbox.clock.advance(second);
  const answer = await sandbox.fetch(`${sandbox.url}/stream/id/oauth2/authorize?${query}`, { redirect: 'manual' });
  const token = new URLSearchParams(answer.headers.get('location')?.split('#')[1]).get('access_token') ?? '';
  const login = sandbox.controls.stream.users()[0]?.login;
  expect((await rows())[0]).toEqual(['stream', 'user', login, 'user:read:email', short(token), '60 d 0 h']);
});

it('forgets what is revoked, and knows what has ended early', async () => {
  const { sandbox, rows } = await start();
  const { stream, music } = sandbox.controls;
  const kinds = async () => (await rows()).slice(0, -2).map(([provider, kind, , , , left]) => [provider, kind, left]);
  const user = music.users()[0]?.id ?? '';
  await sandbox.clock.advance(second);
  const first = stream.issueUserToken();
  stream.expireTokens();
  expect(await kinds()).toEqual([
    ['stream', 'user', 'expired'],
    ['stream', 'refresh', ''],
  ]);
  stream.revokeTokens();
  expect(await kinds()).toEqual([]);
  const next = stream.issueUserToken();
  const body = new URLSearchParams({ client_id: sandbox.options.stream.clientId, token: next.accessToken });
  await sandbox.fetch(`${sandbox.url}/stream/id/oauth2/revoke`, { method: 'POST', body });
  expect(await kinds()).toEqual([['stream', 'refresh', '']]);
  stream.revokeConsent(first.userId);
  const { refreshToken } = music.issueUserToken({ userId: user, scopes: [] });
  music.revokeRefreshToken(refreshToken);
  expect(await kinds()).toEqual([['music', 'user', '1 h 0 min']]); // those live on there
});

it('lists only the valid refresh token of a consent', async () => {
  const { sandbox, rows, post } = await start({
    stream: { clientType: 'public' },
    music: { refreshRotation: 'always' },
  });
  const { clientId: client_id, clientSecret: client_secret } = sandbox.options.music;
  const paths = { stream: '/stream/id/oauth2/token', music: '/music/accounts/api/token' };
  for (const name of ['stream', 'music'] as const) {
    const userId = sandbox.controls[name].users()[0]?.id ?? '';
    const { refreshToken } = sandbox.controls[name].issueUserToken({ userId, scopes: [] });
    await sandbox.clock.advance(second);
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const app = name === 'music' ? { client_id, client_secret } : { client_id: sandbox.options.stream.clientId };
    const { refresh_token } = await post(paths[name], { ...app, ...fields });
    const left = name === 'music' ? '182 d 14 h' : '30 d 0 h';
    const shown = (await rows())
      .slice(0, 2)
      .map(([provider, kind, , , value, until]) => [provider, kind, value, until]);
    expect(shown).toContainEqual([name, 'refresh', short(refresh_token), left]);
    expect(JSON.stringify(await rows())).not.toContain(short(refreshToken));
  }
});

it('lists the tokens of banks', async () => {
  const { sandbox, rows, bank } = await start();
  const linked = sandbox.controls.bank.accessTokens.map((token) => ['bank', 'access', '', '', short(token), '']);
  expect(await rows()).toEqual([...linked].reverse());
  const login = { institution_id: 'ins_109508', initial_products: ['auth'] };
  await sandbox.clock.advance(second);
  const { public_token } = await bank('/sandbox/public_token/create', login);
  const pending = ['bank', 'public', '', '', short(public_token), '30 min'];
  expect((await rows()).slice(0, -2)).toEqual([pending.with(-1, expect.stringMatching(/min$/))]);
  const { access_token } = await bank('/item/public_token/exchange', { public_token }); // and is spent
  const { accounts } = await bank('/accounts/get', { access_token });
  await sandbox.clock.advance(second);
  const { processor_token } = await bank('/processor/token/create', {
    access_token,
    account_id: accounts[0].account_id,
    processor: 'dwolla',
  });
  await sandbox.clock.advance(second);
  const { link_token } = await bank('/link/token/create', {
    client_name: 'x',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'x' },
    products: ['auth'],
  });
  const link = ['bank', 'link', '', '', short(link_token), '4 h 0 min'];
  const kept = ['bank', 'access', '', '', short(access_token), ''];
  const processor = ['bank', 'processor', '', '', short(processor_token), ''];
  expect(await rows()).toEqual([link, processor, kept, ...linked.reverse()]);
  await sandbox.clock.advance(second);
  const { new_access_token } = await bank('/item/access_token/invalidate', { access_token });
  await bank('/sandbox/item/reset_login', { access_token: new_access_token });
  const failed = ['bank', 'access', '', '', short(new_access_token), 'ITEM_LOGIN_REQUIRED'];
  expect((await rows())[0]).toEqual(failed);
  await bank('/item/remove', { access_token: new_access_token });
  expect((await rows()).map(([, kind]) => kind)).toEqual(['link', 'access', 'access']);
});

it('makes no bank by looking', async () => {
  const { sandbox, rows, bank } = await start();
  const before = await rows();
  await sandbox.clock.advance(86_400_000);
  const [access_token] = sandbox.controls.bank.accessTokens;
  const { activities } = await bank('/item/activity/list', { access_token });
  expect(activities[0].initiated_date).toBe('1970-01-02'); // when it is first asked for
  expect(await rows()).toEqual(before);
});

it('reports that a refresh token which nobody uses has expired from when it is refused', async () => {
  const { sandbox, rows, post } = await start({ stream: { clientType: 'public' } });
  const { refreshToken } = sandbox.controls.stream.issueUserToken();
  const fields = { client_id: sandbox.options.stream.clientId, grant_type: 'refresh_token' };
  const left = async () => (await rows()).find(([, kind]) => kind === 'refresh')?.at(-1);
  await sandbox.clock.advance(30 * 86_400_000 - second);
  expect(await left()).toBe('1 s');
  await sandbox.clock.advance(second);
  expect(await left()).toBe('expired');
  expect(await post('/stream/id/oauth2/token', { ...fields, refresh_token: refreshToken })).toMatchObject({
    status: 400,
  });
});

it('shows the newest, of tokens and not of providers', async () => {
  const { sandbox, rows } = await start();
  for (let count = 0; count < 200; count += 1) sandbox.controls.stream.issueUserToken();
  await sandbox.clock.advance(second);
  const newest = sandbox.controls.stream.issueUserToken({ expiresInSeconds: 45 });
  const given = await rows();
  expect([given.length, given[0]?.slice(-2)]).toEqual([30, [short(newest.accessToken), '45 s']]);
});

it('knows none of a provider that was restarted', async () => {
  const { sandbox, rows } = await start();
  const before = await rows();
  sandbox.controls.stream.issueUserToken();
  sandbox.reset();
  expect(await rows()).toEqual(before);
});
