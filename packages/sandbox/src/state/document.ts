import * as v from 'valibot';
import { clockRules } from '../clock/clock.ts';
import { checkFault, type Fault } from '../faults/fault.ts';
import type { SavedFault } from '../faults/faults.ts';
import { describe, isObject } from '../shared/check-fields.ts';
import type { ClockState } from '../shared/clock.ts';
import type { Quirks } from '../shared/context.ts';
import type { Entry } from './recorder.ts';

/** A saved state that cannot be loaded. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** Options of the providers by name, and the option `limits`. */
export type Settings = {
  /** Whether requests are limited: `off`, `real`, or numbers by API. */
  readonly limits?: 'off' | 'real' | object | undefined;
} & { readonly [name: string]: object | string | undefined };

/**
 * State of a sandbox as JSON. `sandbox.save()` returns it and `sandbox.load` restores it. It contains the credentials
 * and tokens of the sandbox, which are useless elsewhere.
 */
export interface SandboxState {
  /** Always `sandbox-state`. */
  readonly format: 'sandbox-state';
  /** Version of this format. A sandbox loads states of its own version only. */
  readonly version: 1;
  /** Seed of the data. */
  readonly seed: number;
  /** Whether responses include the quirks of the real APIs. */
  readonly quirks: Quirks;
  /** Settings of the providers, and limits, without functions. */
  readonly settings: Settings;
  /** Time at which the providers were started, in Unix milliseconds of the sandbox's clock. */
  readonly startedAt: number;
  /** The time, and how it runs. */
  readonly clock: ClockState;
  /** Faults that can still hit, except those with `rewrite`, with their counts. */
  readonly faults: readonly SavedFault[];
  /** Everything that has changed the providers' state since they were started. Not meant to be read. */
  readonly log: readonly object[];
}

/** Version of the format that this sandbox writes and reads. */
export const stateVersion = 1;

const isTime = (value: unknown) => Number.isSafeInteger(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

const isClock = (value: unknown) =>
  isObject(value) && isTime(value.now) && v.is(clockRules.speed, value.speed) && v.is(clockRules.frozen, value.frozen);

function isFault(value: unknown, names: readonly string[]): boolean {
  try {
    checkFault(value as Fault, names);
    return true;
  } catch {
    return false;
  }
}

const isSavedFault = (value: unknown, names: readonly string[]) =>
  isObject(value) &&
  isFault(value.fault, names) &&
  isCount(value.skip) &&
  (value.left === 'always' || isCount(value.left)) &&
  [value.hits, value.stream, value.draws].every((count) => count === undefined || isCount(count));

const isProvider = (value: unknown) => typeof value === 'string' && /^[a-z]+$/.test(value);

/** Checks of log entries, by the field that identifies their kind. */
const entryChecks: Readonly<Record<string, (entry: Readonly<Record<string, unknown>>) => boolean>> = {
  due: ({ due }) => Array.isArray(due) && due.every(isTime),
  request: ({ at, request, status }) =>
    isTime(at) &&
    isObject(request) &&
    isProvider(request.provider) &&
    typeof request.method === 'string' &&
    typeof request.path === 'string' &&
    request.path.startsWith('/') &&
    isObject(request.headers) &&
    ['undefined', 'string'].includes(typeof request.body) &&
    ['undefined', 'string'].includes(typeof request.bodyBase64) &&
    (status === undefined || isCount(status)),
  control: ({ at, control, arguments: given }) => isTime(at) && typeof control === 'string' && Array.isArray(given),
  outgoing: ({ at, outgoing, status, error }) =>
    isTime(at) && isCount(outgoing) && (isCount(status) || typeof error === 'string'),
  socket: ({ at, socket, event, provider, query }) =>
    isTime(at) &&
    isCount(socket) &&
    (event === 'open' ? isProvider(provider) && typeof query === 'string' : event === 'received' || event === 'closed'),
};

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [kind] = Object.keys(entryChecks).filter((name) => Object.hasOwn(value, name));
  return kind !== undefined && entryChecks[kind]?.(value) === true;
}

const fields: Readonly<
  Record<Exclude<keyof SandboxState, 'format' | 'version'>, (value: unknown, names: readonly string[]) => boolean>
> = {
  seed: isTime,
  quirks: (value) => value === 'off' || value === 'real',
  settings: isObject,
  startedAt: isTime,
  clock: isClock,
  faults: (value, names) => Array.isArray(value) && value.every((fault) => isSavedFault(fault, names)),
  log: Array.isArray,
};

/**
 * Checks a saved state before any of it is used.
 *
 * @param names The APIs that the sandbox serves.
 * @throws StateError if it cannot be loaded. The message names the part that differs from a saved state.
 */
export function readState(
  document: unknown,
  names: readonly string[],
): SandboxState & { readonly log: readonly Entry[] } {
  if (!isObject(document) || document.format !== 'sandbox-state')
    throw new StateError(
      `a state must be what sandbox.save() returned; got ${isObject(document) ? 'another object' : describe(document)}`,
    );
  const { version } = document;
  if (version !== stateVersion)
    throw new StateError(
      `the state has version ${describe(version)} of the format, and this sandbox loads version ${stateVersion}. Load it with the version of @x/sandbox that saved it, or start without it`,
    );
  for (const [name, isValid] of Object.entries(fields)) if (!isValid(document[name], names)) throw corrupted(name);
  const state = document as unknown as SandboxState;
  for (const [index, entry] of state.log.entries()) if (!isEntry(entry)) throw corrupted(`log[${index}]`);
  return state as SandboxState & { readonly log: readonly Entry[] };
}

const corrupted = (place: string) =>
  new StateError(
    `the state is corrupted at ${place}: it differs from what sandbox.save() returned. Save it again, or start without it`,
  );

/** Stands for `Infinity` in JSON. */
const infinity = '$Infinity';

/** Copies a value as JSON, without functions and undefined fields. */
export const toJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, field) => (field === Number.POSITIVE_INFINITY ? infinity : field)));

/** Restores the infinite numbers in a value from `toJson`. */
export const fromJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_, field) => (field === infinity ? Number.POSITIVE_INFINITY : field));

/** Adds the functions of the present settings to saved ones, because a document cannot contain code. */
export function withCode({ limits, ...saved }: Settings, present: Settings): Settings {
  const functionsOf = (options: object | string = {}) =>
    Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value === 'function'));
  const merged = Object.entries(saved).map(([name, options]) => [
    name,
    { ...(options as object), ...functionsOf(present[name]) },
  ]);
  return { ...Object.fromEntries(merged), ...(limits && { limits }) };
}
