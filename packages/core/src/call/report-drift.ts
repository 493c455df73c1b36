import type { DriftEvent } from '../declare/events.ts';
import type { Call } from './call.ts';

/** A difference from the documentation. */
type Drift = Pick<DriftEvent, 'about' | 'place' | 'message'>;

/**
 * Reports a difference from the documentation to a client's observers. Without observers, warns once per operation and
 * place.
 *
 * @param key Identifies the difference within its operation, for warnings. Default: its place.
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

/** Reports a difference in params once per client, operation and `key`. */
export function reportOnce(call: Call, drift: Drift, key: string): void {
  const { reported } = call.client;
  const identity = `${call.operation} ${drift.about} ${key}`;
  if (reported.has(identity) || reported.size >= mostReported) return;
  reported.add(identity);
  reportDrift(call, drift, key);
}

/** Warnings already given, keyed by subject. */
const given = new Set<string>();
/** Maximum number of warnings: a process that reaches it has been warned enough. */
const maxWarnings = 100;

const sent = 'The request was sent';
const strict = "Set onEvent to handle such reports, or validation: 'strict' to refuse such";

/** Remedy that ends a warning, and the type and code that are passed to `process.emitWarning`. */
const warnings: Readonly<Record<Drift['about'], readonly [remedy: string, type: string, code: string]>> = {
  response: [`The response was returned as received. ${strict} responses`, 'ResponseDriftWarning', 'X_RESPONSE_DRIFT'],
  params: [`${sent} as passed. ${strict} calls`, 'ParamsDriftWarning', 'X_PARAMS_DRIFT'],
  deprecation: [`${sent}. Set onEvent to handle such reports`, 'DeprecationWarning', 'X_DEPRECATED'],
  options: ['The client uses it from now on. Set onEvent to handle such reports', 'OptionsWarning', 'X_OPTIONS'],
};

/**
 * Warns about something once per process: by `process.emitWarning` if it exists, else by `console.warn`.
 *
 * @param subject Identifies what the warning is about.
 */
function warnOnce(about: Drift['about'], subject: string, message: string): void {
  if (given.has(subject) || given.size >= maxWarnings) return;
  given.add(subject);
  const [remedy, type, code] = warnings[about];
  const text = `${message}. ${remedy} (guide: node_modules/@x/core/README.md)`;
  const { process } = globalThis as { process?: { emitWarning?: (text: string, options: object) => void } };
  if (process?.emitWarning) process.emitWarning(text, { type, code });
  else console.warn(text);
}
