import type { SandboxProvider } from '../shared/provider.ts';

/** A request that a provider has handled. */
export interface RecordedRequest {
  readonly provider: string;
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Missing when there was none. */
  readonly body?: string;
  /** In place of `body` where that is not text. */
  readonly bodyBase64?: string;
}

/**
 * Something that has changed the state of the providers, or may have. Times are Unix milliseconds of the sandbox's
 * clock.
 */
export type Entry =
  | { readonly at: number; readonly request: RecordedRequest; status?: number }
  /** A call of `sandbox.controls`, by its name there. */
  | { readonly at: number; readonly control: string; readonly arguments: readonly unknown[] }
  /** Jobs that were due, one after another, each when it ran. */
  | { readonly due: number[] }
  /** The response to a request that a provider has sent, or why there was none. The first has the number 1. */
  | { readonly at: number; readonly outgoing: number; status?: number; type?: string; body?: string; error?: string }
  | {
      readonly at: number;
      readonly socket: number;
      readonly event: 'open';
      readonly provider: string;
      readonly query: string;
    }
  | { readonly at: number; readonly socket: number; readonly event: 'received' | 'closed' };

/** The log of what has changed the state of the providers. */
export interface Recorder {
  readonly entries: readonly Entry[];
  /** Whether there was more than is stored: then nothing is. */
  readonly isFull: boolean;
  add(entry: Entry): void;
  /** A job that runs now. */
  ran(at: number): void;
  /** Ends the replay: from now on, what happens is added. */
  goLive(): void;
}

/** Bytes of entries, roughly. */
const bytesAtMost = 16 * 1024 * 1024;

/** Bytes of an entry besides its texts. */
const entryBytes = 100;

/** Creates an empty log, or one that continues `replayed`: while these are replayed, nothing is added. */
export function createRecorder(replayed?: readonly Entry[]): Recorder {
  let entries = structuredClone(replayed ?? []) as Entry[];
  let bytes = JSON.stringify(entries).length;
  let isLive = replayed === undefined;
  let isFull = false;

  function count(more: number): boolean {
    bytes += more;
    if (bytes > bytesAtMost) {
      isFull = true;
      entries = [];
    }
    return !isFull;
  }

  return {
    get entries() {
      return entries;
    },
    get isFull() {
      return isFull;
    },
    add(entry) {
      if (isLive && !isFull && count(entryBytes + textsOf(entry))) entries.push(entry);
    },
    ran(at) {
      if (!isLive || isFull || !count(14)) return;
      const last = entries.at(-1);
      if (last && 'due' in last) last.due.push(at);
      else entries.push({ due: [at] });
    },
    goLive() {
      isLive = true;
    },
  };
}

/** Length of the texts of an entry that may be long. */
function textsOf(entry: Entry): number {
  if ('control' in entry) return JSON.stringify(entry.arguments).length;
  if (!('request' in entry)) return 0;
  const { path, headers, body = '', bodyBase64 = '' } = entry.request;
  const inHeaders = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length + body.length + bodyBase64.length + inHeaders;
}

/** Headers that do not affect a provider, and that differ when a request is sent again. */
const leftOut = new Set(['host', 'connection', 'content-length', 'user-agent', 'accept-encoding', 'accept-language']);

/** A request as it arrives. */
interface Arrival {
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/**
 * Adds a request to the log if it may change something. Returns what is to be called with the status of its response.
 */
export function recordRequest(
  recorder: Recorder,
  at: number,
  { name, mayChange }: Pick<SandboxProvider, 'name' | 'mayChange'>,
  arrival: Arrival,
): (status: number) => void {
  const [pathname = ''] = arrival.path.split('?');
  if (!mayChange(arrival.method, pathname)) return () => {};
  const entry: Entry = { at, request: recordedRequest(name, arrival) };
  recorder.add(entry);
  return (status) => {
    // A limit that refuses a request keeps it from changing anything, and restored providers count from zero.
    if (status !== 429) entry.status = status;
  };
}

/** A request in the form in which the log stores it. */
function recordedRequest(provider: string, { method, path, headers, body }: Arrival): RecordedRequest {
  return {
    provider,
    method,
    path,
    headers: Object.fromEntries([...headers].filter(([name]) => !leftOut.has(name) && !name.startsWith('sec-'))),
    ...(body.length > 0 && bodyOf(body)),
  };
}

function bodyOf(bytes: Uint8Array): Pick<RecordedRequest, 'body' | 'bodyBase64'> {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bodyBase64: Buffer.from(bytes).toString('base64') };
  }
}

/** The bytes of the body of a stored request. */
export const bytesOf = ({ body, bodyBase64 }: RecordedRequest): ArrayBuffer =>
  new Uint8Array(bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64')).buffer;

/** Returns the entries that close the WebSockets open at the end of a log, as a restart of the sandbox does. */
export function closings(entries: readonly Entry[], at: number): Entry[] {
  const open = new Set<number>();
  for (const entry of entries) {
    if (!('socket' in entry)) continue;
    if (entry.event === 'open') open.add(entry.socket);
    else if (entry.event === 'closed') open.delete(entry.socket);
  }
  return [...open].map((socket) => ({ at, socket, event: 'closed' }));
}
