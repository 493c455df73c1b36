import { createSandbox, type Sandbox } from '@x/sandbox';
import { describeEndpoints, type EndpointTable } from '@x/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStreamClient, endpoints, type StreamClient } from './index.ts';

let sandbox: Sandbox;
let stream: StreamClient;

beforeAll(async () => {
  sandbox = await createSandbox();
  stream = createStreamClient({ ...sandbox.options.stream, retries: 0, clock: sandbox.clock });
});
afterAll(() => sandbox.close());

/** Each endpoint: a call that must work, and one that must be refused before any request. */
const table: EndpointTable = {
  'streams.list': {
    works: async () => {
      const all = await stream.streams.list({ first: 100 }).toArray({ limit: 1000 });
      expect(all.length).toBeGreaterThanOrEqual(500);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const viewers = all.map(({ viewer_count }) => viewer_count);
      expect(viewers).toEqual([...viewers].sort((a, b) => b - a));
    },
    refused: () => stream.streams.list({ first: 101 }),
  },
  'games.top': {
    works: async () => {
      const page = await stream.games.top({ first: 5 });
      const next = await stream.games.top({ first: 5 }, { cursor: page.next as string });
      expect([page.items.length, next.items.length]).toEqual([5, 5]);
      expect(next.items).not.toEqual(page.items);
    },
    refused: () => stream.games.top({ first: 0 }),
  },
  'games.list': {
    works: async () => {
      const [game] = (await stream.games.top({ first: 1 })).items;
      const page = await stream.games.list({ name: [game?.name ?? '', 'No Such Game'], id: '1' });
      expect(page.items).toEqual([game]);
      expect(page.missing).toEqual(['1', 'No Such Game']);
    },
    refused: () => stream.games.list(),
  },
  'users.list': {
    works: async () => {
      const live = await stream.streams.list({ first: 100 }).toArray({ limit: 150 });
      const pages = await Array.fromAsync(
        stream.users.list({ login: live.map(({ user_login }) => user_login) }).pages(),
      );
      expect(pages.map(({ items }) => items.length)).toEqual([100, 50]);
      expect(pages.flatMap(({ missing }) => missing)).toEqual([]);
    },
    refused: () => stream.users.list({ login: [3] } as never),
  },
  'channels.list': {
    works: async () => {
      const [live] = (await stream.streams.list({ first: 1 })).items;
      const { items } = await stream.channels.list({ broadcaster_id: live?.user_id ?? '' });
      expect(items).toMatchObject([{ broadcaster_id: live?.user_id, title: live?.title }]);
    },
    refused: () => stream.channels.list({} as never),
  },
  'clips.list': {
    works: async () => {
      const [live] = (await stream.streams.list({ first: 1 })).items;
      const { items } = await stream.clips.list({ broadcaster_id: live?.user_id ?? '' });
      for (const clip of items) expect(clip.broadcaster_id).toBe(live?.user_id);
      const [clip] = items;
      const found = await stream.clips.list({ id: [clip?.id ?? '', 'NoSuchClip'] });
      expect([found.items, found.missing]).toEqual([[clip], ['NoSuchClip']]);
    },
    refused: () => stream.clips.list({ game_id: '1', broadcaster_id: '2' }),
  },
  'search.channels': {
    works: async () => {
      const [live] = (await stream.streams.list({ first: 1 })).items;
      const { items } = await stream.search.channels({ query: live?.user_login ?? '' });
      expect(items.map(({ id }) => id)).toContain(live?.user_id);
    },
    refused: () => stream.search.channels({} as never),
  },
  'search.categories': {
    works: async () => {
      const [game] = (await stream.games.top({ first: 1 })).items;
      const { items } = await stream.search.categories({ query: game?.name ?? '' });
      expect(items.map(({ id }) => id)).toContain(game?.id);
    },
    refused: () => stream.search.categories({ query: 'x', live_only: true } as never),
  },
};

describeEndpoints(endpoints, {
  table,
  client: () => stream,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});

describe('tokens', () => {
  it('200 concurrent first calls make one token request, and one more after expiry', async () => {
    const { options, clock, requests, controls } = await createSandbox({ listen: false });
    const client = createStreamClient({ ...options.stream, clock });
    const many = () => Promise.all(Array.from({ length: 200 }, () => client.streams.list({ first: 1 })));
    const tokenRequests = () => requests.filter(({ path }) => path === '/id/oauth2/token').length;
    await many();
    expect(tokenRequests()).toBe(1);
    await clock.advance(61 * 24 * 3600_000);
    await many();
    expect(tokenRequests()).toBe(2);
    controls.stream.expireTokens(); // as the platform may at any time: the 401 is answered by one new token
    await many();
    expect(tokenRequests()).toBe(3);
  });

  it('says that the secret is wrong, without saying it', async () => {
    const client = createStreamClient({ ...sandbox.options.stream, clientSecret: 'wrong-secret-123' });
    const error = await client.games.top().then(String, (reason: Error) => reason);
    expect(error).toMatchObject({ code: 'unauthenticated', status: 403, operation: 'games.top' });
    const shown = `${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(shown).toContain('Check clientId and clientSecret');
    expect(shown).not.toContain('wrong-secret-123');
  });
});

describe('the rate limit', () => {
  it('is kept by itself: 820 calls at full speed see no 429', async () => {
    const { options, clock, requests } = await createSandbox({ listen: false });
    const client = createStreamClient({ ...options.stream, clock });
    await Promise.all(Array.from({ length: 820 }, () => client.games.top({ first: 1 })));
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(client.rateLimit?.limit).toBe(800);
  }, 20_000);

  it('a 429 with points left is not waited on', async () => {
    const { options, clock } = await createSandbox({
      listen: false,
      stream: { endpointLimits: { 'GET /clips': { limit: 1, windowMs: 60_000 } } },
    });
    const client = createStreamClient({ ...options.stream, clock, retries: 3 });
    const [game] = (await client.games.top({ first: 1 })).items;
    const query = { game_id: game?.id ?? '' };
    await client.clips.list(query);
    await expect(client.clips.list(query)).rejects.toMatchObject({ code: 'rate_limited', retryable: false });
  });
});
