import { type Control, checkControl } from '../shared/controls.ts';
import { fromJson, toJson } from './document.ts';
import type { Recorder } from './recorder.ts';

/** Functions that stop what controls have started, by the name of the control, oldest first. */
export type Stops = Map<string, (() => void)[]>;

/**
 * Wraps a provider's controls so that every call that may change something is added to the log.
 *
 * @param name Name of the controls, such as `stream` or `stream.eventSub`.
 * @param find Returns the declaration of the control with a name.
 */
export function recordControls<Controls extends object>(
  controls: Controls,
  name: string,
  {
    recorder,
    now,
    find,
    stops,
  }: {
    recorder: Recorder;
    now: () => number;
    find(name: string): Control | undefined;
    stops: Stops;
  },
): Controls {
  const wrapped = new Map<PropertyKey, unknown>();
  function wrap(key: string, value: object): unknown {
    const path = `${name}.${key}`;
    if (typeof value !== 'function')
      return Array.isArray(value) ? value : recordControls(value, path, { recorder, now, find, stops });
    const control = find(path);
    if (control?.reads) return value;
    return (...given: unknown[]) => {
      checkControl(control, path, given);
      // Copied as JSON, because a caller may change an object after the call.
      recorder.add({ at: now(), control: path, arguments: toJson(given) });
      const result: unknown = Reflect.apply(value, controls, given);
      return typeof result === 'function' ? recordStop(path, result as () => void) : result;
    };
  }
  function recordStop(path: string, stop: () => void): () => void {
    const all = stops.get(path) ?? [];
    stops.set(path, all);
    const recorded = () => {
      recorder.add({ at: now(), control: `${path}.stop`, arguments: [number] });
      stop();
    };
    const number = all.push(recorded);
    return recorded;
  }
  return new Proxy(controls, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || value === null || !['object', 'function'].includes(typeof value)) return value;
      if (!wrapped.has(key)) wrapped.set(key, wrap(key, value as object));
      return wrapped.get(key);
    },
  });
}

/**
 * Calls a control by its name, or reads it if it is a value. Returns the result.
 *
 * @throws TypeError if there is no such control, RangeError if there is nothing to stop with this number.
 */
export function callControl(controls: object, stops: Stops, name: string, given: readonly unknown[]): unknown {
  if (name.endsWith('.stop')) {
    const stop = stops.get(name.slice(0, -'.stop'.length))?.[Number(given[0]) - 1];
    if (!stop) throw new RangeError(`${name}: nothing was started with the number ${given[0]}`);
    return stop();
  }
  const path = name.split('.');
  const within = (parent: unknown, key: string): unknown =>
    typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined;
  const parent = path.slice(0, -1).reduce<unknown>(within, controls);
  const control = within(parent, path.at(-1) ?? '');
  if (control === undefined) throw new TypeError(`there is no control ${name}`);
  if (typeof control !== 'function') return control;
  // JSON has no undefined, and no control takes null as an argument.
  return Reflect.apply(
    control,
    parent,
    fromJson(given).map((value) => value ?? undefined),
  );
}
