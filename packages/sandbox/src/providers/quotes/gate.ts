import type { MiddlewareHandler } from 'hono';
import { fixedWindow, unlimited } from '../../server/limiter.ts';
import { refuse } from './errors.ts';
import type { Service } from './service.ts';

/** Headers about the limit that every response has. */
export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Creates the rate limit. It counts every request per client address, including requests for unknown paths. */
export function createGate({ clock, settings }: Service): MiddlewareHandler {
  const { requests: limit, windowMs } = settings.limits;
  const limiter = settings.limited ? fixedWindow(clock, limit, windowMs) : unlimited(limit);
  const [limitHeader, remainingHeader, resetHeader] = rateHeaders;
  return async (context, next) => {
    const { allowed, remaining, resetMs } = limiter.take(settings.clientAddress(context.req.raw));
    context.header(limitHeader, String(limit));
    context.header(remainingHeader, String(remaining));
    context.header(resetHeader, String(Math.ceil(resetMs / 1000)));
    if (!allowed) {
      // The server sends the length of the window, no matter how little of it is left.
      context.header('Retry-After', String(Math.ceil(windowMs / 1000)));
      refuse(429, 'Too Many Requests');
    }
    await next();
  };
}
