import { beforeEach, describe, expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const [seeded, unplanned, amateur] = [0, 1, 501];
let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

interface Schedule {
  data: { segments: Row[]; vacation: object | null };
  pagination: { cursor?: string };
}

const read = (rank: number, query = '') => stream.get<Schedule>(`/schedule?broadcaster_id=${userId(rank)}${query}`);
const write = (rank: number, endpoint: string, query: string, body?: object) =>
  stream.call<Schedule>(userId(rank), `${endpoint}?broadcaster_id=${userId(rank)}&${query}`, body);
const add = (rank: number, body: object) => write(rank, 'POST /schedule/segment', '', body);
const change = (rank: number, id: string | undefined, body: object) =>
  write(rank, 'PATCH /schedule/segment', `id=${encodeURIComponent(id ?? '')}`, body);
const remove = (rank: number, id: string | undefined) =>
  write(rank, 'DELETE /schedule/segment', `id=${encodeURIComponent(id ?? '')}`);
const settle = (rank: number, query: string) => write(rank, 'PATCH /schedule/settings', query);

const single = { start_time: '2026-02-03T18:00:00Z', timezone: 'Europe/Berlin', duration: '90' };
const weekly = { ...single, is_recurring: true, category_id: '500613', title: 'weekly' };

test('a single show is moved, called off and taken up again', async () => {
  const [show] = (await add(unplanned, single)).body.data.segments;
  await change(unplanned, show?.id, { start_time: '2026-02-04T18:00:00Z' });
  for (const [is_canceled, canceled_until] of [
    [true, '2026-02-04T19:30:00Z'],
    [false, null],
  ]) {
    await change(unplanned, show?.id, { is_canceled });
    expect((await read(unplanned)).body.data.segments).toMatchObject([{ id: show?.id, canceled_until }]);
  }
});

describe('a weekly show', () => {
  test('comes back at the same local time, across daylight saving', async () => {
    const { segments } = (await add(unplanned, weekly)).body.data;
    const [game] = (await stream.get('/games?id=500613')).body.data;
    expect(segments).toEqual([
      expect.objectContaining({ is_recurring: true, category: { id: game.id, name: game.name } }),
    ]);
    const starts = (await read(unplanned, '&start_time=2026-03-20T00:00:00Z&first=3')).body.data.segments;
    expect(starts.map(({ start_time }) => start_time)).toEqual([
      '2026-03-24T18:00:00Z',
      '2026-03-31T17:00:00Z',
      '2026-04-07T17:00:00Z',
    ]);
  });

  test('is called off for the next time only, and changed and removed as a whole', async () => {
    await add(unplanned, weekly);
    const [, second] = (await read(unplanned)).body.data.segments;
    const canceled = (await change(unplanned, second?.id, { is_canceled: true })).body.data.segments;
    expect(canceled).toMatchObject([{ start_time: '2026-02-03T18:00:00Z', canceled_until: '2026-02-03T19:30:00Z' }]);
    await change(unplanned, second?.id, { title: 'other' });
    const all = (await read(unplanned, '&first=3')).body.data.segments;
    expect(all.map(({ title, canceled_until }) => [title, canceled_until !== null])).toEqual([
      ['other', true],
      ['other', false],
      ['other', false],
    ]);
    expect((await change(unplanned, second?.id, { start_time: single.start_time })).status).toBe(403);
    await remove(unplanned, second?.id);
    expect((await read(unplanned)).body.data.segments).toEqual([]);
    expect((await remove(unplanned, second?.id)).status).toBe(400);
  });

  test('is all that those may plan who earn nothing', async () => {
    expect((await add(amateur, single)).status).toBe(403);
    expect((await add(amateur, weekly)).status).toBe(200);
  });
});

test.each([
  [{ start_time: undefined }],
  [{ timezone: undefined }],
  [{ duration: undefined }],
  [{ start_time: 'soon' }],
  [{ timezone: 'Mars/Olympus' }],
  [{ duration: '29' }],
  [{ duration: '1381' }],
  [{ duration: 'long' }],
  [{ category_id: '1' }],
  [{ title: 'x'.repeat(141) }],
])('a segment with %j is refused', async (wrong) => {
  expect((await add(unplanned, { ...single, ...wrong })).status).toBe(400);
  expect((await read(unplanned)).status).toBe(404);
});

test('a vacation has an end after its start, and a time zone', async () => {
  const times = 'vacation_start_time=2026-05-01T00:00:00Z&vacation_end_time=2026-05-08T00:00:00Z';
  const backwards = 'vacation_start_time=2026-05-08T00:00:00Z&vacation_end_time=2026-05-01T00:00:00Z';
  for (const wrong of [times, `${times}&timezone=Mars/Olympus`, 'timezone=UTC', `${backwards}&timezone=UTC`])
    expect((await settle(seeded, `is_vacation_enabled=true&${wrong}`)).status).toBe(400);
  expect((await settle(seeded, 'vacation_start_time=may')).status).toBe(400);
  expect((await settle(unplanned, 'is_vacation_enabled=false')).status).toBe(404);
});

test('refusals', async () => {
  expect((await stream.get('/schedule')).status).toBe(400);
  for (const query of ['&first=26', '&start_time=now', '&id=nonsense'])
    expect((await read(seeded, query)).status).toBe(400);
  expect((await read(unplanned)).status).toBe(404);
  expect((await change(unplanned, 'nonsense', {})).status).toBe(404);
});

test('the calendar needs no token', async () => {
  await add(unplanned, { ...weekly, title: 'tea; biscuits, and a title far too long for a single line of a calendar' });
  const ask = (query: string) => stream.request<string>(`/helix/schedule/icalendar${query}`);
  const { status, headers, body } = await ask(`?broadcaster_id=${userId(unplanned)}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/calendar/);
  const lines = body.split('\r\n');
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const unfolded = body.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'DTSTART;TZID=/Europe/Berlin:20260203T190000',
      'DTEND;TZID=/Europe/Berlin:20260203T203000',
      'SUMMARY:tea\\; biscuits\\, and a title far too long for a single line of a calendar',
      'RRULE:FREQ=WEEKLY;BYDAY=TU',
      'END:VCALENDAR',
    ]),
  );
  expect((await ask('')).status).toBe(400);
  expect((await ask('?broadcaster_id=1')).status).toBe(400);
});
