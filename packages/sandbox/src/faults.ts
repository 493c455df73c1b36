import { checkFault } from './check-fault.ts';
import type { ProviderName } from './context.ts';

/** What to do wrong, and when. Unset conditions match every request. */
export interface Fault {
  /** Only requests to this provider. */
  provider?: ProviderName | undefined;
  /** Only this path below the provider's prefix (`/v1/search`), or paths the expression matches. */
  path?: string | RegExp | undefined;
  /** Only this method. */
  method?: string | undefined;
  /** How many matching requests it hits. Default 1; `Infinity` until removed. */
  times?: number | undefined;
  /** How many matching requests to let through before the first hit. Default 0. */
  after?: number | undefined;
  /** Real milliseconds to wait before anything is answered. */
  delayMs?: number | undefined;
  /** Sends the body of the answer in ten pieces, with this many real milliseconds between them. */
  dripMs?: number | undefined;
  /**
   * Closes the connection: before the request reaches the provider (`before`), after it was carried out but before the
   * answer (`after`), behind the headers of the answer (`headers`), or halfway through its body (`mid-body`).
   */
  drop?: 'before' | 'after' | 'headers' | 'mid-body' | undefined;
  /**
   * Falls silent and keeps the connection, until the sandbox closes: before the request reaches the provider, as a host
   * does that is gone (`before`), or halfway through the body of the answer (`mid-body`).
   */
  stall?: 'before' | 'mid-body' | undefined;
  /** Answers with this status instead of asking the provider. */
  status?: number | undefined;
  /** Body of the answer: text as it is, anything else as JSON. Alone it replaces the body of the provider's answer. */
  body?: unknown | undefined;
  /** Changes the text of the provider's answer. */
  rewrite?: ((text: string) => string | Uint8Array) | undefined;
  /** Headers set on the answer. */
  headers?: Record<string, string> | undefined;
  /** Cuts the body of the provider's answer after this many bytes; the answer itself ends properly. */
  truncateBytes?: number | undefined;
  /** Pads the body of the provider's answer with blanks up to this many bytes. */
  padToBytes?: number | undefined;
}

/** The sandbox's faults on demand. */
export interface Faults {
  /**
   * Adds a fault; the first added that matches a request hits it. Returns a function that removes it.
   *
   * @throws TypeError for an unknown provider or field, or a value that a field cannot have.
   */
  add(fault: Fault): () => void;
  /** Removes every fault. */
  clear(): void;
}

/** A fault that was added. @internal */
export interface FaultEntry {
  /** Counts from 1. */
  readonly id: number;
  readonly fault: Fault;
  /** How many matching requests it lets through before it hits, and how many it hits then. */
  skip: number;
  left: number;
}

/** @internal */
export interface FaultBook extends Faults {
  take(provider: ProviderName, method: string, path: string): Fault | undefined;
  /** Those that are not used up, in the order in which they are asked. */
  list(): readonly FaultEntry[];
  /** Removes one; nothing when there is no such. */
  remove(id: number): void;
}

/** @internal */
export function createFaults(): FaultBook {
  let entries: FaultEntry[] = [];
  let lastId = 0;
  const remove = (id: number) => {
    entries = entries.filter((entry) => entry.id !== id);
  };
  return {
    add(fault) {
      checkFault(fault);
      const id = ++lastId;
      entries.push({ id, fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
      return () => remove(id);
    },
    remove,
    list: () => entries.filter(({ left }) => left > 0),
    clear() {
      entries = [];
    },
    take(provider, method, path) {
      for (const entry of entries) {
        const { fault } = entry;
        if (entry.left <= 0 || (fault.provider && fault.provider !== provider)) continue;
        if (fault.method && fault.method.toUpperCase() !== method) continue;
        if (typeof fault.path === 'string' ? fault.path !== path : fault.path && !fault.path.test(path)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        return fault;
      }
      return undefined;
    },
  };
}

/**
 * Asks `answer` for the provider's answer and spoils it as `fault` says. `hangUp` closes the connection, after the
 * beginning of an answer if it is given one. @internal
 */
export async function spoil(
  fault: Fault,
  answer: () => Promise<Response>,
  hangUp: (begun?: Response) => Response | Promise<Response>,
  pause: (ms: number) => Promise<void>,
): Promise<Response> {
  if (fault.delayMs) await pause(fault.delayMs);
  if (fault.stall === 'before') await pause(forever);
  if (fault.drop === 'before') return hangUp();
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
  if (fault.stall === 'mid-body') return new Response(inPieces([half], pause, forever), init);
  if (fault.dripMs) return new Response(inPieces(cut(bytes, 10), pause, fault.dripMs), init);
  if (!fault.drop) return new Response(bytes.length > 0 ? bytes : null, init);
  headers.set('content-length', String(bytes.length));
  return hangUp(new Response(fault.drop === 'headers' ? '' : half, init));
}

/** As long as a timer can wait: some weeks. */
const forever = 2 ** 31 - 1;

function cut(bytes: Uint8Array, pieces: number): Uint8Array[] {
  const size = Math.ceil(bytes.length / pieces) || 1;
  return Array.from({ length: pieces }, (_, index) => bytes.slice(index * size, (index + 1) * size));
}

/** The first piece at once, each other and the end after a pause. */
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
