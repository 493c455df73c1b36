import type { DriftEvent } from '../declare/events.ts';
import type { Call } from './call.ts';
import { warnOnce } from './warn.ts';

/** What differs from the documentation. */
type Drift = Pick<DriftEvent, 'about' | 'place' | 'message'>;

/**
 * Reports a difference from the documentation to the observers of a client; without observers, warns once per operation and place.
 *
 * @param key Identifies the difference within its operation, for warnings. Default: its place.
 * @internal
 */
export function reportDrift(call: Call, { about, place, message }: Drift, key = place): void {
  const { operation } = call;
  const { name } = call.client.provider;
  const redact = call.redactor(); // names may be secrets of the call
  const shown = redact.text(message);
  call.report({ type: 'drift', about, place: redact.text(place), message: shown });
  if (!call.client.events)
    warnOnce(about, `${about} ${name} ${operation} ${redact.text(key)}`, `${operation}: ${shown}`);
}

/** Differences of params that a client has reported, at most: a client whose params vary endlessly stops reporting. */
const mostReported = 1000;

/**
 * Reports a difference of params once per client, operation and `key`.
 *
 * @internal
 */
export function reportOnce(call: Call, drift: Drift, key: string): void {
  const { reported } = call.client;
  const identity = `${call.operation} ${drift.about} ${key}`;
  if (reported.has(identity) || reported.size >= mostReported) return;
  reported.add(identity);
  reportDrift(call, drift, key);
}
