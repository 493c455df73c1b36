import { notFound } from '../errors.ts';
import { readViewer, readWindow, usualWindow, type Viewer } from '../input.ts';
import { page } from '../paging.ts';
import { gone } from '../real-forms.ts';
import type { Call, Route } from '../route.ts';
import type { Service } from '../service.ts';
import { find, lookups } from './catalog.ts';

/** Shows, episodes, audiobooks and chapters. */
export function spokenRoutes({ wire, world, baseUrl }: Service): readonly Route[] {
  return [
    ...lookups({
      kind: 'show',
      records: () => world().show,
      write: wire.show,
      writeSeveral: wire.showSummary,
      isHidden,
    }),
    ...lookups({ kind: 'episode', records: () => world().episode, write: wire.episode }),
    ...lookups({ kind: 'audiobook', records: () => world().audiobook, write: wire.audiobook, isHidden }),
    ...lookups({ kind: 'chapter', records: () => world().chapter, write: wire.chapter }),
    {
      method: 'GET',
      path: '/v1/shows/:id/episodes',
      answer: (call) => {
        const show = find(world().show, call.param('id'));
        return within(call, { markets: show.markets, parts: wire.episodesOf(show) }, (episode, viewer) =>
          episode === gone ? null : wire.episodeSummary(episode, viewer),
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/audiobooks/:id/chapters',
      answer: (call) => {
        const { markets, chapters } = find(world().audiobook, call.param('id'));
        return within(call, { markets, parts: chapters }, wire.chapterSummary);
      },
    },
  ];

  /** A page of what a record holds. */
  function within<Part>(
    call: Call,
    record: { readonly markets: readonly string[]; readonly parts: readonly Part[] },
    write: (part: Part, viewer: Viewer) => unknown,
  ) {
    const viewer = readViewer(call);
    const window = readWindow(call.query, usualWindow);
    if (isHidden(record, viewer)) throw notFound();
    const list = { address: baseUrl() + call.path, query: call.query, items: record.parts };
    return page(list, window, (part) => write(part, viewer));
  }
}

/** What carries no word on whether it plays in a market is not there at all where it does not. */
function isHidden({ markets }: { readonly markets: readonly string[] }, { market }: Viewer): boolean {
  return market !== undefined && !markets.includes(market);
}
