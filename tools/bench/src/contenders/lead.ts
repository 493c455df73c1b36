import type { Target } from '../contender.ts';

// The original `fetch`, even if a client is opened several times.
const { fetch } = globalThis;

/** Replaces the global `fetch`, so that clients with built-in hosts call the stub. */
export function leadFetch({ stream, music }: Target): void {
  const hosts = [
    ['https://api.twitch.tv/helix', stream.baseUrl],
    ['https://id.twitch.tv', stream.authUrl],
    ['https://api.spotify.com', music.baseUrl],
    ['https://accounts.spotify.com', music.authUrl],
  ] as const;
  globalThis.fetch = (input, init) => {
    const url = String(input);
    const [from, to] = hosts.find(([host]) => url.startsWith(host)) ?? [];
    if (from === undefined || to === undefined) throw new Error(`only the stub may be called; got ${url}`);
    return fetch(to + url.slice(from.length), init);
  };
}
