import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { ScheduleSegment } from '../src/index.ts';
import { type Cases, day, idsOf, row, type Stage, type StreamCalls } from './stage.ts';

/** Plans a weekly show of the channel. */
async function plan(stage: Stage, stream: StreamCalls): Promise<ScheduleSegment> {
  const show = {
    start_time: stage.timeIn(day),
    timezone: 'Europe/Berlin',
    duration: '90',
    title: 'planned',
    is_recurring: true,
  };
  const { segments } = await stream.schedule.segments.create({ ...stage.ownChannel, ...show });
  return segments?.[0] ?? expect.unreachable('nothing was planned');
}

const segmentOf = async (stage: Stage, stream: StreamCalls, id: string) =>
  (await stream.schedule.segments.list({ ...stage.ownChannel, id })).items[0];

/** Schedules. */
export const schedule: Cases = {
  'schedule.segments.list': row({
    given: (client, stage) => plan(stage, client),
    async works(stream, { given: planned, ownChannel, timeIn }) {
      const page = await stream.schedule.segments.list({ ...ownChannel, first: 25 });
      const all = await stream.schedule.segments.list({ ...ownChannel, first: 25 }).toArray({ limit: 1000 });
      expect(all.slice(0, 25)).toEqual(page.items);
      expect(all.length).toBeGreaterThan(50);
      expect(new Set(idsOf(all)).size).toBe(all.length);
      const starts = all.map(({ start_time }) => start_time);
      expect(starts).toEqual(starts.toSorted());
      expect(all).toContainEqual(planned);
      expect(page.raw).toMatchObject({ data: { ...ownChannel, vacation: null } });
      const later = await stream.schedule.segments.list({ ...ownChannel, start_time: timeIn(30 * day) });
      expect(later.items[0]).toEqual(all.find(({ start_time }) => start_time >= timeIn(30 * day)));
      const chosen = [planned, ...all.filter(({ id }) => id !== planned.id)].slice(0, 101);
      const found = await stream.schedule.segments.list({ ...ownChannel, id: idsOf(chosen) }).toArray({ limit: 1000 });
      expect(found).toEqual(chosen);
    },
    refused: (stream, { ownChannel }) => stream.schedule.segments.list({ ...ownChannel, first: 26 }),
  }),
  'schedule.segments.create': row({
    given: (stream) => stream.games.top({ first: 1 }),
    async works(
      stream,
      {
        given: {
          items: [game],
        },
        ...stage
      },
    ) {
      const start_time = stage.timeIn(2 * day);
      const when = { start_time, timezone: 'America/New_York', duration: '60' };
      const { segments, ...schedule } = await stream.schedule.segments.create({
        ...stage.ownChannel,
        ...when,
        category_id: game?.id ?? '',
        title: 'a special',
      });
      expect(schedule).toMatchObject({ ...stage.ownChannel, vacation: null });
      expect(segments).toMatchObject([
        { start_time, title: 'a special', category: { id: game?.id, name: game?.name }, is_recurring: false },
      ]);
      const [made] = segments ?? [];
      expect(Date.parse(made?.end_time ?? '') - Date.parse(start_time)).toBe(3_600_000);
      expect(await segmentOf(stage, stream, made?.id ?? '')).toEqual(made);
    },
    refused: (stream, { ownChannel, timeIn }) =>
      stream.schedule.segments.create({ ...ownChannel, start_time: timeIn(0), timezone: 'UTC', duration: '20' }),
  }),
  'schedule.segments.update': row({
    given: (client, stage) => plan(stage, client),
    async works(stream, { given: { id, end_time }, ...stage }) {
      const { segments } = await stream.schedule.segments.update({
        ...stage.ownChannel,
        id,
        title: 'changed',
        duration: '30',
      });
      const [changed] = segments ?? [];
      expect(changed).toMatchObject({ id, title: 'changed' });
      expect(Date.parse(end_time) - Date.parse(changed?.end_time ?? '')).toBe(60 * 60_000);
      expect(await segmentOf(stage, stream, id)).toEqual(changed);
      await stream.schedule.segments.update({ ...stage.ownChannel, id, is_canceled: true });
      expect(await segmentOf(stage, stream, id)).toEqual({ ...changed, canceled_until: changed?.end_time });
      await stream.schedule.segments.update({ ...stage.ownChannel, id, is_canceled: false });
      expect(await segmentOf(stage, stream, id)).toEqual(changed);
    },
    refused: (stream, { ownChannel }) => stream.schedule.segments.update({ ...ownChannel, id: 'x', duration: '1381' }),
  }),
  'schedule.segments.delete': row({
    given: (client, stage) => plan(stage, client),
    async works(stream, { given: { id }, ...stage }) {
      await stream.schedule.segments.delete({ ...stage.ownChannel, id });
      expect(await failure(segmentOf(stage, stream, id))).toMatchObject({ code: 'rejected' });
      const all = await stream.schedule.segments.list({ ...stage.ownChannel, first: 25 }).toArray({ limit: 1000 });
      expect(idsOf(all)).not.toContain(id);
    },
    refused: (stream) => stream.schedule.segments.delete({ id: 'x' } as never),
  }),
  'schedule.settings.update': row({
    given: async (_, { timeIn }) => ({ vacation_start_time: timeIn(10 * day), vacation_end_time: timeIn(20 * day) }),
    async works(stream, { given: times, ownChannel }) {
      const vacation = async () => {
        const { raw } = await stream.schedule.segments.list(ownChannel);
        return (raw as { data: { vacation: unknown } }).data.vacation;
      };
      await stream.schedule.settings.update({
        ...ownChannel,
        is_vacation_enabled: true,
        timezone: 'Asia/Seoul',
        ...times,
      });
      expect(await vacation()).toEqual({ start_time: times.vacation_start_time, end_time: times.vacation_end_time });
      const unbounded = { ...ownChannel, is_vacation_enabled: true };
      expect(await failure(stream.schedule.settings.update(unbounded))).toMatchObject({ code: 'rejected' });
      await stream.schedule.settings.update({ ...ownChannel, is_vacation_enabled: false });
      expect(await vacation()).toBeNull();
    },
    refused: (stream, { ownChannel }) =>
      stream.schedule.settings.update({ ...ownChannel, is_vacation_enabled: 'yes' as never }),
  }),
  'schedule.icalendar': row({
    given: (client, stage) => plan(stage, client),
    async works(stream, { given: { start_time }, ownChannel }) {
      const text = await stream.schedule.icalendar(ownChannel);
      const lines = text.split('\r\n');
      expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
      expect(lines).toContain('SUMMARY:planned');
      const hour = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', hour: '2-digit' }).format(
        Date.parse(start_time),
      );
      const date = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(Date.parse(start_time));
      expect(text).toContain(`DTSTART;TZID=/Europe/Berlin:${date.replaceAll('-', '')}T${hour}`);
    },
    refused: (stream) => stream.schedule.icalendar({} as never),
  }),
};
