import { expect, it } from 'vitest';
import { origin, setup } from './sign-in-kit.ts';

/** Creates an app whose users log in with a provider. */
function createApp() {
  const users = new Map<string, string>();
  const find = (id: string) => {
    const known = users.get(id) ?? `user${users.size + 1}`;
    users.set(id, known);
    return known;
  };
  const startSession = async (account: string) => ({ 'set-cookie': `user=${account}; Path=/; HttpOnly` });
  return { users, find, startSession };
}

it.each(['music', 'stream'] as const)(
  'a visitor logs in with %s, and the app has its own ID for them',
  async (name) => {
    const { users, find, startSession } = createApp();
    const { browser, clients } = await setup({
      login: { users: { music: ({ id }) => find(id), stream: ({ user_id }) => find(user_id) }, startSession },
    });
    const visitor = browser();
    const back = await visitor.send(await visitor.start(name, '?returnTo=/home'));
    expect([back.status, back.headers.get('location')]).toEqual([303, `${origin}/home`]);
    expect([...visitor.cookies]).toEqual([['user', 'user1']]);
    expect(await clients[name].accounts.get('user1')).toBeDefined();
    expect((await visitor.post(`/sign-in/${name}/token`)).status).toBe(200);

    const again = browser();
    await again.signIn(name);
    expect([...again.cookies]).toEqual([['user', 'user1']]);
    expect(users.size).toBe(1);
  },
);

it('a user who is logged in connects another account instead', async () => {
  const { find, startSession } = createApp();
  const { browser, clients } = await setup({ login: { users: { music: ({ id }) => find(id) }, startSession } });
  const ann = browser('ann');
  await ann.signIn('music');
  expect([...ann.cookies]).toEqual([['user', 'ann']]);
  expect(await clients.music.accounts.get('ann')).toBeDefined();
});

it('a login works only in the browser that started it, and once', async () => {
  const { find, startSession } = createApp();
  const { browser } = await setup({ login: { users: { music: ({ id }) => find(id) }, startSession } });
  const [visitor, other] = [browser(), browser()];
  const callback = await visitor.start('music');
  expect((await other.send(callback)).status).toBe(400);
  expect((await visitor.send(callback)).status).toBe(303);
  expect((await visitor.send(callback)).status).toBe(400);
  expect(other.cookies.size).toBe(0);
});

it('visitors cannot log in with a client that login does not name', async () => {
  const { find, startSession } = createApp();
  const { browser, failures } = await setup({ login: { users: { music: ({ id }) => find(id) }, startSession } });
  expect((await browser().post('/sign-in/stream')).status).toBe(401);
  expect(failures.at(-1)?.reason).toBe('no_user');
});

it('a login whose account cannot be created starts no session, and is not blamed on the visitor', async () => {
  const startSession = () => expect.unreachable('no session may start');
  const users = { stream: () => Promise.reject(new Error('the database is down')) };
  const { browser, failures, sandbox } = await setup({ login: { users, startSession } });
  const visitor = browser();
  await visitor.signIn('stream');
  expect(failures.at(-1)).toMatchObject({ reason: 'failed', error: { code: 'invalid_params' } });
  sandbox.requests.expectReceived({ path: /revoke$/, status: 200 });
});
