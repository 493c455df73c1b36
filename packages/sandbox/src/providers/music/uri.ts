import { readId } from './input.ts';

export interface SpotifyUri {
  readonly kind: string;
  /** Of a user: decoded. */
  readonly id: string;
}

/** Reads `spotify:<kind>:<id>`; undefined when the text is nothing like it. */
export function parseUri(text: string): SpotifyUri | undefined {
  const [, kind, id] = /^spotify:([a-z]+):([^:]+)$/.exec(text) ?? [];
  if (!kind || !id) return undefined;
  if (kind !== 'user') return { kind, id: readId(id) };
  try {
    return { kind, id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
