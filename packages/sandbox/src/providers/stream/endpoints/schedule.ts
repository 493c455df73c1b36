import data from '../data/stream.json' with { type: 'json' };
import { day, hour, perKey, pickEarly, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { inRange, limitValue } from '../request/query.ts';

const titleLength = 140;
const minutesOfSegment = { least: 30, most: 1380 };
const weeksAhead = 26;

/** A planned broadcast, or one that repeats every week at the same local time. */
interface Show {
  readonly id: string;
  /** First start, in Unix milliseconds. */
  startAt: number;
  minutes: number;
  timezone: string;
  title: string;
  categoryId: string;
  readonly isRecurring: boolean;
  /** Canceled starts, in Unix milliseconds. */
  readonly canceled: Set<number>;
}

const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Whether `name` is in the time zone database. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the time `days` after `at` (Unix milliseconds) at the same time of day in `zone`, even if clocks change. */
function shiftDays(at: number, days: number, zone: string): number {
  const shifted = at + days * day;
  const same = shifted + offset(at, zone) - offset(shifted, zone);
  // A time that the change to daylight saving time skips is an hour later.
  return offset(same, zone) === offset(shifted, zone) ? same : shifted;
}

/** Returns the milliseconds that clocks in `zone` are ahead of UTC. */
function offset(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000;
  const text = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return Date.parse(`${text.replace(' ', 'T')}Z`) - minute;
}

/** Returns a channel's shows as a calendar file. `categoryOf` returns the name of a show's category. */
function calendarOf(name: string, shows: readonly Show[], now: number, categoryOf: (show: Show) => string): string {
  const events = shows.flatMap((show) => {
    const zone = show.timezone;
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: zone }).format(show.startAt);
    return [
      'BEGIN:VEVENT',
      `UID:${show.id}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART;TZID=/${zone}:${localStamp(show.startAt, zone)}`,
      `DTEND;TZID=/${zone}:${localStamp(show.startAt + show.minutes * 60_000, zone)}`,
      `SUMMARY:${escapeText(show.title)}`,
      `DESCRIPTION:${escapeText(categoryOf(show))}.`,
      ...(show.isRecurring ? [`RRULE:FREQ=WEEKLY;BYDAY=${weekday.slice(0, 2).toUpperCase()}`] : []),
      ...[...show.canceled].map((at) => `EXDATE;TZID=/${zone}:${localStamp(at, zone)}`),
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//stream.example//Schedule//1.0',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Returns the local time in `zone`, as calendar files write it. */
function localStamp(at: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return text.replaceAll(/[-:]/g, '').replace(' ', 'T');
}

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** Planned broadcasts of a channel. */
interface Schedule {
  readonly shows: Show[];
  vacation?: { readonly start_time: string; readonly end_time: string };
}

type Segment = ReturnType<typeof segmentAt>;

/** Returns one occurrence of a show. */
function segmentAt(show: Show, startAt: number) {
  // A one-time show keeps its ID when it is moved.
  const start = show.isRecurring ? startAt : 0;
  const id = Buffer.from(JSON.stringify({ segmentID: show.id, start })).toString('base64');
  return { id, show, startAt, endAt: startAt + show.minutes * 60_000 };
}

/** Returns half a year of segments that start at `from` (Unix milliseconds) or later, in order. */
function segmentsFrom(shows: readonly Show[], from: number): Segment[] {
  return shows
    .flatMap((show) => {
      if (!show.isRecurring) return [segmentAt(show, show.startAt)];
      const past = Math.max(0, Math.floor((from - show.startAt) / (7 * day)));
      return Array.from({ length: weeksAhead }, (_, week) =>
        segmentAt(show, shiftDays(show.startAt, 7 * (past + week), show.timezone)),
      );
    })
    .filter(({ startAt }) => startAt >= from)
    .sort((one, other) => one.startAt - other.startAt);
}

/** Returns the segment that a segment ID names, if its show exists. */
function findSegment({ shows }: Schedule, id: string): Segment | undefined {
  const [, showId, start] =
    /^\{"segmentID":"([^"]+)","start":(\d+)\}$/.exec(Buffer.from(id, 'base64').toString()) ?? [];
  const show = shows.find((each) => each.id === showId);
  return show && segmentAt(show, show.isRecurring ? Number(start) : show.startAt);
}

/** Creates the generated schedule of a channel. Every second channel has none. */
function makeSchedule({ random, epoch, users, games }: World, broadcasterId: string): Schedule | undefined {
  const draw = random(`schedules/${broadcasterId}`);
  const rank = users().all.findIndex(({ id }) => id === broadcasterId);
  if (rank < 0 || rank % 2 > 0) return undefined;
  const midnight = Math.floor(epoch / day) * day;
  const shows = draw.sample([1, 2, 3, 4, 5, 6], 2).map((days) => ({
    id: uuid(draw),
    startAt: midnight - (7 - days) * day + draw.int(14, 22) * hour,
    minutes: draw.pick([60, 120, 180, 240]),
    timezone: draw.pick(['America/New_York', 'Europe/Berlin', 'Asia/Seoul']),
    title: draw.pick(data.showTitles),
    categoryId: draw.int(1, 4) === 1 ? '' : pickEarly(draw, games().generated, 3).id,
    isRecurring: true,
    canceled: new Set<number>(),
  }));
  return { shows };
}

/** Endpoints of schedules. Every other channel has one, with two weekly shows. */
export function scheduleEndpoints(world: World): Endpoints {
  const { random, now, games, named, isPaid } = world;
  const ids = random('schedules');

  const scheduleOf = perKey((broadcasterId) => makeSchedule(world, broadcasterId));
  const find = (id: string) => scheduleOf(id) ?? refuse(404, 'The broadcaster has no streaming schedule.');

  const showSegment = ({ id, show, startAt, endAt }: Segment) => {
    const game = games().byId.get(show.categoryId);
    return {
      id,
      start_time: timestamp(startAt),
      end_time: timestamp(endAt),
      title: show.title,
      canceled_until: show.canceled.has(startAt) ? timestamp(endAt) : null,
      category: game ? { id: game.id, name: game.name } : null,
      is_recurring: show.isRecurring,
    };
  };
  const show = (id: string, { vacation }: Schedule, segments: readonly Segment[]) => ({
    data: { segments: segments.map(showSegment), ...named('broadcaster', id), vacation: vacation ?? null },
  });

  return {
    'GET /schedule'({ query, page }) {
      const id = query.requiredId('broadcaster_id');
      const asked = query.texts('id');
      const from = query.time('start_time') ?? now();
      const schedule = find(id);
      const segments = asked.map((each) => findSegment(schedule, each) ?? malformed('id', 'there is no such segment'));
      const { data, pagination } = page(asked.length > 0 ? segments : segmentsFrom(schedule.shows, from));
      return { ...show(id, schedule, data), pagination };
    },
    'GET /schedule/icalendar'({ namedId: id }) {
      const { shows } = scheduleOf(id) ?? { shows: [] };
      const categoryOf = ({ categoryId }: Show) => games().byId.get(categoryId)?.name ?? '';
      const text = calendarOf(named('user', id).user_name, shows, now(), categoryOf);
      return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
    },
    'PATCH /schedule/settings'({ ownId, query }) {
      const schedule = find(ownId);
      const isEnabled = query.flag('is_vacation_enabled');
      const startAt = query.time('vacation_start_time');
      const endAt = query.time('vacation_end_time');
      const zone = query.text('timezone');
      if (zone && !isTimeZone(zone)) malformed('timezone', 'value must be an IANA time zone');
      if (isEnabled === false) delete schedule.vacation;
      if (!isEnabled) return;
      if (startAt === undefined) return missing('vacation_start_time');
      if (endAt === undefined) return missing('vacation_end_time');
      if (!zone) missing('timezone');
      if (endAt <= startAt) refuse(400, 'The date in vacation_end_time must be later than vacation_start_time.');
      schedule.vacation = { start_time: timestamp(startAt), end_time: timestamp(endAt) };
    },
    'POST /schedule/segment'({ ownId, body }) {
      for (const name of ['start_time', 'timezone', 'duration']) body.requiredText(name);
      const empty = { startAt: 0, timezone: '', minutes: 0, categoryId: '', title: '' };
      const wanted = { ...empty, ...readShow(world, body) };
      const isRecurring = body.flag('is_recurring') ?? false;
      if (!isRecurring && !isPaid(ownId)) refuse(403, 'Only partners and affiliates may add non-recurring segments.');
      const schedule = scheduleOf(ownId) ?? { shows: [] };
      scheduleOf.set(ownId, schedule);
      const added: Show = { ...wanted, isRecurring, id: uuid(ids), canceled: new Set() };
      schedule.shows.push(added);
      return show(ownId, schedule, segmentsFrom([added], added.startAt).slice(0, 1));
    },
    'PATCH /schedule/segment'({ ownId, query, body }) {
      const segmentId = query.requiredText('id');
      const schedule = find(ownId);
      const changed = findSegment(schedule, segmentId) ?? refuse(404, 'The segment was not found.');
      const changes = readShow(world, body);
      const isCanceled = body.flag('is_canceled');
      if (changes.startAt !== undefined && (changed.show.isRecurring || !isPaid(ownId)))
        refuse(403, 'Only partners and affiliates may move a segment, and only a non-recurring one.');
      Object.assign(changed.show, changes);
      // The next occurrence of a weekly show is canceled, no matter which one was named.
      const [next = changed] = segmentsFrom([changed.show], changed.show.isRecurring ? now() : 0);
      if (isCanceled) changed.show.canceled.add(next.startAt);
      if (isCanceled === false) changed.show.canceled.delete(next.startAt);
      return show(ownId, schedule, [isCanceled === undefined ? (findSegment(schedule, segmentId) ?? next) : next]);
    },
    'DELETE /schedule/segment'({ ownId, query }) {
      const segmentId = query.requiredText('id');
      const schedule = scheduleOf(ownId) ?? { shows: [] };
      const found = findSegment(schedule, segmentId) ?? malformed('id', 'there is no such segment');
      schedule.shows.splice(schedule.shows.indexOf(found.show), 1);
    },
  };
}

/** Reads and checks the fields of a show in a body. */
function readShow({ games }: World, body: Body): Partial<Show> {
  const startAt = body.time('start_time');
  const timezone = body.text('timezone');
  const duration = body.text('duration');
  const categoryId = body.text('category_id');
  const title = body.text('title');
  if (timezone !== undefined && !isTimeZone(timezone)) malformed('timezone', 'value must be an IANA time zone');
  if (duration !== undefined && !/^\d+$/.test(duration)) malformed('duration', 'value must be a numeric');
  const { least, most } = minutesOfSegment;
  const minutes = duration === undefined ? undefined : inRange('duration', Number(duration), least, most);
  if (categoryId && !games().byId.has(categoryId)) refuse(400, 'The ID in category_id was not found.');
  limitValue('title', title, titleLength);
  const given = Object.entries({ startAt, timezone, minutes, categoryId, title });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
