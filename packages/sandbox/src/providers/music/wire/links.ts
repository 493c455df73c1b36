import type { Viewer } from '../request.ts';

/** Fields that apps in development mode have not received since February 2026, by type of object. */
const removedFields: Readonly<Record<string, readonly string[]>> = {
  track: ['available_markets', 'linked_from', 'popularity', 'preview_url'],
  album: ['available_markets', 'album_group', 'label', 'popularity', 'genres'],
  artist: ['followers', 'popularity', 'genres'],
  user: ['country', 'email', 'explicit_content', 'followers', 'product'],
  show: ['available_markets', 'publisher'],
  audiobook: ['available_markets', 'publisher'],
  // Chapters also have this type, except on the real host.
  episode: ['available_markets', 'language', 'audio_preview_url'],
  chapter: ['available_markets', 'audio_preview_url'],
};

/** Helpers for all records: links, images, and the removal of fields for apps in development mode. */
export type Links = ReturnType<typeof createLinks>;

/** Writes links and images as the API does. */
export function createLinks(baseUrl: () => string, development: boolean) {
  const trim = <T extends { type: string }>(object: T): T => {
    if (!development) return object;
    const removed = removedFields[object.type] ?? [];
    return Object.fromEntries(Object.entries(object).filter(([name]) => !removed.includes(name))) as T;
  };

  const link = <Type extends string>(type: Type, id: string) => {
    const encoded = encodeURIComponent(id);
    return {
      external_urls: { spotify: `https://open.spotify.com/${type}/${encoded}` },
      href: `${baseUrl()}/v1/${type}s/${encoded}`,
      id,
      type,
      uri: `spotify:${type}:${encoded}`,
    };
  };

  const images = (id: string) =>
    [640, 300, 64].map((size) => ({ url: `${baseUrl()}/images/${id}/${size}`, height: size, width: size }));

  return {
    baseUrl,
    trim,
    link,
    images,
    uploadedImage: (id: string) => ({ url: `${baseUrl()}/images/${id}`, height: null, width: null }),
  };
}

/** First page of a list within a record, as large as the list's pages can be. */
export const firstPage = { limit: 50, offset: 0 };

/** Returns the address of a list within a record. */
export const within = ({ baseUrl }: Links, path: string, viewer: Viewer) => ({
  address: `${baseUrl()}/v1/${path}`,
  query: viewer.market ? [['market', viewer.market] as const] : [],
});
