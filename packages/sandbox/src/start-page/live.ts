/** HTML of parts of the page, by the id of their element. */
export type Fragments = Readonly<Record<string, string>>;

type Page = ReadableStreamDefaultController<Uint8Array>;

const lookEveryMs = 250;
/** Messages that wait for a page that is slow to read. */
const queueLimit = 8;

/**
 * Sends open pages what has changed. It is read a few times a second while a page is open, and not at all while none
 * is: requests cost nothing for it.
 */
export function createLive(read: () => Fragments, closing: AbortSignal) {
  /** The open pages, each with what it was sent. */
  const pages = new Map<Page, Fragments>();
  const encoder = new TextEncoder();
  // Pages of an earlier sandbox on the same port reload.
  const instance = crypto.randomUUID();
  let timer: NodeJS.Timeout | undefined;

  const send = (page: Page, message: object) => page.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));

  function look(): void {
    if (pages.size === 0) return;
    const fragments = read();
    for (const [page, sent] of pages) {
      // A page with a full queue gets all that it missed once it has read on.
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
    /** Sends what has changed without waiting for the next look. */
    look,
    /** The events of one page, everything first. */
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
