import { availability, marketsOf } from '../data/availability.ts';
import type { Audiobook, Chapter, Episode, Show } from '../data/spoken.ts';
import { page } from '../paging.ts';
import type { Viewer } from '../request.ts';
import { describeAsShow, embeddedShow, gone, hidesTotal, withGone } from './real-forms.ts';

interface WireBase {
  baseUrl(): string;
  trim<T extends { type: string }>(object: T): T;
  link<Type extends string>(
    type: Type,
    id: string,
  ): { external_urls: object; href: string; id: string; type: Type; uri: string };
  images(id: string): object[];
  readonly realQuirks: boolean;
}

/** The pages within a record hold as many items as a list can give at once. */
const firstPage = { limit: 50, offset: 0 };

/** Writes shows, episodes, audiobooks and chapters as the API does. */
export function createSpokenWire({ baseUrl, trim, link, images, realQuirks }: WireBase) {
  const within = (path: string, viewer: Viewer) => ({
    address: `${baseUrl()}/v1/${path}`,
    query: viewer.market ? [['market', viewer.market] as const] : [],
  });

  /** The episodes of a show; the real host counts one that it no longer has. */
  const episodesOf = ({ episodes }: Pick<Show, 'episodes'>) => (realQuirks ? withGone(episodes) : episodes);

  /** The fields of everything spoken; `cover` is the ID of the record whose images it has. */
  const spoken = ({ name, description }: { name: string; description: string }, cover: string, explicit: boolean) => ({
    description,
    html_description: `<p>${description}</p>`,
    explicit,
    images: images(cover),
    languages: ['en'],
    name,
  });

  /** The fields of a show or an audiobook. */
  const whole = (record: Show | Audiobook, viewer: Viewer, explicit: boolean) => ({
    ...spoken(record, record.id, explicit),
    ...marketsOf(record.markets, viewer),
    copyrights: [],
    media_type: 'audio',
  });

  /** The fields of an episode or a chapter. */
  const part = (record: Episode | Chapter, viewer: Viewer, cover: string, explicit: boolean, released: string) => ({
    ...spoken(record, cover, explicit),
    audio_preview_url: null,
    duration_ms: record.durationMs,
    release_date: released,
    release_date_precision: 'day',
    ...resumePoint(record, viewer),
  });

  const showSummary = (record: Show, viewer: Viewer) =>
    trim({
      ...link('show', record.id),
      ...whole(record, viewer, record.explicit),
      is_externally_hosted: false,
      publisher: record.publisher,
      total_episodes: episodesOf(record).length,
    });

  const episodeSummary = (record: Episode, viewer: Viewer) => {
    const { markets, explicit } = record.show;
    const { is_playable = true, restrictions } = availability(markets, viewer, explicit);
    return trim({
      ...link('episode', record.id),
      ...part(record, viewer, record.id, explicit, record.released),
      is_externally_hosted: false,
      is_playable,
      ...(restrictions && { restrictions }),
      language: 'en',
    });
  };

  /** The real host addresses audiobooks as shows. */
  const audiobookLink = (id: string) => {
    const { external_urls, uri } = link(realQuirks ? 'show' : 'audiobook', id);
    return { ...link('audiobook', id), external_urls, uri };
  };

  const audiobookSummary = (record: Audiobook, viewer: Viewer) =>
    trim({
      ...audiobookLink(record.id),
      ...whole(record, viewer, false),
      authors: record.authors.map((name) => ({ name })),
      edition: record.edition,
      narrators: record.narrators.map((name) => ({ name })),
      publisher: record.publisher,
      total_chapters: realQuirks && hidesTotal(record) ? null : record.chapters.length,
    });

  const chapterSummary = (record: Chapter, viewer: Viewer) => {
    const { id, markets, released } = record.audiobook;
    return trim({
      // To players a chapter is an episode; only its address distinguishes them.
      ...link('episode', record.id),
      ...(realQuirks && { type: 'chapter' }),
      href: `${baseUrl()}/v1/chapters/${record.id}`,
      ...part(record, viewer, id, false, released),
      ...(!realQuirks && { is_playable: true }),
      ...availability(markets, viewer),
      chapter_number: record.number,
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
    audiobookSummary,
    chapterSummary,
    episode,

    /** An episode in a player, queue or playlist. */
    embeddedEpisode(record: Episode, viewer: Viewer) {
      if (!realQuirks) return episode(record, viewer);
      const { is_playable, ...fields } = episode(record, viewer);
      return { ...fields, show: { ...fields.show, ...embeddedShow } };
    },

    /** An audiobook where it is listed among shows. */
    audiobookAsShow: (record: Audiobook, viewer: Viewer) =>
      trim({
        ...link('show', record.id),
        ...whole(record, viewer, false),
        description: describeAsShow(record),
        publisher: record.authors.join(', '),
        ...embeddedShow,
      }),

    show: (record: Show, viewer: Viewer) => {
      const list = { ...within(`shows/${record.id}/episodes`, viewer), items: episodesOf(record) };
      return {
        ...showSummary(record, viewer),
        episodes: page(list, firstPage, (each) => (each === gone ? null : episodeSummary(each, viewer))),
      };
    },

    audiobook: (record: Audiobook, viewer: Viewer) => {
      const list = { ...within(`audiobooks/${record.id}/chapters`, viewer), items: record.chapters };
      return {
        ...audiobookSummary(record, viewer),
        chapters: page(list, firstPage, (chapter) => chapterSummary(chapter, viewer)),
      };
    },

    chapter: (record: Chapter, viewer: Viewer) => ({
      ...chapterSummary(record, viewer),
      audiobook: audiobookSummary(record.audiobook, viewer),
    }),
  };
}

function resumePoint(record: Episode | Chapter, { positionOf }: Viewer) {
  const positionMs = positionOf?.(record);
  if (positionMs === undefined) return {};
  const fullyPlayed = positionMs >= record.durationMs;
  return { resume_point: { fully_played: fullyPlayed, resume_position_ms: fullyPlayed ? 0 : positionMs } };
}
