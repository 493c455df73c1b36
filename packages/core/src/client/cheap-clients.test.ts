import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, secrets, testProvider } from '../../test/test-kit.ts';
import { createClient } from './create-client.ts';

const fetch = async (address: unknown) =>
  Response.json(`${address}`.endsWith('/token') ? { access_token: secrets.accessToken } : { data: [{ id: 'a' }] });
const url = 'http://127.0.0.1:1';
const provider = (options = {}) => testProvider(url, { fetch, rateLimiter: 'off', ...options });
const userClient = (tree = endpoints) => createUserClient(provider(), tree, () => ({}));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Ways to create a client from another client, by name, each with a function that creates the first client. */
const creations = [
  ['withAccount', (client: ReturnType<typeof userClient>) => client.withAccount('ann')],
  ['with', (client: ReturnType<typeof userClient>) => client.with({ timeoutMs: 1000 })],
  ['withAccount and with', (client: ReturnType<typeof userClient>) => client.withAccount('ann').with({ retries: 1 })],
] as const;

describe.each(creations)('a client created by %s', (name: string, create) => {
  it('does not list the endpoints again', () => {
    let lists = 0;
    const counted = <Tree extends object>(tree: Tree): Tree =>
      new Proxy(tree, {
        ownKeys(target) {
          lists += 1;
          return Reflect.ownKeys(target);
        },
      });
    const client = userClient(counted({ things: counted(endpoints.things) }));
    const listsOf = (used: { things: { mine: unknown } }) => {
      lists = 0;
      expect(used.things.mine).toBeTypeOf('function');
      return lists;
    };
    listsOf(create(client));
    expect([1, 2, 3].map(() => listsOf(create(client)))).toEqual([0, 0, 0]);
  });

  it('does not check the options of its root again', () => {
    let checks = 0;
    const options = new Proxy(provider().options, {
      ownKeys(target) {
        checks += 1;
        return Reflect.ownKeys(target);
      },
    });
    const client = createUserClient({ ...provider(), options }, endpoints, () => ({}));
    checks = 0;
    create(client);
    expect(checks).toBe(0);
  });

  it('shares its class with other such clients', () => {
    const client = userClient();
    const [one, other] = [create(client), create(client.with({ retries: 1 }))];
    expect(Object.getPrototypeOf(one)).toBe(Object.getPrototypeOf(other));
    expect(one.things).not.toBe(other.things);
  });

  it('uses at most 3 kB while it is held, including one used method', async () => {
    const client = userClient();
    const held: object[] = [];
    const hold = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        const created = create(client);
        held.push([created, created.things.mine]);
      }
      await new Promise(setImmediate); // the target of a WeakRef that was read lives until the end of the turn
      collectGarbage();
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await hold(100); // compiles the code
    const bytesEach = ((await hold(2000)) - before) / 2000;
    expect(bytesEach).toBeLessThan(3000);
  });

  it('has methods that work when they are destructured', async () => {
    const client = userClient();
    await client.accounts.set('ann', { accessToken: 'of-ann' });
    const { things, request } = create(client);
    const { get } = things;
    expect([await get({ id: 'a' }), await request('/a')]).toEqual([{ id: 'a' }, { data: [{ id: 'a' }] }]);
  });

  it('has the same groups and methods each time they are read', () => {
    const created = create(userClient());
    expect(created.things).toBe(created.things);
    expect(created.things.get).toBe(created.things.get);
    expect(created.request).toBe(created.request);
  });

  it('describes itself when it is logged', async () => {
    const account = name.startsWith('withAccount') ? 'account: "ann", ' : '';
    const client = userClient();
    const created = create(client);
    expect(inspect(created)).toBe(`Client { provider: "test", baseUrl: "${url}", ${account}state: "open" }`);
    await client.close();
    expect(inspect({ created })).toContain('state: "closed"');
    expect(inspect(new Proxy(client, {}), { showProxy: false })).not.toContain('#client');
  });

  it('shows no secret when it is inspected', async () => {
    const client = userClient();
    await client.accounts.set('ann', { accessToken: secrets.accessToken });
    const created = create(client);
    await created.things.get({ id: 'a' });
    const shown = inspect([created, created.things], { depth: 20, showHidden: true, getters: true });
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
  });
});

const clients = [
  ['createClient', () => createClient(provider(), endpoints)],
  ['createUserClient', () => userClient()],
  ...creations.map(([name, create]) => [name, () => create(userClient())] as const),
] as const;

describe.each(clients)('the methods of a client created by %s', (_, create) => {
  it('can be observed by vi.spyOn, and still call the API', async () => {
    const { things } = create();
    const spy = vi.spyOn(things, 'get');
    expect(await things.get({ id: 'a' })).toEqual({ id: 'a' });
    expect(spy).toHaveBeenCalledWith({ id: 'a' });
    spy.mockRestore();
    expect(await things.get({ id: 'a' })).toEqual({ id: 'a' });
    expect(spy).not.toHaveBeenCalled(); // counts from mockRestore on
  });

  it('can be replaced by vi.spyOn or by an assignment, without effect on other clients', async () => {
    const [replaced, other] = [create(), create()];
    vi.spyOn(replaced.things, 'get').mockImplementation((() => 'spy') as never);
    expect(replaced.things.get({ id: 'a' })).toBe('spy');
    Object.assign(replaced.things, { get: () => 'assigned' });
    expect(replaced.things.get({ id: 'a' })).toBe('assigned');
    Object.assign(replaced, { request: () => 'assigned' });
    expect(replaced.request('/a')).toBe('assigned');
    expect(await other.things.get({ id: 'a' })).toEqual({ id: 'a' });
  });
});

it('a client has its properties as its own, so that it can be spread', () => {
  const client = userClient();
  const own = ['health', 'close', 'withToken', 'accounts', 'oauth', 'withAccount'];
  const names = [...own, 'request', 'with', 'resetRateLimiter', 'things'];
  expect(Object.keys(client)).toEqual(names);
  expect(Object.keys(client.things)).toEqual(Object.keys(endpoints.things));
  expect({ ...client }.things).toBe(client.things);
});

it("an endpoint's wrap is called once per client, and its method keeps its name in errors", async () => {
  const wrap = (get: (params: object) => PromiseLike<unknown>) => ({ twice: () => Promise.all([get({}), get({})]) });
  const client = createClient(provider(), { things: { some: { ...endpoints.things.get, wrap } } });
  const some = client.things.some as unknown as ReturnType<typeof wrap>;
  expect(some).toBe(client.things.some);
  await expect(some.twice()).rejects.toMatchObject({ operation: 'things.some', code: 'invalid_params' });
});

it("an endpoint's wrap gets the methods beside it, of the same client", async () => {
  const { get } = endpoints.things;
  const wrap = (_: never, __: unknown, group: object) => () => group;
  const client = createUserClient(provider(), { things: { get, both: { ...get, wrap } } }, () => ({}));
  for (const { things } of [client, client.withAccount('ann')])
    expect((things.both as unknown as () => object)()).toBe(things);
});

it('a stored grant uses at most 1,500 bytes, no matter how many users have one', async () => {
  const client = userClient();
  const store = async (from: number, to: number) => {
    for (let user = from; user < to; user += 1)
      await client.accounts.set(`user ${user}`, { accessToken: `access-${user}` });
    await new Promise(setImmediate); // the target of a WeakRef that was read lives until the end of the turn
    collectGarbage();
    await new Promise(setImmediate); // entries of collected accounts are removed
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await store(0, 3000); // the last 1,000 accounts stay open
  const bytesEach = ((await store(3000, 8000)) - before) / 5000;
  expect(bytesEach).toBeLessThan(1500);
});

it('withAccount returns a client that is still held, even after many other accounts, and releases one that is not', async () => {
  const client = userClient();
  const held = client.withAccount('ann');
  const dropped = new WeakRef(client.withAccount('bob'));
  for (let index = 0; index < 1001; index += 1) client.withAccount(`user ${index}`);
  await new Promise(setImmediate); // the target of a WeakRef that was read lives until the end of the turn
  collectGarbage();
  expect(client.withAccount('ann')).toBe(held);
  expect(dropped.deref()).toBeUndefined();
});
