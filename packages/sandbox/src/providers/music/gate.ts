import { slidingWindow, unlimited } from '../../server/limiter.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { forbidden, notFound, Refusal } from './errors.ts';
import type { Operation } from './operations.ts';
import type { Settings } from './options.ts';
import type { AccessToken, Grants } from './sign-in/grants.ts';
import { alwaysLimited } from './wire/real-forms.ts';

const rateWindowMs = 30_000;

/** Wait that the real host asks for at an endpoint that the app may not use, in milliseconds. */
const closedMs = 3_600_000;

/**
 * Creates the checks that come before a route: a valid token, the rate limit, the app's standing, and whether the
 * endpoint is open to the app. Without an endpoint, nothing is served there.
 */
export function createGate({ clock }: SandboxContext, grants: Grants, settings: Settings) {
  const { requests, uploads, development, realQuirks } = settings;
  const limiterOf = (limit: number | undefined) =>
    limit === undefined ? unlimited(Number.POSITIVE_INFINITY) : slidingWindow(clock, limit, rateWindowMs);
  const [limiter, uploadLimiter] = [limiterOf(requests), limiterOf(uploads)];

  return function pass(
    authorization: string | undefined,
    endpoint?: Operation & { readonly name: string },
  ): AccessToken {
    const token = authenticate(grants, authorization);
    const isUpload = endpoint?.name === 'PUT /playlists/{playlist_id}/images';
    // Since July 2026, all development-mode apps of a developer share one quota.
    const verdict = (isUpload ? uploadLimiter : limiter).take(development ? 'developer' : token.clientId);
    if (!verdict.allowed) throw tooManyRequests(settings, verdict.resetMs);
    if (!development) return token;
    checkStanding(settings, token);
    if (endpoint?.closed && realQuirks && alwaysLimited.has(endpoint.name)) throw tooManyRequests(settings, closedMs);
    if (endpoint?.closed) throw endpoint.closed === 404 ? notFound('Not found.') : forbidden();
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
  if (!settings.ownerPremium) throw new Refusal(403, ownerNeedsPremium, { plain: true });
  if (user && settings.registeredUsers && !settings.registeredUsers.includes(user.id))
    throw new Refusal(403, notRegistered, { plain: true });
}

const ownerNeedsPremium =
  'Active premium subscription required for the owner of the app. When the subscription status changes, it can take a few hours before requests are allowed again.';
const notRegistered =
  'The user is not registered for this application. Please check your settings on https://developer.spotify.com/dashboard.';

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
