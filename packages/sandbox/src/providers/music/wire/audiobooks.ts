import { availability } from '../data/availability.ts';
import type { Audiobook, Chapter } from '../data/spoken.ts';
import { page } from '../paging.ts';
import type { Viewer } from '../request.ts';
import { firstPage, type Links, within } from './links.ts';
import { describeAsShow, embeddedShow, hidesTotal } from './real-forms.ts';
import { part, whole } from './spoken.ts';

/** Writes audiobooks and chapters as the API does. */
export function createAudiobookWire(links: Links, realQuirks: boolean) {
  const { trim, link } = links;

  const audiobookSummary = (record: Audiobook, viewer: Viewer) =>
    trim({
      ...audiobookLink(links, realQuirks, record.id),
      ...whole(links, record, viewer, false),
      authors: record.authors.map((name) => ({ name })),
      edition: record.edition,
      narrators: record.narrators.map((name) => ({ name })),
      publisher: record.publisher,
      total_chapters: realQuirks && hidesTotal(record) ? null : record.chapters.length,
    });

  const chapterSummary = (record: Chapter, viewer: Viewer) => {
    const { id, markets, released } = record.audiobook;
    return trim({
      // Players treat a chapter as an episode; only its address differs.
      ...link('episode', record.id),
      ...(realQuirks && { type: 'chapter' }),
      href: `${links.baseUrl()}/v1/chapters/${record.id}`,
      ...part(links, record, viewer, { cover: id, explicit: false, released }),
      ...(!realQuirks && { is_playable: true }),
      ...availability(markets, viewer),
      chapter_number: record.number,
    });
  };

  return {
    audiobookSummary,
    chapterSummary,

    /** Writes an audiobook that is listed among shows. */
    audiobookAsShow: (record: Audiobook, viewer: Viewer) =>
      trim({
        ...link('show', record.id),
        ...whole(links, record, viewer, false),
        description: describeAsShow(record),
        publisher: record.authors.join(', '),
        ...embeddedShow,
      }),

    audiobook: (record: Audiobook, viewer: Viewer) => {
      const list = { ...within(links, `audiobooks/${record.id}/chapters`, viewer), items: record.chapters };
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

/** Writes the links of an audiobook, which the real host addresses as a show. */
const audiobookLink = ({ link }: Links, realQuirks: boolean, id: string) => {
  const { external_urls, uri } = link(realQuirks ? 'show' : 'audiobook', id);
  return { ...link('audiobook', id), external_urls, uri };
};
