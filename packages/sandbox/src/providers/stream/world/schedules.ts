import { showTitles } from '../../../data/stream-extras.ts';
import type { WorldContext } from './context.ts';
import type { Games } from './games.ts';
import { shiftDays } from './time-zone.ts';
import { pickEarly, uuid } from './values.ts';

/** A planned broadcast, or one that comes back every week at the same local time. */
export interface Show {
  readonly id: string;
  /** Unix milliseconds of the first time. */
  startAt: number;
  minutes: number;
  timezone: string;
  title: string;
  categoryId: string;
  readonly isRecurring: boolean;
  /** The starts that are called off, Unix milliseconds. */
  readonly canceled: Set<number>;
}

/** One time a show is on. */
export interface Segment {
  readonly id: string;
  readonly show: Show;
  readonly startAt: number;
  readonly endAt: number;
}

/** When a channel is on air. */
export interface Schedule {
  readonly shows: Show[];
  /** Unix milliseconds. */
  vacation?: { readonly startAt: number; readonly endAt: number };
}

/** The schedules of all channels. */
export interface Schedules {
  of(broadcasterId: string): Schedule | undefined;
  /** The channel's schedule, a new one if it has none. */
  open(broadcasterId: string): Schedule;
  add(schedule: Schedule, show: Omit<Show, 'id' | 'canceled'>): Show;
}

const hour = 3_600_000;
const weeksAhead = 26;

/** Makes a schedule of two weekly shows for every other channel. */
export function createSchedules({ random, world, epoch }: WorldContext<{ games(): Games }>): Schedules {
  const schedules = new Map<string, Schedule | undefined>();
  const ids = random('schedules');

  function make(broadcasterId: string): Schedule | undefined {
    const draw = random(`schedules/${broadcasterId}`);
    const rank = world.users().all.findIndex((user) => user.id === broadcasterId);
    if (rank < 0 || rank % 2 > 0) return undefined;
    const midnight = Math.floor(epoch / (24 * hour)) * 24 * hour;
    const shows = draw.sample([1, 2, 3, 4, 5, 6], 2).map((days) => ({
      id: uuid(draw),
      startAt: midnight - (7 - days) * 24 * hour + draw.int(14, 22) * hour,
      minutes: draw.pick([60, 120, 180, 240]),
      timezone: draw.pick(['America/New_York', 'Europe/Berlin', 'Asia/Seoul']),
      title: draw.pick(showTitles),
      categoryId: draw.int(1, 4) === 1 ? '' : pickEarly(draw, world.games().all, 3).id,
      isRecurring: true,
      canceled: new Set<number>(),
    }));
    return { shows };
  }

  function of(broadcasterId: string): Schedule | undefined {
    if (!schedules.has(broadcasterId)) schedules.set(broadcasterId, make(broadcasterId));
    return schedules.get(broadcasterId);
  }

  return {
    of,
    open(broadcasterId) {
      const schedule = of(broadcasterId) ?? { shows: [] };
      schedules.set(broadcasterId, schedule);
      return schedule;
    },
    add(schedule, rest) {
      const show = { ...rest, id: uuid(ids), canceled: new Set<number>() };
      schedule.shows.push(show);
      return show;
    },
  };
}

/** The segments that start at `from` (Unix milliseconds) or later, half a year of them, in order. */
export function segmentsFrom({ shows }: Schedule, from: number): Segment[] {
  const weeks = Array.from({ length: weeksAhead }, (_, week) => week);
  return shows
    .flatMap((show) => {
      if (!show.isRecurring) return [segmentAt(show, show.startAt)];
      const past = Math.max(0, Math.floor((from - show.startAt) / (7 * 24 * hour)));
      return weeks.map((week) => segmentAt(show, shiftDays(show.startAt, 7 * (past + week), show.timezone)));
    })
    .filter(({ startAt }) => startAt >= from)
    .sort((one, other) => one.startAt - other.startAt);
}

/** The segment a segment id names, if there is such a show. */
export function findSegment({ shows }: Schedule, id: string): Segment | undefined {
  const [, showId, start] =
    /^\{"segmentID":"([^"]+)","start":(\d+)\}$/.exec(Buffer.from(id, 'base64').toString()) ?? [];
  const show = shows.find((each) => each.id === showId);
  return show && segmentAt(show, show.isRecurring ? Number(start) : show.startAt);
}

function segmentAt(show: Show, startAt: number): Segment {
  // A one-time show keeps its id when it is put off.
  const start = show.isRecurring ? startAt : 0;
  const id = Buffer.from(JSON.stringify({ segmentID: show.id, start })).toString('base64');
  return { id, show, startAt, endAt: startAt + show.minutes * 60_000 };
}
