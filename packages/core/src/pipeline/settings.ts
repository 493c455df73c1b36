import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallOptions } from '../declare/options.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { defaultMaxBlockMs } from '../rate/budget.ts';
import { longestMs } from '../shared/clock.ts';

/** How one call is sent: its own options, else those of the client, else the defaults. @internal */
export interface Settings {
  /** Whether nobody waits for the call. */
  readonly background: boolean;
  /** How often a failed attempt may be repeated. */
  readonly retries: number;
  /** Whether repeating a request that may have been processed does no harm. */
  readonly repeatable: boolean;
  /** Longest wait for a place in the rate budget, and before a retry, in milliseconds. */
  readonly maxWaitMs: number;
  /** Longest attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Longest call with its waits and retries, in milliseconds. Undefined: unlimited. */
  readonly deadlineMs: number | undefined;
  /** Largest body, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Longest time that a response may close the rate budget, in milliseconds. */
  readonly maxBlockMs: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** ky counts one attempt more than retries. */
const mostRetries = Number.MAX_SAFE_INTEGER - 1;

/** Longest attempt of a call that nobody waits for, in milliseconds. */
const longestBackgroundMs = 10_000;

/** Methods that are repeated unless the endpoint declares otherwise: their second request changes nothing that the first did not. */
const repeatableMethods: readonly EndpointSpec['method'][] = ['GET', 'PUT', 'DELETE'];

/** What is asked of a call. @internal */
export interface Wanted {
  readonly endpoint: Pick<EndpointSpec, 'method' | 'idempotent'>;
  readonly options: CallOptions;
  readonly background?: boolean | undefined;
}

/** Resolves the settings of a call. @internal */
export function resolveSettings({ endpoint, options, background = false }: Wanted, defaults: ClientOptions): Settings {
  const timeoutMs = options.timeoutMs ?? defaults.timeoutMs ?? 30_000;
  return {
    background,
    retries: background ? 0 : Math.min(options.retries ?? defaults.retries ?? 2, mostRetries),
    repeatable: endpoint.idempotent ?? repeatableMethods.includes(endpoint.method),
    maxWaitMs: options.maxWaitMs ?? defaults.maxWaitMs ?? 60_000,
    timeoutMs: Math.min(timeoutMs, background ? longestBackgroundMs : longestMs),
    deadlineMs: options.deadlineMs ?? defaults.deadlineMs,
    maxBodyBytes: defaults.maxBodyBytes ?? 2 ** 25,
    maxBlockMs: defaults.maxBlockMs ?? defaultMaxBlockMs,
    random: defaults.random ?? Math.random,
  };
}
