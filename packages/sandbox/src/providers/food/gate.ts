import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../shared/clock.ts';
import { type Limits, numbersOf } from '../../shared/limits.ts';
import { gatewayError } from './errors.ts';
import { type EstimateLimiter, estimateLimiter, unlimitedEstimate } from './limiter.ts';
import type { FoodLimits, FoodSandboxOptions } from './options.ts';

/** Public key that everybody shares. It is limited per address. */
const demoKey = 'DEMO_KEY';

const hour = 3_600_000;

/** One limit, and whether it counts by key or by address. */
interface Rule {
  readonly limiter: EstimateLimiter;
  readonly by: 'key' | 'address';
}

/** The page of the server in front of the gateway, for requests that it refuses. */
const nginxBadRequest = `<html>\r\n<head><title>400 Bad Request</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

/**
 * Creates the gateway in front of the application. It checks HTTPS, the key, the key's state and the rate limit, in
 * this order. Only requests that pass every check are counted, and every response to a valid key has rate headers.
 */
export function createGate(
  clock: Clock,
  ownKey: string,
  {
    limits,
    realQuirks = false,
    ...options
  }: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined; realQuirks?: boolean },
): MiddlewareHandler {
  const numbers = numbersOf(limits);
  const refused = new Map<string, 'API_KEY_DISABLED' | 'API_KEY_UNVERIFIED' | 'API_KEY_UNAUTHORIZED'>();
  for (const key of options.unauthorizedKeys ?? []) refused.set(key, 'API_KEY_UNAUTHORIZED');
  for (const key of options.unverifiedKeys ?? []) refused.set(key, 'API_KEY_UNVERIFIED');
  for (const key of options.disabledKeys ?? []) refused.set(key, 'API_KEY_DISABLED');
  const known = new Set([ownKey, demoKey, ...(options.apiKeys ?? []), ...refused.keys()]);

  const rule = (limit: number, windowMs: number, by: Rule['by']): Rule => ({
    limiter: numbers ? estimateLimiter(clock, limit, windowMs) : unlimitedEstimate(limit),
    by,
  });
  // The headers report the first rule of a list.
  const keyRules = [rule(numbers?.requestsPerHour ?? 1_000, hour, 'key')];
  const demoRules = [
    rule(numbers?.demoRequestsPerHour ?? 10, hour, 'address'),
    rule(numbers?.demoRequestsPerDay ?? 50, 24 * hour, 'address'),
  ];
  const burstRules = numbers?.bursts
    ? [rule(20, 1_000, 'key'), rule(150, 15_000, 'key'), rule(50, 1_000, 'address'), rule(250, 15_000, 'address')]
    : [];

  let passesNext = false;
  // Responses to about half of the GETs with a parenthesis in any value, although the documentation shows such requests.
  const refusesParenthesis = ({ method, url }: Request) => {
    if (!realQuirks || method !== 'GET' || !/[()]|%28|%29/.test(new URL(url).search)) return false;
    passesNext = !passesNext;
    return passesNext;
  };

  return async (context, next) => {
    const request = context.req.raw;
    if (refusesParenthesis(request)) return context.html(nginxBadRequest, 400);
    if (!/^\/fdc(\/|$)/.test(context.req.path)) return gatewayError(request, 'NOT_FOUND');
    if (options.requireHttps && !isHttps(context)) return gatewayError(request, 'HTTPS_REQUIRED');
    const key = keyOf(context);
    if (!key) return gatewayError(request, 'API_KEY_MISSING');
    if (!known.has(key)) return gatewayError(request, 'API_KEY_INVALID');
    const refusal = refused.get(key);
    if (refusal) return gatewayError(request, refusal);

    const address = addressOf(context);
    const rules = [...(key === demoKey ? demoRules : keyRules), ...burstRules].map(({ limiter, by }) => ({
      limiter,
      subject: by === 'key' ? key : address,
    }));
    const allowances = rules.map(({ limiter, subject }) => limiter.check(subject));
    const limitHeader = { 'X-RateLimit-Limit': String(rules[0]?.limiter.limit) };
    const retryMs = Math.max(...allowances.map((allowance) => allowance.retryMs));
    if (retryMs > 0) {
      return gatewayError(request, 'OVER_RATE_LIMIT', {
        ...limitHeader,
        'X-RateLimit-Remaining': '0',
        ...(options.retryAfter !== false && { 'Retry-After': String(Math.max(1, Math.ceil(retryMs / 1_000))) }),
      });
    }
    for (const { limiter, subject } of rules) limiter.count(subject);
    // Only a preflight with its key in the query gets here, because browsers send no key headers with a preflight.
    if (context.req.method === 'OPTIONS') context.res = context.body(null, 204, preflightHeaders(context));
    else await next();
    context.res.headers.set('Access-Control-Allow-Origin', '*');
    context.res.headers.set('X-RateLimit-Limit', limitHeader['X-RateLimit-Limit']);
    context.res.headers.set('X-RateLimit-Remaining', String((allowances[0]?.remaining ?? 1) - 1));
  };
}

/** Returns the headers that allow the method and the headers named by a preflight. */
const preflightHeaders = ({ req }: Context) => ({
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': req.header('access-control-request-headers') ?? '*',
});

/** Returns the key from the first place that has a value, even when that key is wrong. */
function keyOf({ req }: Context): string {
  return req.header('x-api-key') || req.query('api_key') || basicUser(req.header('authorization')) || '';
}

function basicUser(authorization = ''): string {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0] ?? '';
}

/**
 * Returns the client's address. A proxy on this machine is trusted to report the client's address and protocol, as the
 * gateway trusts its own proxies.
 */
function addressOf(context: Context): string {
  const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return forwarded || incoming?.socket.remoteAddress || '127.0.0.1';
}

function isHttps({ req }: Context): boolean {
  return (req.header('x-forwarded-proto') ?? new URL(req.url).protocol.slice(0, -1)) === 'https';
}
