import { gunzipSync } from 'node:zlib';

/**
 * The files in a package's tarball by their path in the package. In a tar archive, files follow each other in blocks of 512 bytes, a
 * header before each.
 */
export function filesIn(tarball: Buffer): Map<string, string> {
  const archive = gunzipSync(tarball);
  const field = (start: number, length: number) =>
    archive.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  const files = new Map<string, string>();
  for (let header = 0; archive[header]; ) {
    const size = Number.parseInt(field(header + 124, 12), 8) || 0;
    const path = [field(header + 345, 155), field(header, 100)].filter(Boolean).join('/');
    files.set(path.replace(/^package\//, ''), field(header + 512, size));
    header += 512 * (1 + Math.ceil(size / 512));
  }
  return files;
}

/** Where the source maps of `files` lead that is not among `files`. */
export const lostSources = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    path.endsWith('.map')
      ? (JSON.parse(text).sources as (string | null)[])
          .filter((source) => source !== null)
          .map((source) => new URL(source, `file:///${path}`).pathname.slice(1))
          .filter((source) => !files.has(source))
      : [],
  );
