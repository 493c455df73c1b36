/** Names of the statuses that APIs and the proxies in front of them send. */
const statusNames: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  425: 'Too Early',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns a status with its name: `503 Service Unavailable`. */
export function statusInWords(status: number): string {
  const name = statusNames[status];
  return name ? `${status} ${name}` : String(status);
}

/** Returns the number of attempts as a suffix for a message: ` (3 attempts)`. Empty for one attempt. */
export const attemptsInWords = (attempts: number | undefined): string =>
  attempts !== undefined && attempts > 1 ? ` (${attempts} attempts)` : '';

/**
 * Formats a duration in the largest unit of which it is at least two, rounded up: `50 ms`, `90 seconds`, `60 minutes`.
 */
export function durationInWords(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const;
  if (!Number.isFinite(ms)) return 'forever';
  const [unit, size] = units.find(([, size]) => ms >= 2 * size) ?? units[3];
  if (ms < size) return `${Math.ceil(ms)} ms`;
  const count = Math.ceil(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
