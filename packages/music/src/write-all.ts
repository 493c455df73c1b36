import { ApiError, type CallOptions, type ErrorCode, isApiError } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type BetweenCalls, callOptionRules, sha256 } from '@x/core/provider';

/** Progress of a long write. */
export interface WriteProgress {
  /** Number of items written so far. */
  readonly done: number;
  /** Number of items to write. */
  readonly total: number;
  /** Option `cursor` with which the same call, even in another process, continues after these items. */
  readonly cursor: string;
}

/** Options of a long write. Call options apply to each request; `signal` ends the whole write. */
export interface WriteAllOptions extends CallOptions {
  /** `cursor` of an interrupted write with the same params, which continues. Default: the write starts anew. */
  cursor?: string | undefined;
  /**
   * Called before the first request that writes, and after each one. It is awaited: store `cursor` here, so that
   * another process can continue after a crash. When it throws, the call rejects with the same error.
   */
  onProgress?: ((progress: WriteProgress) => unknown) | undefined;
}

const rules = {
  ...callOptionRules,
  cursor: optionKind.checkedLater, // by `readCursor`, as `invalid_cursor`
  onProgress: optionKind.function,
} satisfies RulesOf<WriteAllOptions>;

/** Position that a write has reached. */
export interface Place {
  /** Number of items written. */
  readonly done: number;
  /** Position at which the first item was inserted. */
  readonly start: number;
  /** Number of entries that the target had before the write. */
  readonly before: number;
  /** Version of the target. */
  readonly version: string;
}

/** A write that may need several requests. */
export interface LongWrite {
  /** Name of the method: `playlists.addAll`. */
  readonly operation: string;
  /** Params of the call, which its cursor is only valid for. */
  readonly params: unknown;
  readonly items: readonly string[];
  /** Maximum number of items in a request. */
  readonly size: number;
  /** Returns the place at which the write starts. */
  open(options: CallOptions): Place | Promise<Place>;
  /** Writes the next items, and returns the new version. */
  write(items: readonly string[], place: Place, options: CallOptions): Promise<string>;
  /**
   * Returns the place that the write has really reached, when the request after `place` may have been handled. Default:
   * `place`, for requests that change nothing more when they are repeated.
   */
  settle?(place: Place, options: CallOptions): Promise<Place>;
}

/** Milliseconds before reading what a request without a response has done, because it may still be in progress. */
const settleMs = 1000;
/** Number of requests in a row whose outcome may be unknown. */
const maxUnknown = 5;

/**
 * Writes items in order, each once. If the outcome of a request is unknown, reads the place that the write has reached,
 * and continues from there.
 */
export async function writeAll(
  write: LongWrite,
  between: BetweenCalls,
  allOptions: WriteAllOptions = {},
): Promise<Place> {
  checkOptions({ provider: 'music', operation: write.operation }, allOptions, rules);
  const { cursor, onProgress, ...options } = allOptions;
  const { items, size } = write;
  const key = sha256(JSON.stringify([write.operation, write.params])).slice(0, 16);
  let place = cursor === undefined ? await write.open(options) : readCursor(write, key, cursor);
  // A process may have crashed after a request, before it stored the cursor.
  let isSure = cursor === undefined;
  for (let unknown = 0; ; ) {
    if (!isSure) place = (await write.settle?.(place, options)) ?? place;
    isSure = true;
    await onProgress?.({ done: place.done, total: items.length, cursor: writeCursor(key, place) });
    if (place.done >= items.length) return place;
    between.throwIfEnded(options.signal);
    const next = items.slice(place.done, place.done + size);
    try {
      const version = await write.write(next, place, options);
      place = { ...place, done: place.done + next.length, version };
      unknown = 0;
    } catch (error) {
      unknown += 1;
      if (!isApiError(error) || error.outcome === 'not_done' || unknown > maxUnknown) throw error;
      await between.pause(settleMs, options.signal);
      isSure = false;
    }
  }
}

const writeCursor = (key: string, { done, start, before, version }: Place): string =>
  [key, done, start, before, encodeURIComponent(version)].join('~');

function readCursor({ operation, items }: LongWrite, key: string, cursor: unknown): Place {
  const [, of, done, start, before, version] =
    /^([0-9a-f]{16})~(\d{1,9})~(\d{1,9})~(\d{1,9})~([\w.!*'()%-]*)$/.exec(String(cursor)) ?? [];
  const problem =
    version === undefined
      ? 'cursor is not one that onProgress received. Pass an unchanged one'
      : of !== key || Number(done) > items.length
        ? 'cursor belongs to a call with other params. Pass the same params, or start anew without a cursor'
        : undefined;
  if (problem !== undefined) throw failure(operation, 'invalid_cursor', problem);
  return {
    done: Number(done),
    start: Number(start),
    before: Number(before),
    version: decodeURIComponent(version as string),
  };
}

/** Creates the error of a method that makes several calls. */
export const failure = (operation: string, code: ErrorCode, problem: string) =>
  new ApiError(`${operation}: ${problem}`, { code, provider: 'music', operation, retryable: false });
