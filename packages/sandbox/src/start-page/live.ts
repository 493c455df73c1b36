import type { SandboxRequest } from '../requests.ts';

/** Parts of the page by the id of their element. `log` has rows to put in front, or in place of those with their ids. */
export type Fragments = Record<string, string>;

/** What is shown. */
export interface Scene {
  readonly requests: readonly SandboxRequest[];
  /** Rows of the log, in the order given. */
  rows(requests: readonly SandboxRequest[]): string;
  /** Everything else; called often. */
  parts(): Fragments;
}

/** How many requests a page shows. */
export const rowLimit = 100;

const lookEveryMs = 250;
/** Messages that wait for a page which is slow to read; then it gets everything at once. */
const queueLimit = 8;

const isUnderWay = ({ durationMs }: SandboxRequest) => durationMs === undefined;

/**
 * Sends open pages what has changed. The sandbox is looked at a few times a second while a page is open, and not at all
 * while none is: requests cost nothing for it.
 */
export function createLive({ requests, rows, parts }: Scene, closing: AbortSignal) {
  const pages = new Map<ReadableStreamDefaultController<Uint8Array>, { isBehind: boolean }>();
  const encoder = new TextEncoder();
  // Pages of an earlier sandbox on the same port reload.
  const instance = crypto.randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let shown: Fragments = {};
  let lastId = 0;
  let underWay: readonly SandboxRequest[] = [];

  const encode = (fragments: Fragments, isAll: boolean) =>
    encoder.encode(`data: ${JSON.stringify({ ...(isAll && { instance }), fragments })}\n\n`);
  const everything = () => encode({ ...parts(), log: rows(requests.slice(-rowLimit)) }, true);

  /** What has changed since the last look. */
  function news(): Fragments {
    const current = parts();
    const changed = Object.entries(current).filter(([id, html]) => shown[id] !== html);
    shown = current;
    const latest = requests.slice(-rowLimit);
    const fresh = latest.filter(({ id }) => id > lastId);
    const answered = underWay.filter((request) => !isUnderWay(request));
    lastId = latest.at(-1)?.id ?? lastId;
    underWay = [...underWay, ...fresh].filter(isUnderWay).slice(-rowLimit);
    const log = rows([...answered, ...fresh]);
    return { ...Object.fromEntries(changed), ...(log && { log }) };
  }

  function look(): void {
    if (pages.size === 0) return;
    const fragments = news();
    const message = Object.keys(fragments).length > 0 ? encode(fragments, false) : undefined;
    for (const [controller, page] of pages) {
      if (!page.isBehind && !message) continue;
      const isFull = (controller.desiredSize ?? 0) <= 0;
      if (!isFull) controller.enqueue(page.isBehind || !message ? everything() : message);
      page.isBehind = isFull;
    }
  }

  function leave(controller: ReadableStreamDefaultController<Uint8Array>): void {
    pages.delete(controller);
    if (pages.size === 0) clearInterval(timer);
  }

  closing.addEventListener('abort', () => {
    for (const controller of pages.keys()) {
      leave(controller);
      controller.close();
    }
  });

  return {
    /** Sends what has changed without waiting for the next look. */
    look,
    /** The events of one page, everything first. */
    open(): Response {
      let own: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            own = controller;
            if (closing.aborted) return controller.close();
            look();
            if (pages.size === 0) {
              news();
              timer = setInterval(look, lookEveryMs).unref();
            }
            controller.enqueue(everything());
            pages.set(controller, { isBehind: false });
          },
          cancel: () => leave(own),
        },
        { highWaterMark: queueLimit },
      );
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}
