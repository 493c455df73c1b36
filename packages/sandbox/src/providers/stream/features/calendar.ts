import { day } from '../world/values.ts';

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

const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Whether `name` is in the time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The time `days` after `at` (Unix milliseconds) that clocks in `zone` show alike, whatever daylight saving does. */
export function shiftDays(at: number, days: number, zone: string): number {
  const shifted = at + days * day;
  return shifted + offset(at, zone) - offset(shifted, zone);
}

/** Milliseconds that clocks in `zone` are ahead of UTC. */
function offset(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000;
  const text = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return Date.parse(`${text.replace(' ', 'T')}Z`) - minute;
}

/** A channel's shows as a calendar file. `categoryOf` returns the name of a show's category. */
export function calendarOf(
  name: string,
  shows: readonly Show[],
  now: number,
  categoryOf: (show: Show) => string,
): string {
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

/** The clock's reading in `zone`, as calendars write it. */
function localStamp(at: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return text.replaceAll(/[-:]/g, '').replace(' ', 'T');
}

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
