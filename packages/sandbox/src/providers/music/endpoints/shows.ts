import type { Endpoints } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { readViewer, type Viewer } from '../request.ts';
import type { Service } from '../service.ts';
import { gone } from '../wire/real-forms.ts';
import { find, lookups } from './lookups.ts';

/** Creates the endpoints for shows, episodes, audiobooks and chapters. */
export function showEndpoints({ wire, world }: Service): Endpoints {
  return {
    ...lookups('shows', () => world().show, wire.show, { writeSeveral: wire.showSummary, isHidden: isHiddenShow }),
    ...lookups('episodes', () => world().episode, wire.episode, { isHidden: (_, viewer) => !viewer.market }),
    ...lookups('audiobooks', () => world().audiobook, wire.audiobook, { isHidden }),
    ...lookups('chapters', () => world().chapter, wire.chapter),
    'GET /shows/{id}/episodes': (call) => {
      const viewer = readViewer(call);
      const show = find(world().show, call.param('id'));
      if (isHiddenShow(show, viewer)) throw notFound();
      return pageOf(call, wire.episodesOf(show), (each) => (each === gone ? null : wire.episodeSummary(each, viewer)));
    },
    'GET /audiobooks/{id}/chapters': (call) => {
      const viewer = readViewer(call);
      const book = find(world().audiobook, call.param('id'));
      if (isHidden(book, viewer)) throw notFound();
      return pageOf(call, book.chapters, (chapter) => wire.chapterSummary(chapter, viewer));
    },
  };
}

/**
 * Returns whether a record is hidden in a market. Records without `is_playable` are left out where they do not play.
 */
function isHidden({ markets }: { readonly markets: readonly string[] }, { market }: Viewer): boolean {
  return market !== undefined && !markets.includes(market);
}

/** Returns whether a show is hidden, which it is without a market as well: with an app token that names none. */
const isHiddenShow = (show: { readonly markets: readonly string[] }, viewer: Viewer): boolean =>
  !viewer.market || isHidden(show, viewer);
