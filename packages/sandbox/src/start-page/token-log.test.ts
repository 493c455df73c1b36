import { afterEach, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';

const open: Sandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

/** A sandbox without a socket whose clock stands; `rows` are the cells of the page's tokens, the newest first. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ listen: false, clock: createClock(0, false), ...options });
  open.push(sandbox);
  const rows = async () => {
    const page = await (await sandbox.fetch(`${sandbox.url}/`)).text();
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

it('tells of tokens of apps, whose fields may stand in the query', async () => {
  const { sandbox, rows, post } = await start();
  const { stream, music } = sandbox.options;
  const query = new URLSearchParams({ client_id: stream.clientId, client_secret: stream.clientSecret, grant_type });
  const first = await post('/stream/id/oauth2/token', {}, `?${query}`);
  const fields = { client_id: music.clientId, client_secret: music.clientSecret, grant_type };
  const second = await post('/music/accounts/api/token', fields);
  expect((await rows()).slice(0, 2)).toEqual([
    ['music', 'app', '', '', short(second.access_token), '1 h 0 min'],
    ['stream', 'app', '', '', short(first.access_token), '60 d 0 h'],
  ]);
  await sandbox.clock.advance(3_600_000);
  expect((await rows())[0]?.at(-1)).toBe('expired');
});

it.each(['stream', 'music'] as const)('tells whose the tokens of %s are, after a refresh too', async (name) => {
  const { sandbox, rows, post } = await start();
  const { clientId: client_id, clientSecret: client_secret } = sandbox.options[name];
  const [scope, path] =
    name === 'stream'
      ? ['user:read:email', '/stream/id/oauth2/token']
      : ['user-read-email', '/music/accounts/api/token'];
  const users = sandbox.controls[name].users();
  const user = users[3] as { id: string; login?: string };
  const { refreshToken } = sandbox.controls[name].issueUserToken({ userId: user.id, scopes: [scope] });
  const owner = user.login ?? user.id;
  const refresh = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: refreshToken };
  const { access_token } = await post(path, refresh);
  const left = name === 'stream' ? '4 h 0 min' : '1 h 0 min';
  const given = await rows();
  expect(given.slice(0, 2)).toEqual([
    [name, 'user', owner, scope, short(access_token), left],
    [name, 'refresh', owner, scope, short(refreshToken), ''],
  ]);
  expect(given[2]?.slice(0, 4)).toEqual([name, 'user', owner, scope]);
  expect(sandbox.requests).toHaveLength(1);
});

it('tells of the tokens of banks', async () => {
  const { sandbox, rows, bank } = await start();
  const linked = sandbox.controls.bank.accessTokens.map((token) => ['bank', 'access', '', '', short(token), '']);
  expect(await rows()).toEqual(linked.reverse());
  const { public_token } = await bank('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['auth'],
  });
  const { access_token } = await bank('/item/public_token/exchange', { public_token });
  await bank('/item/get', { access_token });
  const { link_token } = await bank('/link/token/create', {
    client_name: 'x',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'x' },
    products: ['auth'],
  });
  await bank('/link/token/get', { link_token });
  expect((await rows()).slice(0, -2)).toEqual([
    ['bank', 'link', '', '', short(link_token), '4 h 0 min'],
    ['bank', 'access', '', '', short(access_token), ''],
    ['bank', 'public', '', '', short(public_token), ''],
  ]);
});

it('forgets old ones', async () => {
  const { sandbox, rows } = await start();
  for (let count = 0; count < 200; count += 1) sandbox.controls.stream.issueUserToken();
  const newest = sandbox.controls.stream.issueUserToken({ expiresInSeconds: 45 });
  const given = await rows();
  expect([given.length, given[1]?.slice(-2)]).toEqual([30, [short(newest.accessToken), '45 s']]);
});

it('takes from answers only what is one, and refused requests give none', async () => {
  const { sandbox, rows, post } = await start();
  const before = await rows();
  await post('/stream/id/oauth2/token', { grant_type });
  expect(await rows()).toEqual(before);
  expect(sandbox.requests[0]?.status).toBe(400);
});
