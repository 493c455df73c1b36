/** A request that a provider has handled. */
export interface RecordedRequest {
  readonly provider: string;
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Unset if there was no body. */
  readonly body?: string;
  /** Used instead of `body` if the body is not text. */
  readonly bodyBase64?: string;
}

/**
 * Event that has or may have changed the state of the providers. Times are Unix milliseconds of the sandbox's clock.
 */
export type Entry =
  | { readonly at: number; readonly request: RecordedRequest; status?: number }
  /** A call of `sandbox.controls`, by its name there. */
  | { readonly at: number; readonly control: string; readonly arguments: readonly unknown[] }
  /** Jobs that ran one after another, each with its time. */
  | { readonly due: number[] }
  /**
   * The response to a request that a provider has sent, or the reason why there was none. The first request has the
   * number 1.
   */
  | { readonly at: number; readonly outgoing: number; status?: number; type?: string; body?: string; error?: string }
  | {
      readonly at: number;
      readonly socket: number;
      readonly event: 'open';
      readonly provider: string;
      readonly query: string;
    }
  | { readonly at: number; readonly socket: number; readonly event: 'received' | 'closed' };

/** The log of everything that has changed the state of the providers. */
export interface Recorder {
  readonly entries: readonly Entry[];
  /** Whether the log has exceeded its maximum size. Nothing is stored then. */
  readonly isFull: boolean;
  add(entry: Entry): void;
  /** Adds a job that is running now. */
  ran(at: number): void;
  /** Ends the replay. From then on, entries are added. */
  goLive(): void;
}

/** Maximum size of all entries in bytes, roughly. */
const bytesAtMost = 16 * 1024 * 1024;

/** Bytes of an entry without its texts. */
const entryBytes = 100;

/** Creates an empty log, or one that continues `replayed`. While those entries are replayed, nothing is added. */
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

/** Returns the total length of an entry's texts that may be long. */
function textsOf(entry: Entry): number {
  if ('control' in entry) return JSON.stringify(entry.arguments).length;
  if (!('request' in entry)) return 0;
  const { path, headers, body = '', bodyBase64 = '' } = entry.request;
  const inHeaders = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length + body.length + bodyBase64.length + inHeaders;
}

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
