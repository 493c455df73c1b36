import { expect, test } from 'vitest';
import { testStream } from '../testing.ts';

const stream = testStream();
const scopes = ['analytics:read:games', 'analytics:read:extensions'];

const ask = (what: string, query = '', rank = 0) =>
  stream.get(`/analytics/${what}?${query}`, stream.as(rank, ...scopes));

test('a report covers the last year of a game, and all the time of an extension', async () => {
  const [game] = (await ask('games')).body.data;
  expect(game).toMatchObject({
    game_id: '500000',
    type: 'overview_v2',
    date_range: { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-12-30T00:00:00Z' },
  });
  const [extension] = (await ask('extensions')).body.data;
  expect(extension.date_range).toEqual({ started_at: '2018-01-31T00:00:00Z', ended_at: '2025-12-30T00:00:00Z' });
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
