import { slidingWindow, unlimited } from '../../server/limiter.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { forbidden, Refusal } from './errors.ts';
import type { Settings } from './options.ts';
import type { AccessToken, Grants } from './sign-in/grants.ts';

const rateWindowMs = 30_000;

/** Creates the checks that come before a route: a valid token, the rate limit, the app's standing. */
export function createGate(context: SandboxContext, grants: Grants, settings: Settings) {
  const { requests } = settings;
  const limiter =
    requests === undefined ? unlimited(Number.POSITIVE_INFINITY) : slidingWindow(context.clock, requests, rateWindowMs);

  return function pass(authorization: string | undefined): AccessToken {
    const token = authenticate(grants, authorization);
    // Since July 2026, all development-mode apps of a developer share one quota.
    const verdict = limiter.take(settings.development ? 'developer' : token.clientId);
    if (!verdict.allowed) throw tooManyRequests(settings, verdict.resetMs);
    if (settings.development) checkStanding(settings, token);
    return token;
  };
}

function authenticate(grants: Grants, authorization: string | undefined): AccessToken {
  if (authorization === undefined) throw unauthorized('No token provided');
  const value = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!value) throw unauthorized('Only valid bearer authentication supported');
  const token = grants.check(value);
  if (token === 'unknown') throw unauthorized('Invalid access token');
  if (token === 'expired') throw unauthorized('The access token expired');
  return token;
}

function checkStanding(settings: Settings, { user }: AccessToken): void {
  if (!settings.ownerPremium) throw forbidden('Active premium subscription required for the owner of the app.');
  if (user && settings.registeredUsers && !settings.registeredUsers.includes(user.id))
    throw forbidden('User not registered in the Developer Dashboard');
}

export function unauthorized(message: string): Refusal {
  const challenge = `Bearer realm="spotify", error="invalid_token", error_description="${message}"`;
  return new Refusal(401, message, { headers: { 'www-authenticate': challenge } });
}

function tooManyRequests(settings: Settings, waitMs: number): Refusal {
  const seconds = settings.retryAfterSeconds === undefined ? Math.ceil(waitMs / 1000) : settings.retryAfterSeconds;
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) };
  switch (settings.rateLimitBody) {
    case 'quota':
      return new Refusal(429, 'Too many requests', { reason: 'QUOTA_EXCEEDED', headers });
    case 'rate':
      return new Refusal(429, 'API rate limit exceeded', { headers });
    case 'text':
      return new Refusal(429, 'Too many requests', { plain: true, headers });
  }
}
