import type { Grant } from '../declare/token-store.ts';
import { describeValue, kindOf } from '../shared/describe-value.ts';

const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `util.inspect` show `[redacted]` in place of the tokens of a value. It is plain data
 * otherwise: spread, JSON and `structuredClone` keep the tokens.
 */
export function redactInLogs<Tokens extends Pick<Grant, 'accessToken' | 'refreshToken'>>(value: Tokens): Tokens {
  const shown = () => ({
    ...value,
    accessToken: '[redacted]',
    ...(value.refreshToken !== undefined && { refreshToken: '[redacted]' }),
  });
  return Object.defineProperty(value, inspect, { value: shown });
}

/** Creates a grant whose tokens are hidden from logs; see {@link redactInLogs}. */
export const createGrant = ({ ...grant }: Grant): Grant => redactInLogs(grant);

/**
 * Creates a grant from the fields of `value`, which may come from anywhere. `null` counts as absent.
 *
 * @throws Error that names the first invalid field, but not its value.
 */
export function readGrant(value: unknown): Grant {
  if (typeof value !== 'object' || value === null) throw new Error(`expected a grant object, got ${kindOf(value)}`);
  const given = value as Partial<Record<keyof Grant, unknown>>;
  const fields: Record<string, unknown> = { ...given };
  for (const name of ['expiresAt', 'obtainedAt', 'authorizedAt'] as const) {
    const time = given[name] ?? undefined;
    if (time !== undefined && !Number.isFinite(time))
      throw new Error(
        `${name} must be a finite number (Unix time in milliseconds) or left out, got ${describeValue(time, typeof time === 'number')}`,
      );
    fields[name] = time;
  }
  const scopes = given.scopes ?? undefined;
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')))
    throw new Error(
      `scopes must be an array of strings or left out, got ${Array.isArray(scopes) ? 'an array of other values' : kindOf(scopes)}`,
    );
  const { accessToken } = given;
  const refreshToken = given.refreshToken ?? undefined;
  const problem =
    problemOfToken('accessToken', accessToken) ??
    (refreshToken === undefined ? undefined : problemOfToken('refreshToken', refreshToken));
  if (problem !== undefined) throw new Error(problem);
  return createGrant({ ...fields, scopes, accessToken, refreshToken } as Grant);
}

/**
 * Explains why `value` cannot be sent as a token, without showing it; undefined if it can. Line breaks and other
 * characters would end or change a header. `name` is its field.
 */
export function problemOfToken(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${name} must be a string, got ${kindOf(value)}`;
  if (value === '') return `${name} must not be empty`;
  // These are the characters that a header allows. RFC 6750 allows fewer, but servers may use others.
  if (/^[\x21-\x7e\xa1-\xff]+$/.test(value)) return undefined;
  return `${name} must not contain spaces, line breaks or other characters that a header cannot hold`;
}

/** A grant is not used for the last 10 seconds before it expires, because a request takes time. */
const mustMs = 10_000;
/** A grant is refreshed in the background for the last 5 minutes before it expires. */
const shouldMs = 300_000;

/** Returns the milliseconds left, less `marginMs`, which is at most a fifth of the grant's lifetime. */
function leftMs(grant: Grant, now: number, marginMs: number): number {
  if (grant.expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const lifetime = grant.expiresAt - (grant.obtainedAt ?? 0);
  return grant.expiresAt - now - Math.min(marginMs, lifetime / 5);
}

/** Whether a grant has expired, or is so close to expiring that it must not be used any more. */
export const isExpired = (grant: Grant, now: number): boolean => leftMs(grant, now, mustMs) <= 0;

/** Whether a grant should be refreshed, even if it is still usable. */
export const isDue = (grant: Grant, now: number): boolean => leftMs(grant, now, shouldMs) <= 0;

/** Returns the persisted form, including tokens: for stores, never for logs. */
export function serializeGrant(grant: Grant): string {
  return JSON.stringify({ version: 1, ...grant });
}

/**
 * Parses the persisted form.
 *
 * @throws Error when it is corrupted or was written by a release that this one does not know.
 */
export function parseGrant(text: string): Grant {
  let entry: { version?: unknown; accessToken?: unknown } | null = null;
  try {
    entry = JSON.parse(text);
  } catch {} // the parser's message would quote the text
  if (typeof entry?.accessToken !== 'string')
    throw new Error('the stored grant is corrupted. Delete the entry and sign the user in again');
  const { version, ...grant } = entry;
  if (version !== 1)
    throw new Error(
      `the stored grant has format ${Number(version)}, and this release reads format 1. Update @x/core, or delete the entry`,
    );
  return createGrant(grant as Grant);
}
