import type { Drift } from '../declare/provider.ts';
import type { Call } from './call.ts';
import { observe } from './observe.ts';
import { warnOnce } from './warn.ts';

/**
 * Reports a difference from the documentation to a client's observers. Without observers, warns once per operation and
 * place.
 *
 * @param key Identifies the difference within its operation, for warnings. Default: its place.
 * @internal
 */
export function reportDrift(call: Call, { about, place, message }: Omit<Drift, 'operation'>, key = place): void {
  const { operation } = call;
  const { name, options } = call.client.provider;
  const redact = call.redactor(); // names may contain secrets of the call
  const drift: Drift = { operation, about, place: redact.text(place), message: redact.text(message) };
  call.report({ type: 'drift', about, place: drift.place, message: drift.message });
  observe(options.onDrift, drift);
  if (!options.onEvent && !options.onDrift)
    warnOnce(about, `${about} ${name} ${operation} ${redact.text(key)}`, `${operation}: ${drift.message}`);
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
export function reportOnce(call: Call, drift: Omit<Drift, 'operation'>, key: string): void {
  const { reported } = call.client;
  const identity = `${call.operation} ${drift.about} ${key}`;
  if (reported.has(identity) || reported.size >= mostReported) return;
  reported.add(identity);
  reportDrift(call, drift, key);
}
