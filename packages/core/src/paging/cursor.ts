import { urlSafe } from '../shared/base64.ts';
import type { Position } from './page.ts';

/** Version of the format; later ones are refused. */
const format = 1;

/** Writes a cursor. The checksum ties version, endpoint, position and params together. @internal */
export function encodeCursor(operation: string, position: Position, params: unknown): string {
  const text = JSON.stringify([format, operation, position, checksumOf(operation, position, params)]);
  // btoa takes Latin-1 only.
  return urlSafe(btoa(encodeURIComponent(text)));
}

/** Reads a cursor, or explains why it is not one of this list. @internal */
export function decodeCursor(operation: string, cursor: string, params: unknown): Position | string {
  const invalid = 'the cursor is corrupted, or belongs to a different endpoint or different params';
  try {
    const [version, , position, checksum] = JSON.parse(
      decodeURIComponent(atob(cursor.replace(/-/g, '+').replace(/_/g, '/'))),
    );
    if (version > format) return `the cursor was written by a later release (format ${Number(version)})`;
    if (!isPosition(position) || checksum !== checksumOf(operation, position, params)) return invalid;
    return position;
  } catch {
    return invalid; // not a cursor of ours at all
  }
}

/** Whether a decoded value has the form of a position: the number of a chunk, and a string or number where there is one. */
function isPosition([chunk, at, ...more]: readonly unknown[]): boolean {
  return Number.isInteger(chunk) && Number(chunk) >= 0 && Object(at) !== at && more.length === 0;
}

/** 32 bits over the JSON of `value`: enough to notice a mix-up, not meant against an attacker. @internal */
export function checksumOf(...value: unknown[]): number {
  const text = JSON.stringify(value);
  let checksum = 1;
  for (let index = 0; index < text.length; index++) checksum = Math.imul(checksum ^ text.charCodeAt(index), 2654435761);
  return checksum;
}
