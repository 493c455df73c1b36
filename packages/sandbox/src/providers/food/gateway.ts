import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../clock.ts';
import { type Limiter, type Limits, numbersOf, slidingWindow, unlimited } from '../../limiter.ts';
import type { FoodLimits, FoodSandboxOptions } from './options.ts';

/** The public key that everybody shares; it is limited per address. */
const demoKey = 'DEMO_KEY';

const hour = 3_600_000;

/** Statuses and texts of the gateway's refusals. */
const refusals = {
  HTTPS_REQUIRED: [400, 'Requests must be made over HTTPS. Try accessing the API at: https://api.nal.usda.gov:443'],
  API_KEY_MISSING: [403, 'No api_key was supplied. Get one at https://api.nal.usda.gov:443'],
  API_KEY_INVALID: [403, 'An invalid api_key was supplied. Get one at https://api.nal.usda.gov:443'],
  API_KEY_DISABLED: [
    403,
    'The api_key supplied has been disabled. Contact us at https://api.nal.usda.gov:443/contact/ for assistance',
  ],
  API_KEY_UNVERIFIED: [403, 'The api_key supplied has not been verified yet. Please check your e-mail.'],
  API_KEY_UNAUTHORIZED: [403, 'The api_key supplied is not authorized to access the given service.'],
  OVER_RATE_LIMIT: [
    429,
    'You have exceeded your rate limit. Try again later or contact us at https://api.nal.usda.gov:443/contact/ for assistance',
  ],
  NOT_FOUND: [404, 'The requested URL was not found on this server.'],
} as const;

/** The gateway's response when it does not let a request through. */
function refuse(code: keyof typeof refusals, headers: Record<string, string> = {}): Response {
  const [status, message] = refusals[code];
  return new Response(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`, {
    status,
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*', ...headers },
  });
}

/** One limit and what it counts by. */
interface Rule {
  readonly limiter: Limiter;
  readonly by: 'key' | 'address';
}

/**
 * The gateway in front of the application: HTTPS, the key, its state, the rate limit, in this order. Rate headers go on every
 * response to a known key; they report the limit of the hour.
 */
export function gateway(
  clock: Clock,
  ownKey: string,
  { limits, ...options }: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined },
): MiddlewareHandler {
  const numbers = numbersOf(limits);
  const refused = new Map([
    ...(options.unauthorizedKeys ?? []).map((key) => [key, 'API_KEY_UNAUTHORIZED'] as const),
    ...(options.unverifiedKeys ?? []).map((key) => [key, 'API_KEY_UNVERIFIED'] as const),
    ...(options.disabledKeys ?? []).map((key) => [key, 'API_KEY_DISABLED'] as const),
  ]);
  const known = new Set([ownKey, demoKey, ...(options.apiKeys ?? []), ...refused.keys()]);

  const rule = (limit: number, windowMs: number, by: Rule['by']): Rule => ({
    limiter: numbers ? slidingWindow(clock, limit, windowMs) : unlimited(limit),
    by,
  });
  const hourOfKey = rule(numbers?.requestsPerHour ?? 1_000, hour, 'key');
  const hourOfDemo = rule(numbers?.demoRequestsPerHour ?? 30, hour, 'address');
  const dayOfDemo = rule(numbers?.demoRequestsPerDay ?? 50, 24 * hour, 'address');
  const burstRules = numbers?.bursts
    ? [rule(20, 1_000, 'key'), rule(150, 15_000, 'key'), rule(50, 1_000, 'address'), rule(250, 15_000, 'address')]
    : [];

  return async (context, next) => {
    if (!/^\/fdc(\/|$)/.test(context.req.path)) return refuse('NOT_FOUND');
    if (options.requireHttps && !isHttps(context)) return refuse('HTTPS_REQUIRED');
    const key = keyOf(context);
    if (!key) return refuse('API_KEY_MISSING');
    if (!known.has(key)) return refuse('API_KEY_INVALID');
    const refusal = refused.get(key);
    if (refusal) return refuse(refusal);

    const rateHeaders: Record<string, string> = {};
    const address = addressOf(context);
    // What one limit refuses does not count against those that follow it.
    for (const { limiter, by } of [...burstRules, ...(key === demoKey ? [hourOfDemo, dayOfDemo] : [hourOfKey])]) {
      const { allowed, limit, remaining, resetMs } = limiter.take(by === 'key' ? key : address);
      if (limiter === hourOfKey.limiter || limiter === hourOfDemo.limiter) {
        rateHeaders['X-RateLimit-Limit'] = String(limit);
        rateHeaders['X-RateLimit-Remaining'] = String(remaining);
      }
      if (allowed) continue;
      const retryAfter = { 'Retry-After': String(Math.max(1, Math.ceil(resetMs / 1_000))) };
      return refuse('OVER_RATE_LIMIT', { ...rateHeaders, ...(options.retryAfter !== false && retryAfter) });
    }
    await next();
    for (const [name, value] of Object.entries(rateHeaders)) context.res.headers.set(name, value);
  };
}

/** The first place with a value wins, even when the key in it is wrong. */
function keyOf({ req }: Context): string {
  return req.header('x-api-key') || req.query('api_key') || basicUser(req.header('authorization')) || '';
}

function basicUser(authorization = ''): string {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0] ?? '';
}

/** A proxy on this machine is trusted to tell whom and how it serves, as the gateway trusts its own. */
function addressOf(context: Context): string {
  const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return forwarded || incoming?.socket.remoteAddress || '127.0.0.1';
}

function isHttps({ req }: Context): boolean {
  return (req.header('x-forwarded-proto') ?? new URL(req.url).protocol.slice(0, -1)) === 'https';
}
