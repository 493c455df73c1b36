import type { Show } from '../world/schedules.ts';
import type { World } from '../world/world.ts';

// RFC 5545 wants lines of at most 75 bytes.
const lineBytes = 75;

const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** A channel's shows as a calendar file. */
export function calendarOf(world: World, broadcasterId: string, shows: readonly Show[]): string {
  const user = world.users().byId.get(broadcasterId);
  const events = shows.flatMap((show) => {
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: show.timezone }).format(show.startAt);
    return [
      'BEGIN:VEVENT',
      `UID:${show.id}`,
      `DTSTAMP:${stamp(world.now())}`,
      `DTSTART;TZID=/${show.timezone}:${localStamp(show.startAt, show.timezone)}`,
      `DTEND;TZID=/${show.timezone}:${localStamp(show.startAt + show.minutes * 60_000, show.timezone)}`,
      `SUMMARY:${escapeText(show.title)}`,
      `DESCRIPTION:${escapeText(world.games().byId.get(show.categoryId)?.name ?? '')}.`,
      ...(show.isRecurring ? [`RRULE:FREQ=WEEKLY;BYDAY=${weekday.slice(0, 2).toUpperCase()}`] : []),
      ...[...show.canceled].map((at) => `EXDATE;TZID=/${show.timezone}:${localStamp(at, show.timezone)}`),
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//stream.example//Schedule//1.0',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    `NAME:${user?.display_name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** The clock's reading in `zone`, as calendars write it. */
function localStamp(at: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return text.replaceAll(/[-:]/g, '').replace(' ', 'T');
}

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** Breaks a long line, never inside a character; what follows a break begins with a blank. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > lineBytes) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += bytes;
  }
  return folded;
}
