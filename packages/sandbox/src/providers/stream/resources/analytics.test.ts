import { expect, test } from 'vitest';
import { testStream } from '../testing.ts';

const stream = testStream();
const scopes = ['analytics:read:games', 'analytics:read:extensions'];

const ask = (what: string, query = '', rank = 0) =>
  stream.get(`/analytics/${what}?${query}`, stream.as(rank, ...scopes));

test('the owner sees a report for each game, at most twenty at once; others see none', async () => {
  const { data, pagination } = (await ask('games', 'first=100')).body;
  expect(data.length).toBe(20);
  expect((await ask('games', `first=100&after=${pagination.cursor}`)).body.data.length).toBe(5);
  expect(data[0]).toEqual({
    game_id: '500000',
    URL: expect.stringMatching(/^https:.*\.csv$/),
    type: 'overview_v2',
    date_range: { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-12-30T00:00:00Z' },
  });
  expect((await ask('games', 'game_id=500613')).body.data.map(({ game_id }) => game_id)).toEqual(['500613']);
  expect((await ask('games', '', 1)).body).toEqual({ data: [], pagination: {} });
  expect((await ask('extensions')).body.data).toEqual([
    expect.objectContaining({
      extension_id: stream.clientId,
      date_range: { started_at: '2018-01-31T00:00:00Z', ended_at: '2025-12-30T00:00:00Z' },
    }),
  ]);
});

test.each([
  ['2025-11-01T00:00:00Z', '2025-11-03T00:00:00Z', '2025-11-01T00:00:00Z', '2025-11-03T00:00:00Z'],
  ['2020-11-01T00:00:00Z', '2025-11-03T00:00:00Z', '2025-01-01T00:00:00Z', '2025-11-03T00:00:00Z'],
  ['2025-12-30T00:00:00Z', '2026-01-01T00:00:00Z', '2025-12-30T00:00:00Z', '2025-12-30T00:00:00Z'],
])('from %s to %s there is data from %s to %s', async (from, to, started_at, ended_at) => {
  const { body } = await ask('games', `started_at=${from}&ended_at=${to}&first=1`);
  expect(body.data[0]?.date_range).toEqual({ started_at, ended_at });
});

test.each([
  ['games', 'started_at=2025-11-01T00:00:00Z', 400],
  ['games', 'ended_at=2025-11-01T00:00:00Z', 400],
  ['games', 'started_at=2025-11-02T00:00:00Z&ended_at=2025-11-01T00:00:00Z', 400],
  ['games', 'type=overview_v1', 400],
  ['games', 'first=101', 400],
  ['games', 'game_id=1', 404],
  ['extensions', 'extension_id=other', 404],
])('%s?%s gets status %i', async (what, query, status) => {
  expect((await ask(what, query)).status).toBe(status);
});
