import type { WorldContext } from './context.ts';

/** A spot in a video that somebody wants to find again. */
export interface Marker {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
  readonly description: string;
  readonly seconds: number;
}

/** The markers of all videos. */
export interface Markers {
  /** Of a video, the oldest first. */
  of(videoId: string): readonly Marker[];
  add(videoId: string, marker: Omit<Marker, 'id'>): Marker;
}

/** No video has markers at first. */
export function createMarkers({ random }: WorldContext): Markers {
  const draw = random('markers');
  const videos = new Map<string, Marker[]>();
  return {
    of: (videoId) => videos.get(videoId) ?? [],
    add(videoId, rest) {
      const marker = { id: draw.text(32, '0123456789abcdef'), ...rest };
      videos.set(videoId, [...(videos.get(videoId) ?? []), marker]);
      return marker;
    },
  };
}
