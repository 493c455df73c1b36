import { refuse } from './errors.ts';

/** The position of a sync. */
export interface SyncCursor {
  /** Position in the change log from which the loop started. */
  readonly from: number;
  /** Position the loop leads to; equal to `from` between loops. */
  readonly to: number;
  /** Changes already handed out. */
  readonly offset: number;
}

/** Text of `cursor`, good only for this Item and, when given, this account. */
export function formatCursor(owner: string, { from, to, offset }: SyncCursor): string {
  return Buffer.from(['v1', owner, from, to, offset].join(':')).toString('base64');
}

/** Reads a cursor of `owner`; refuses one that this Item never issued. */
export function parseCursor(owner: string, text: string, end: number): SyncCursor {
  const parts = Buffer.from(text, 'base64').toString('latin1').split(':');
  const [from = -1, to = -1, offset = -1] = parts.slice(2).map((part) => (/^\d+$/.test(part) ? Number(part) : -1));
  const cursor = { from, to, offset };
  const isOurs = formatCursor(owner, cursor) === text && from >= 0 && from <= to && to <= end && offset >= 0;
  return isOurs ? cursor : refuse('INVALID_FIELD', 'cursor not associated with access_token');
}
