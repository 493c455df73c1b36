/** HTML of parts of the page, by the ID of their element. */
export type Fragments = Readonly<Record<string, string>>;

type Page = ReadableStreamDefaultController<Uint8Array>;

const lookEveryMs = 250;
/** Maximum number of messages that wait for a slow page. */
const queueLimit = 8;

/**
 * Sends changes to open pages. It calls `read` a few times a second while a page is open, and otherwise not at all, so
 * it does not slow down requests.
 */
export function createLive(read: () => Fragments, closing: AbortSignal) {
  /** Open pages, each with the last state it received. */
  const pages = new Map<Page, Fragments>();
  const encoder = new TextEncoder();
  // Tells pages of an earlier sandbox on the same port to reload.
  const instance = crypto.randomUUID();
  let timer: NodeJS.Timeout | undefined;

  const send = (page: Page, message: object) => page.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));

  function look(): void {
    if (pages.size === 0) return;
    const fragments = read();
    for (const [page, sent] of pages) {
      // A page with a full queue gets everything it missed once it has read more.
      if ((page.desiredSize ?? 0) <= 0) continue;
      const changed = Object.entries(fragments).filter(([id, html]) => sent[id] !== html);
      if (changed.length > 0) send(page, { fragments: Object.fromEntries(changed) });
      pages.set(page, fragments);
    }
  }

  function leave(page: Page): void {
    pages.delete(page);
    if (pages.size === 0) clearInterval(timer);
  }

  closing.addEventListener('abort', () => {
    for (const page of pages.keys()) {
      leave(page);
      page.close();
    }
  });

  return {
    /** Sends changes without waiting for the next regular look. */
    look,
    /** Returns the event stream of one page, which begins with everything. */
    open(): Response {
      let own: Page;
      const body = new ReadableStream<Uint8Array>(
        {
          start(page) {
            own = page;
            if (closing.aborted) return page.close();
            if (pages.size === 0) timer = setInterval(look, lookEveryMs).unref();
            const fragments = read();
            send(page, { instance, fragments });
            pages.set(page, fragments);
          },
          cancel: () => leave(own),
        },
        { highWaterMark: queueLimit },
      );
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}
