import { gunzipSync } from 'node:zlib';

/** Whether any file of a package's tarball holds `text`. */
export const holds = (tarball: Buffer, text: string): boolean => gunzipSync(tarball).includes(text);

/** The package.json in a package's tarball. In a tar archive, files follow each other in blocks of 512 bytes, a header before each. */
export function manifestIn(tarball: Buffer): string {
  const archive = gunzipSync(tarball);
  const field = (start: number, length: number) =>
    archive.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  for (let header = 0; header + 512 <= archive.length; ) {
    const size = Number.parseInt(field(header + 124, 12), 8) || 0;
    if (field(header, 100) === 'package/package.json') return field(header + 512, size);
    header += 512 * (1 + Math.ceil(size / 512));
  }
  throw new Error('the tarball has no package.json');
}
