import type { Context } from 'hono';
import { slidingWindow, tokenBucket, unlimited, type Verdict } from '../../server/limiter.ts';
import { invalid } from '../../shared/check-fields.ts';
import type { Clock } from '../../shared/clock.ts';
import { type Endpoint, requireScope } from './endpoint.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';
import type { AccessToken, Tokens } from './sign-in/tokens.ts';

/**
 * Creates the checks that every request to the resource host passes first. `findExtension` returns the extension that
 * signed a token, if any.
 *
 * @throws ApiError `invalid_params` if a limit names none of `endpoints`.
 */
export function createGate(
  clock: Clock,
  settings: Settings,
  tokens: Tokens,
  endpoints: readonly Endpoint[],
  findExtension: (jwt: string) => AccessToken | undefined,
) {
  const { capacity, refillPerMinute, endpoints: ownLimits } = settings.limits;
  const buckets = settings.limited
    ? tokenBucket(clock, capacity, (capacity / refillPerMinute) * 60_000)
    : unlimited(capacity);
  const names = new Set(endpoints.map(({ name }) => name));
  for (const name of Object.keys(ownLimits)) {
    if (!names.has(name)) throw invalid(`limits.stream.endpoints: there is no endpoint ${name}`);
  }
  const endpointLimiters = new Map(
    endpoints.flatMap((endpoint) => {
      const rule = ownLimits[endpoint.name] ?? endpoint.limit;
      return rule && settings.limited ? [[endpoint, slidingWindow(clock, rule.limit, rule.windowMs)]] : [];
    }),
  );

  function identify({ token: kind }: Endpoint, context: Context): AccessToken {
    if (kind === 'none') return anonymous;
    const [find, name] =
      kind === 'extension' ? [findExtension, 'JWT token'] : [(value: string) => tokens.find(value), 'OAuth token'];
    if (!context.req.header('authorization')) refuse(401, `${name} is missing`);
    const token = find(bearer(context)) ?? refuse(401, `Invalid ${name}`);
    const clientId = context.req.header('client-id');
    if (!clientId) refuse(401, 'Client-Id header required');
    if (clientId !== token.clientId) refuse(401, 'Client ID and OAuth token do not match');
    return token;
  }

  return {
    /** Adds the state of the caller's bucket to the response headers, even for errors. */
    announce(context: Context): void {
      const token = tokens.find(bearer(context)) ?? findExtension(bearer(context)) ?? anonymous;
      show(clock, context, buckets.take(bucketOf(token), 0));
    },
    /** Checks caller, rate, token kind and scope in the API's order, and takes a point. */
    enter(endpoint: Endpoint, context: Context): AccessToken {
      const token = identify(endpoint, context);
      const verdict = buckets.take(bucketOf(token));
      show(clock, context, verdict);
      if (!verdict.allowed) refuse(429, 'Request limit exceeded');
      if (endpoint.token === 'user' && !token.userId) refuse(401, 'Missing User OAUTH Token');
      if (endpoint.token === 'app' && token.userId) refuse(401, 'Must provide valid app token.');
      const { scopes } = endpoint;
      // With an app token, the scopes of the acting user count.
      if (scopes && token.userId) requireScope(token.scopes, scopes);
      const own = endpointLimiters.get(endpoint);
      const counted = (endpoint.limit?.per && context.req.queries(endpoint.limit.per)) || [''];
      for (const value of counted) {
        if (own && !own.take(`${bucketOf(token)}/${value}`).allowed) refuse(429, 'Too Many Requests');
      }
      return token;
    },
  };
}

function show(clock: Clock, context: Context, { limit, remaining, resetMs }: Verdict): void {
  context.header('Ratelimit-Limit', String(limit));
  context.header('Ratelimit-Remaining', String(remaining));
  context.header('Ratelimit-Reset', String(Math.ceil((clock.now() + resetMs) / 1000)));
}

const bearer = (context: Context) => /^bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';

// Requests from an extension's back end are counted per channel that it acts in.
const bucketOf = ({ clientId, userId, claims }: AccessToken) =>
  [clientId, claims?.channel_id ?? userId].filter(Boolean).join('/');

const anonymous: AccessToken = { value: '', clientId: '', scopes: [], expiresAt: Number.POSITIVE_INFINITY };
