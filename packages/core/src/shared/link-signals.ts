/** A controller that follows several signals. @internal */
export interface LinkedSignals {
  readonly controller: AbortController;
  /** Removes the listeners: the controller follows the signals no more. */
  unlink(): void;
}

/**
 * A controller that aborts with any of `sources`, until it is unlinked. Whatever listens to a signal stays in memory for as
 * long as the signal does: one that outlives its calls would keep all their responses.
 *
 * @internal
 */
export function linkSignals(...sources: (AbortSignal | undefined)[]): LinkedSignals {
  const controller = new AbortController();
  const abort = () => controller.abort(sources.find((source) => source?.aborted)?.reason);
  for (const source of sources) {
    if (source?.aborted) abort();
    source?.addEventListener('abort', abort);
  }
  return {
    controller,
    unlink() {
      for (const source of sources) source?.removeEventListener('abort', abort);
    },
  };
}
