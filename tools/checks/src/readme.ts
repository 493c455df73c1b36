import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block of a Markdown file. */
export interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of `file`, a path below the root. */
export function blocksOf(file: string): Block[] {
  const text = readFileSync(root + file, 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: code = '', index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  }));
}

/** Hosts that the clients talk to by default, and what stands for them in a sandbox. */
export const hosts = {
  'https://api.twitch.tv/helix': '/stream/helix',
  'https://id.twitch.tv': '/stream/id',
  'https://api.spotify.com': '/music',
  'https://accounts.spotify.com': '/music/accounts',
  'https://sandbox.plaid.com': '/bank',
  'https://api.nal.usda.gov': '/food',
} as const;

/** `url` with a default host replaced by the sandbox's address. */
export function redirect(url: string, sandboxUrl: string): string {
  for (const [host, prefix] of Object.entries(hosts))
    if (url.startsWith(`${host}/`)) return sandboxUrl + prefix + url.slice(host.length);
  return url;
}
