import { urlSafe } from '../shared/base64.ts';

/**
 * Position of a page: a chunk of the IDs, and a position in that chunk. Undefined: its beginning. The number of a page
 * comes with the page size, if the client chose it.
 */
export type Position = readonly [chunk: number, at?: string | number, size?: number];

/** Version of the format; later versions are refused. */
const format = 1;

/** Encodes a cursor. The checksum ties version, endpoint, position and params together. */
export function encodeCursor(operation: string, position: Position, params: unknown): string {
  const text = JSON.stringify([format, operation, position, checksumOf(operation, position, params)]);
  // btoa accepts only Latin-1.
  return urlSafe(btoa(encodeURIComponent(text)));
}

/** Decodes a cursor, or explains why it does not belong to this list. `size` is the parameter for the page size. */
export function decodeCursor(operation: string, cursor: string, params: unknown, size?: string): Position | string {
  const invalid = `the cursor is corrupted, or belongs to a different endpoint or different params${size === undefined ? '' : `, such as another ${size}`}`;
  try {
    const [version, , position, checksum] = JSON.parse(
      decodeURIComponent(atob(cursor.replace(/-/g, '+').replace(/_/g, '/'))),
    );
    if (version > format) return `the cursor was written by a later release (format ${Number(version)})`;
    if (!isPosition(position) || checksum !== checksumOf(operation, position, params)) return invalid;
    return position;
  } catch {
    return invalid; // not one of our cursors at all
  }
}

/** Whether a decoded value has the form of a position: a chunk number, optionally with a string or number, and a size. */
function isPosition([chunk, at, size = 1, ...more]: readonly unknown[]): boolean {
  const isChunk = Number.isInteger(chunk) && Number(chunk) >= 0;
  return isChunk && Object(at) !== at && Number.isInteger(size) && Number(size) > 0 && more.length === 0;
}

/**
 * Returns a 32-bit checksum of the JSON of `value`: enough to detect a mix-up, but no protection against an attacker.
 * The SHA-256 of `shared/sha256.ts` would take a tenth of the CPU of a page of 20 items.
 */
export function checksumOf(...value: unknown[]): number {
  const text = JSON.stringify(value);
  let checksum = 1;
  for (let index = 0; index < text.length; index += 1)
    checksum = Math.imul(checksum ^ text.charCodeAt(index), 2654435761);
  return checksum;
}
