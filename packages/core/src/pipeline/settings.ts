import { noOptions } from '../call/bound-options.ts';
import type { Call, Settings, Stage } from '../call/call.ts';
import type { EndpointSpec, ListSpec } from '../declare/endpoint.ts';
import {
  type AddressableListOptions,
  addressableListOptionRules,
  type CallOptions,
  callOptionRules,
  listOptionRules,
} from '../declare/options.ts';
import { isAddressable } from '../declare/paging.ts';
import type { ClientOptions, SendOptions } from '../declare/provider.ts';
import { defaultMaxRetryAfterMs } from '../declare/rate-limiter.ts';
import { problemOfOptions } from '../options/check-options.ts';

/** Checks the caller's options, and fills in the client's options and the defaults. */
export const chooseSettings: Stage = (call, next) => {
  const { options, endpoint, client } = call;
  if (options !== noOptions) {
    const problem = problemOf(options, endpoint);
    if (problem !== undefined) throw call.fail(problem, { code: 'invalid_params' });
  }
  const { background, own } = call;
  call.settings = resolveSettings(
    { endpoint, options, background, mustFinish: own?.mustFinish },
    client.provider.options,
  );
  return next(call);
};

function problemOf(options: CallOptions, endpoint: EndpointSpec): string | undefined {
  const { paging } = endpoint as Partial<ListSpec>;
  if (!paging) return problemOfOptions(options, callOptionRules);
  if (isAddressable(paging)) return problemOfOptions(options, addressableListOptionRules);
  const { concurrency }: AddressableListOptions = Object(options);
  if (concurrency !== undefined)
    return 'concurrency is only for lists whose pages can be addressed directly. Leave it out, or use prefetch';
  return problemOfOptions(options, listOptionRules);
}

/** ky counts one more attempt than retries. */
const mostRetries = Number.MAX_SAFE_INTEGER - 1;

/** Longest attempt of a background call, in milliseconds. */
const longestBackgroundMs = 10_000;

/**
 * Time that a call has at least if nothing may interrupt it, in milliseconds: two minutes. If a slow response to a
 * refresh were cut off, the user would have to sign in again.
 */
const leastVitalMs = 120_000;

/**
 * Methods that are repeated unless the endpoint declares otherwise, because a second request changes nothing further.
 */
const repeatableMethods: readonly EndpointSpec['method'][] = ['GET', 'PUT', 'DELETE'];

/** Parts of a call that its settings depend on. */
export interface Wanted extends Pick<Call, 'options'>, Pick<SendOptions, 'background' | 'mustFinish'> {
  readonly endpoint: Pick<EndpointSpec, 'method' | 'idempotent'>;
}

/** Resolves the settings of a call. */
export function resolveSettings(
  { endpoint, options, background = false, mustFinish = false }: Wanted,
  defaults: ClientOptions,
): Settings {
  const givenMs = options.timeoutMs ?? defaults.timeoutMs ?? 30_000;
  const timeoutMs = mustFinish ? Math.max(givenMs, leastVitalMs) : givenMs;
  return {
    retries: background ? 0 : Math.min(options.retries ?? defaults.retries ?? 2, mostRetries),
    repeatable: endpoint.idempotent ?? repeatableMethods.includes(endpoint.method),
    maxWaitMs: options.maxWaitMs ?? defaults.maxWaitMs ?? 65_000,
    timeoutMs: background ? Math.min(timeoutMs, longestBackgroundMs) : timeoutMs,
    deadlineMs: options.deadlineMs ?? defaults.deadlineMs,
    maxBodyBytes: defaults.maxBodyBytes ?? 2 ** 25,
    maxRetryAfterMs: defaults.maxRetryAfterMs ?? defaultMaxRetryAfterMs,
    random: defaults.random ?? Math.random,
    waitUntil: options.waitUntil ?? defaults.waitUntil,
  };
}
