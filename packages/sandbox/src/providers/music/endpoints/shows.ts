import type { Call, Endpoints } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { readViewer, type Viewer } from '../request.ts';
import type { Service } from '../service.ts';
import { gone } from '../wire/real-forms.ts';
import { find, lookups } from './lookups.ts';

/** Creates the endpoints for shows, episodes, audiobooks and chapters. */
export function showEndpoints({ wire, world }: Service): Endpoints {
  return {
    ...lookups('shows', () => world().show, wire.show, { writeSeveral: wire.showSummary, isHidden }),
    ...lookups('episodes', () => world().episode, wire.episode),
    ...lookups('audiobooks', () => world().audiobook, wire.audiobook, { isHidden }),
    ...lookups('chapters', () => world().chapter, wire.chapter),
    'GET /shows/{id}/episodes': (call) => {
      const show = find(world().show, call.param('id'));
      return within(call, show.markets, wire.episodesOf(show), (episode, viewer) =>
        episode === gone ? null : wire.episodeSummary(episode, viewer),
      );
    },
    'GET /audiobooks/{id}/chapters': (call) => {
      const { markets, chapters } = find(world().audiobook, call.param('id'));
      return within(call, markets, chapters, wire.chapterSummary);
    },
  };
}

/** Returns a page of a record's parts. */
function within<Part>(
  call: Call,
  markets: readonly string[],
  items: readonly Part[],
  write: (part: Part, viewer: Viewer) => unknown,
) {
  const viewer = readViewer(call);
  if (isHidden({ markets }, viewer)) throw notFound();
  return pageOf(call, items, (part) => write(part, viewer));
}

/**
 * Returns whether a record is hidden in a market. Records without `is_playable` are left out where they do not play.
 */
function isHidden({ markets }: { readonly markets: readonly string[] }, { market }: Viewer): boolean {
  return market !== undefined && !markets.includes(market);
}
