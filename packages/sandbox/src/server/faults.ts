import { isRegExp } from 'node:util/types';
import type { ProviderName } from '../providers.ts';
import { createRandom, drawLogNormal, type Random } from '../shared/random.ts';
import type { SavedFault } from '../state/document.ts';
import { checkFault, type DelayDistribution, type Fault } from './fault.ts';

/** The sandbox's faults on demand. */
export interface Faults<Name extends string = ProviderName> {
  /**
   * Adds a fault. If several match a request, the one that was added first hits it. Returns a function that removes the
   * fault.
   *
   * @throws ApiError `invalid_params` for an unknown provider or field, or an invalid value.
   */
  add(fault: Fault<Name>): () => void;
  /** Removes every fault. */
  clear(): void;
  /** Returns the faults that are set and have not hit any request yet, oldest first. */
  unused(): readonly Fault<Name>[];
}

/** A fault that was added. @internal */
export interface FaultEntry {
  /** Counts from 1. */
  readonly id: number;
  readonly fault: Fault;
  /** Number of its sequence of random values. */
  readonly stream: number;
  /** Number of matching requests to let through before it hits, and number that it then still hits. */
  skip: number;
  left: number;
  /** Number of requests that it has hit. */
  hits: number;
  /** Number of random values that it has drawn. */
  draws: number;
}

/** A fault that hits a request, and its delay. @internal */
export interface Hit {
  readonly fault: Fault;
  readonly delayMs: number;
}

/** @internal */
export interface FaultBook extends Faults {
  take(provider: string, method: string, path: string): Hit | undefined;
  /** Returns the faults that can still hit, in the order in which they are tried. */
  list(): readonly FaultEntry[];
  /** Removes a fault. Returns whether there was one with this ID. */
  remove(id: number): boolean;
  /** Returns the faults that JSON can express, with their counts. */
  save(): SavedFault[];
  /** Replaces all faults with saved ones. */
  restore(saved: readonly SavedFault[]): void;
}

/** Converts a fault to JSON, without `rewrite`, which is code. @internal */
export function faultToJson({ rewrite: _, path, times, body, ...fault }: Fault): Fault {
  return {
    ...fault,
    ...(path !== undefined && { path: isRegExp(path) ? { pattern: path.source, flags: path.flags } : path }),
    ...(times !== undefined && { times: times === Number.POSITIVE_INFINITY ? 'always' : times }),
    ...(body !== undefined && { body: body instanceof Uint8Array ? new TextDecoder().decode(body) : body }),
  };
}

/** Converts a fault to JSON, with its counts. @internal */
export const saveFault = ({ fault, stream, skip, left, hits, draws }: FaultEntry): SavedFault => ({
  fault: faultToJson(fault),
  skip,
  left: left === Number.POSITIVE_INFINITY ? 'always' : left,
  hits,
  ...(draws > 0 && { stream, draws }),
});

const countOf = (times: number | 'always'): number => (times === 'always' ? Number.POSITIVE_INFINITY : times);

/**
 * Returns the report of `close` on faults that never hit, since a test with one may pass for the wrong reason.
 * Undefined if all hit.
 */
export function describeUnused(faults: Faults): string | undefined {
  const unused = faults.unused();
  if (unused.length === 0) return undefined;
  // Bodies and headers may be long, and may contain secrets.
  const shown = unused.map(({ body: _, headers: __, rewrite: ___, ...fault }) => JSON.stringify(faultToJson(fault)));
  const subject = unused.length === 1 ? '1 fault never hit a request' : `${unused.length} faults never hit a request`;
  return `sandbox: ${subject}: ${shown.join(', ')}. Check provider, path and method, or remove faults that are not needed`;
}

/** @internal */
export function createFaults(seed: number, names: readonly string[]): FaultBook {
  /** Returns the source of a fault's next value, which is the same in each run and independent of other draws. */
  const drawOf = (entry: FaultEntry) => createRandom(seed, `faults/${entry.stream}/${entry.draws++}`);
  let entries: FaultEntry[] = [];
  let lastId = 0;
  function remove(id: number): boolean {
    const before = entries.length;
    entries = entries.filter((entry) => entry.id !== id);
    return entries.length < before;
  }
  return {
    add(fault) {
      checkFault(fault, names);
      const id = ++lastId;
      const counts = { skip: fault.after ?? 0, left: countOf(fault.times ?? 1), hits: 0, draws: 0 };
      entries.push({ id, stream: id, fault, ...counts });
      return () => void remove(id);
    },
    remove,
    list: () => entries.filter(({ left }) => left > 0),
    save: () => entries.filter(({ fault, left }) => left > 0 && !fault.rewrite).map(saveFault),
    restore(saved) {
      entries = saved.map(({ fault, skip, left, hits = 0, stream, draws = 0 }) => {
        const id = ++lastId;
        return { id, stream: stream ?? id, fault, skip, left: countOf(left), hits, draws };
      });
    },
    unused: () => entries.filter(({ hits }) => hits === 0).map(({ fault }) => fault),
    clear() {
      entries = [];
    },
    take(provider, method, path) {
      for (const entry of entries) {
        const { fault } = entry;
        if (entry.left <= 0 || (fault.provider && fault.provider !== provider)) continue;
        if (fault.method && fault.method.toUpperCase() !== method) continue;
        if (!isAt(fault.path, path)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        const { probability = 1, delay, delayMs = 0 } = fault;
        if (probability < 1 && drawOf(entry).float() >= probability) continue;
        entry.left -= 1;
        entry.hits += 1;
        return { fault, delayMs: delay ? drawDelay(drawOf(entry), delay) : delayMs };
      }
      return undefined;
    },
  };
}

/** Draws a delay in milliseconds. */
export const drawDelay = (random: Random, { medianMs, sigma }: DelayDistribution): number =>
  drawLogNormal(random, medianMs, sigma);

export function isAt(wanted: Fault['path'], path: string): boolean {
  if (wanted === undefined || typeof wanted === 'string') return wanted === undefined || wanted === path;
  return (isRegExp(wanted) ? wanted : new RegExp(wanted.pattern, wanted.flags)).test(path);
}

/**
 * Asks `answer` for the provider's response and corrupts it as `fault` demands. `hangUp` closes the connection, after
 * sending the beginning of a response if it is given one. @internal
 */
export async function spoil(
  { fault, delayMs }: Hit,
  answer: () => Promise<Response>,
  hangUp: (begun?: Response, isHandled?: boolean) => Response | Promise<Response>,
  pause: (ms: number) => Promise<void>,
): Promise<Response> {
  if (delayMs > 0) await pause(delayMs);
  if (fault.stall === 'before') await pause(Number.POSITIVE_INFINITY);
  if (fault.drop === 'before') return hangUp(undefined, false);
  if (fault.status !== undefined) {
    const empty = fault.body === undefined || [204, 205, 304].includes(fault.status);
    return new Response(empty ? null : asBytes(fault.body), {
      status: fault.status,
      headers: { ...(empty || typeof fault.body === 'string' ? {} : json), ...fault.headers },
    });
  }
  const response = await answer();
  if (fault.drop === 'after') return hangUp();
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  headers.delete('content-length');
  let bytes = fault.body === undefined ? new Uint8Array(await response.arrayBuffer()) : asBytes(fault.body);
  if (fault.rewrite) bytes = asBytes(fault.rewrite(new TextDecoder().decode(bytes)));
  if (fault.truncateBytes !== undefined) bytes = bytes.slice(0, fault.truncateBytes);
  if (fault.padToBytes !== undefined && fault.padToBytes > bytes.length) {
    const padded = new Uint8Array(fault.padToBytes).fill(0x20);
    padded.set(bytes);
    bytes = padded;
  }
  const init = { status: response.status, headers };
  const half = bytes.slice(0, Math.floor(bytes.length / 2));
  if (fault.stall === 'mid-body') return new Response(inPieces([half], pause, Number.POSITIVE_INFINITY), init);
  if (fault.dripMs) return new Response(inPieces(cut(bytes, 10), pause, fault.dripMs), init);
  if (!fault.drop) return new Response(bytes.length > 0 ? bytes : null, init);
  headers.set('content-length', String(bytes.length));
  return hangUp(new Response(fault.drop === 'headers' ? '' : half, init));
}

function cut(bytes: Uint8Array, pieces: number): Uint8Array[] {
  const size = Math.ceil(bytes.length / pieces) || 1;
  return Array.from({ length: pieces }, (_, index) => bytes.slice(index * size, (index + 1) * size));
}

/** Streams the first piece at once, and each further piece and the end after a pause. */
function inPieces(pieces: Uint8Array[], pause: (ms: number) => Promise<void>, pauseMs: number): ReadableStream {
  let begun = false;
  let gone = false;
  return new ReadableStream({
    async pull(controller) {
      if (begun) await pause(pauseMs);
      begun = true;
      const piece = pieces.shift();
      if (gone) return;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel() {
      gone = true;
    },
  });
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function asBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
