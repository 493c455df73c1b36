import { mock } from 'node:test';
import { describe, expect, it, vi } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, testProvider } from '../../test/test-kit.ts';

const bodies: Readonly<Record<string, unknown>> = { '/things': { data: [{ id: 'real' }] }, '/mine': { id: 'real' } };
const fetch = async (input: string | URL | Request) =>
  Response.json(
    bodies[new URL(input instanceof Request ? input.url : input).pathname] ?? { access_token: 'tok-123456' },
  );

async function open() {
  const root = createUserClient(testProvider('http://test.invalid', { fetch }), endpoints, () => ({}));
  await root.accounts.set('ann', { accessToken: 'tok-abcdef' });
  return root;
}

const items = async (client: Awaited<ReturnType<typeof open>>) => (await client.things.list()).items;
const fake = (() => Promise.resolve({ items: [{ id: 'fake' }] })) as never;

describe.each<[string, (client: Awaited<ReturnType<typeof open>>) => { restore(): void; calls(): number }]>([
  [
    'vi.spyOn',
    ({ things }) => {
      const spy = vi.spyOn(things, 'list').mockImplementation(fake);
      return { restore: () => spy.mockRestore(), calls: () => spy.mock.calls.length };
    },
  ],
  [
    "Node's mock.method",
    ({ things }) => {
      const { mock: spy } = mock.method(things, 'list', fake);
      return { restore: () => spy.restore(), calls: () => spy.callCount() };
    },
  ],
  [
    'an assignment',
    ({ things }) => {
      const { list } = things;
      let calls = 0;
      const replaced = () => {
        calls += 1;
        return (fake as () => unknown)();
      };
      (things as { list: unknown }).list = replaced;
      return {
        restore() {
          (things as { list: unknown }).list = list;
        },
        calls: () => calls,
      };
    },
  ],
])('a client method replaced by %s', (_, replace) => {
  it('is called until it is restored, and can be replaced again', async () => {
    const client = await open();
    for (let round = 0; round < 2; round += 1) {
      const { restore, calls } = replace(client);
      expect(await items(client)).toEqual([{ id: 'fake' }]);
      expect(calls()).toBe(1);
      restore();
      expect(await items(client)).toEqual([{ id: 'real' }]);
    }
  });

  it('stays real on other clients, and can be replaced after it was called', async () => {
    const [client, other] = [await open(), await open()];
    expect(await items(client)).toEqual([{ id: 'real' }]);
    const { restore } = replace(client);
    expect(await items(other)).toEqual([{ id: 'real' }]);
    expect(await items(client)).toEqual([{ id: 'fake' }]);
    restore();
    expect(await items(client)).toEqual([{ id: 'real' }]);
  });
});

describe('withAccount', () => {
  it('returns the same client while it is held, so that its methods can be replaced', async () => {
    const client = await open();
    const spy = vi.spyOn(client.withAccount('ann').things, 'mine').mockResolvedValue({ id: 'fake' } as never);
    expect(client.withAccount('ann')).toBe(client.withAccount('ann'));
    expect(client.withAccount('ann')).not.toBe(client.withAccount('bob'));
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'fake' });
    spy.mockRestore();
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'real' });
  });

  it('returns another client if other options are bound', async () => {
    const client = await open();
    const bound = client.with({ retries: 1 });
    expect(bound.withAccount('ann')).toBe(bound.withAccount('ann'));
    expect(bound.withAccount('ann')).not.toBe(client.withAccount('ann'));
  });
});
