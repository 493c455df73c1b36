import type { DriftEvent } from '../declare/events.ts';
import type { Call } from './call.ts';
import { warnOnce } from './warn.ts';

/** What differs from the documentation. */
type Drift = Pick<DriftEvent, 'about' | 'place' | 'message'>;

/**
 * Reports a difference from the documentation to a client's observers. Without observers, warns once per operation and
 * place.
 *
 * @param key Identifies the difference within its operation, for warnings. Default: its place.
 * @internal
 */
export function reportDrift(call: Call, { about, place, message }: Drift, key = place): void {
  const { operation } = call;
  const { name } = call.client.provider;
  const redact = call.redactor(); // names may contain secrets of the call
  const shown = redact.text(message);
  call.report({ type: 'drift', about, place: redact.text(place), message: shown });
  if (!call.client.events)
    warnOnce(about, `${about} ${name} ${operation} ${redact.text(key)}`, `${operation}: ${shown}`);
}

/**
 * Maximum number of param differences that a client remembers. A client whose params vary endlessly stops reporting.
 */
const mostReported = 1000;

/**
 * Reports a difference in params once per client, operation and `key`.
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
