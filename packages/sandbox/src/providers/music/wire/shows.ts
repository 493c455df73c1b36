import { availability } from '../data/availability.ts';
import type { Episode, Show } from '../data/spoken.ts';
import { page } from '../paging.ts';
import type { Viewer } from '../request.ts';
import { firstPage, type Links, within } from './links.ts';
import { embeddedShow, gone, withGone } from './real-forms.ts';
import { part, whole } from './spoken.ts';

/** Writes shows and episodes as the API does. */
export function createShowWire(links: Links, realQuirks: boolean) {
  const { trim, link } = links;

  /** Returns the episodes of a show; the real host counts one that it no longer has. */
  const episodesOf = ({ episodes }: Pick<Show, 'episodes'>) => (realQuirks ? withGone(episodes) : episodes);

  const showSummary = (record: Show, viewer: Viewer) =>
    trim({
      ...link('show', record.id),
      ...whole(links, record, viewer, record.explicit),
      is_externally_hosted: false,
      publisher: record.publisher,
      total_episodes: episodesOf(record).length,
    });

  const episodeSummary = (record: Episode, viewer: Viewer) => {
    const { markets, explicit } = record.show;
    const { is_playable = true, restrictions } = availability(markets, viewer, explicit);
    return trim({
      ...link('episode', record.id),
      ...part(links, record, viewer, { cover: record.id, explicit, released: record.released }),
      is_externally_hosted: false,
      is_playable,
      ...(restrictions && { restrictions }),
      language: 'en',
    });
  };

  const episode = (record: Episode, viewer: Viewer) => ({
    ...episodeSummary(record, viewer),
    show: showSummary(record.show, viewer),
  });

  return {
    episodesOf,
    showSummary,
    episodeSummary,
    episode,

    /** Writes an episode in a player, queue or playlist. */
    embeddedEpisode(record: Episode, viewer: Viewer) {
      if (!realQuirks) return episode(record, viewer);
      const { is_playable, ...fields } = episode(record, viewer);
      return { ...fields, show: { ...fields.show, ...embeddedShow } };
    },

    show: (record: Show, viewer: Viewer) => {
      const list = { ...within(links, `shows/${record.id}/episodes`, viewer), items: episodesOf(record) };
      return {
        ...showSummary(record, viewer),
        episodes: page(list, firstPage, (each) => (each === gone ? null : episodeSummary(each, viewer))),
      };
    },
  };
}
