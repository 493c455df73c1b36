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
  const shifted = at + days * 24 * 3_600_000;
  return shifted + offset(at, zone) - offset(shifted, zone);
}

/** Milliseconds that clocks in `zone` are ahead of UTC. */
function offset(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(at / 60_000) * 60_000;
}
