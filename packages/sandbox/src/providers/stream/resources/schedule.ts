import type { Body } from '../body.ts';
import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { inRange } from '../query.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import { findSegment, type Schedule, type Segment, type Show, segmentsFrom } from '../world/schedules.ts';
import { isTimeZone } from '../world/time-zone.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { calendarOf } from './calendar.ts';
import { requireUser } from './moderated.ts';

const scopes = ['channel:manage:schedule'];
const titleLength = 140;
const minutesOfSegment = { least: 30, most: 1380 };

/** Schedules of broadcasts. */
export function scheduleEndpoints(world: World): Endpoint[] {
  const showSegment = ({ id, show, startAt, endAt }: Segment) => {
    const game = world.games().byId.get(show.categoryId);
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
    segments: segments.map(showSegment),
    ...named(world, 'broadcaster', id),
    vacation: vacation ? { start_time: timestamp(vacation.startAt), end_time: timestamp(vacation.endAt) } : null,
  });

  const find = (id: string) => world.schedules().of(id) ?? refuse(404, 'The broadcaster has no streaming schedule.');
  const mayPlanFreely = (id: string) => Boolean(world.users().byId.get(id)?.broadcaster_type);

  /** What a body says of a show, checked. */
  function readShow(body: Body): Partial<Show> {
    const startAt = body.time('start_time');
    const timezone = body.text('timezone');
    const duration = body.text('duration');
    const categoryId = body.text('category_id');
    const title = body.text('title');
    if (timezone !== undefined && !isTimeZone(timezone)) malformed('timezone', 'value must be an IANA time zone');
    if (duration !== undefined && !/^\d+$/.test(duration)) malformed('duration', 'value must be a numeric');
    const minutes =
      duration === undefined
        ? undefined
        : inRange('duration', Number(duration), minutesOfSegment.least, minutesOfSegment.most);
    if (categoryId && !world.games().byId.has(categoryId)) refuse(400, 'The ID in category_id was not found.');
    if (title !== undefined && [...title].length > titleLength)
      malformed('title', `the value must be no longer than ${titleLength} characters`);
    return {
      ...(startAt !== undefined && { startAt }),
      ...(timezone !== undefined && { timezone }),
      ...(minutes !== undefined && { minutes }),
      ...(categoryId !== undefined && { categoryId }),
      ...(title !== undefined && { title }),
    };
  }

  return [
    {
      method: 'GET',
      path: '/schedule',
      answer({ query, page }) {
        const id = query.requiredId('broadcaster_id');
        const ids = query.texts('id');
        const from = query.time('start_time') ?? world.now();
        const schedule = find(id);
        const asked = ids.map((each) => findSegment(schedule, each) ?? malformed('id', 'there is no such segment'));
        const { data, pagination } = page(ids.length > 0 ? asked : segmentsFrom(schedule, from), { maxSize: 25 });
        return { data: show(id, schedule, data), pagination };
      },
    },
    {
      method: 'GET',
      path: '/schedule/icalendar',
      token: 'none',
      answer({ query }) {
        const id = query.requiredId('broadcaster_id');
        requireUser(world, id, 'broadcaster_id');
        const text = calendarOf(world, id, world.schedules().of(id)?.shows ?? []);
        return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
      },
    },
    {
      method: 'PATCH',
      path: '/schedule/settings',
      token: 'user',
      scopes,
      answer(call) {
        const schedule = find(requireOwnId(call, 'broadcaster_id'));
        const { query } = call;
        const isEnabled = query.flag('is_vacation_enabled');
        const startAt = query.time('vacation_start_time');
        const endAt = query.time('vacation_end_time');
        const zone = query.text('timezone');
        if (zone && !isTimeZone(zone)) malformed('timezone', 'value must be an IANA time zone');
        if (isEnabled === false) delete schedule.vacation;
        if (!isEnabled) return undefined;
        if (startAt === undefined) return missing('vacation_start_time');
        if (endAt === undefined) return missing('vacation_end_time');
        if (!zone) missing('timezone');
        if (endAt <= startAt) refuse(400, 'The date in vacation_end_time must be later than vacation_start_time.');
        schedule.vacation = { startAt, endAt };
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/schedule/segment',
      token: 'user',
      scopes,
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        for (const name of ['start_time', 'timezone', 'duration']) call.body.requiredText(name);
        const { startAt = 0, timezone = '', minutes = 0, categoryId = '', title = '' } = readShow(call.body);
        const isRecurring = call.body.flag('is_recurring') ?? false;
        if (!isRecurring && !mayPlanFreely(id))
          refuse(403, 'Only partners and affiliates may add non-recurring segments.');
        const schedule = world.schedules().open(id);
        const rest = { startAt, timezone, minutes, categoryId, title, isRecurring };
        const added = world.schedules().add(schedule, rest);
        const segments = segmentsFrom({ shows: [added] }, startAt).slice(0, 1);
        return { data: show(id, schedule, segments) };
      },
    },
    {
      method: 'PATCH',
      path: '/schedule/segment',
      token: 'user',
      scopes,
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        const segmentId = call.query.requiredText('id');
        const schedule = find(id);
        const changed = findSegment(schedule, segmentId) ?? refuse(404, 'The segment was not found.');
        const changes = readShow(call.body);
        const isCanceled = call.body.flag('is_canceled');
        if (changes.startAt !== undefined && (changed.show.isRecurring || !mayPlanFreely(id)))
          refuse(403, 'Only partners and affiliates may move a segment, and only a non-recurring one.');
        Object.assign(changed.show, changes);
        // Of a weekly show the next time is called off, whichever time was named.
        const [next = changed] = changed.show.isRecurring
          ? segmentsFrom({ shows: [changed.show] }, world.now())
          : segmentsFrom({ shows: [changed.show] }, 0);
        if (isCanceled) changed.show.canceled.add(next.startAt);
        if (isCanceled === false) changed.show.canceled.delete(next.startAt);
        const shown = isCanceled === undefined ? (findSegment(schedule, segmentId) ?? next) : next;
        return { data: show(id, schedule, [shown]) };
      },
    },
    {
      method: 'DELETE',
      path: '/schedule/segment',
      token: 'user',
      scopes,
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        const segmentId = call.query.requiredText('id');
        const { shows } = world.schedules().open(id);
        const found = findSegment({ shows }, segmentId) ?? malformed('id', 'there is no such segment');
        shows.splice(shows.indexOf(found.show), 1);
        return undefined;
      },
    },
  ];
}
