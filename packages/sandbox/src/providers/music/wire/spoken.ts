import { marketsOf } from '../data/availability.ts';
import type { Audiobook, Chapter, Episode, Show } from '../data/spoken.ts';
import type { Viewer } from '../request.ts';
import type { Links } from './links.ts';

/** Writes the fields that all spoken records have; `cover` is the ID of the record whose images they show. */
const spoken = (
  { images }: Links,
  { name, description }: { name: string; description: string },
  cover: string,
  explicit: boolean,
) => ({
  description,
  html_description: `<p>${description}</p>`,
  explicit,
  images: images(cover),
  languages: ['en'],
  name,
});

/** Writes the fields of a show or an audiobook. */
export const whole = (links: Links, record: Show | Audiobook, viewer: Viewer, explicit: boolean) => ({
  ...spoken(links, record, record.id, explicit),
  ...marketsOf(record.markets, viewer),
  copyrights: [],
  media_type: 'audio',
});

/** Writes the fields of an episode or a chapter. */
export const part = (
  links: Links,
  record: Episode | Chapter,
  viewer: Viewer,
  { cover, explicit, released }: { cover: string; explicit: boolean; released: string },
) => ({
  ...spoken(links, record, cover, explicit),
  audio_preview_url: null,
  duration_ms: record.durationMs,
  release_date: released,
  release_date_precision: 'day',
  ...resumePoint(record, viewer),
});

function resumePoint(record: Episode | Chapter, { positionOf }: Viewer) {
  const positionMs = positionOf?.(record);
  if (positionMs === undefined) return {};
  const fullyPlayed = positionMs >= record.durationMs;
  return { resume_point: { fully_played: fullyPlayed, resume_position_ms: fullyPlayed ? 0 : positionMs } };
}
